#include "tools/rainier/manager/web_rules.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/manager/page.hpp"
#include "tools/rainier/manager/stand_in_test.hpp"

using namespace rainier;
using namespace rainier::manager;
using Json = nlohmann::ordered_json;
namespace http = boost::beast::http;

namespace {

const Site here{8080, true, {"lab.example"}, "secret"};
const Desk::Instant now{};

Request get(const std::string& target, const std::string& host = "127.0.0.1:8080") {
  Request request{http::verb::get, target, 11};
  request.set(http::field::host, host);
  return request;
}

Request post(const Json& order, const std::string& token = "secret") {
  Request request{http::verb::post, "/action", 11};
  request.set(http::field::host, "localhost:8080");
  request.set(http::field::origin, "http://localhost:8080");
  request.set(http::field::content_type, "application/json");
  if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
  request.body() = order.dump();
  return request;
}

struct Asked {
  StandIn drive;
  Desk desk{drive, [] { return std::string("abc234"); }};
  Response operator()(const Request& request, Desk::Instant when = now) {
    return answer(here, desk, request, when);
  }
  Json json(const Request& request) { return Json::parse((*this)(request).body()); }
};

}  // namespace

TEST_CASE("a server is named by this machine's loopback and by its own names, with its port") {
  for (const char* name : {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080",
                           "127.9.9.9:8080", "lab.example:8080"})
    CHECK(names_this_server(here, name));
  for (const char* name :
       {"", "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8081", "192.168.1.7:8080",
        "localhost.evil.example:8080", "127.0.0.1.evil.example:8080", "[::1:8080", "[::1]8080",
        "localhost:8080x", "localhost:99999", ":8080", "localhost:"})
    CHECK_FALSE(names_this_server(here, name));
  Site open = here;
  open.loopback = false;  // an address can't be another site's name
  CHECK(names_this_server(open, "192.168.1.7:8080"));
  CHECK_FALSE(names_this_server(open, "evil.example:8080"));
}

TEST_CASE("a page of another site is told nothing, whatever name it gives this machine") {
  Asked ask;
  for (const char* path : {"/", "/status", "/action", "/none"})
    CHECK(ask(get(path, "evil.example:8080")).result() == http::status::misdirected_request);
  Request twice = get("/status");
  twice.insert(http::field::host, "evil.example");
  CHECK(ask(twice).result() == http::status::misdirected_request);
  Request none{http::verb::get, "/", 11};
  CHECK(ask(none).result() == http::status::misdirected_request);
}

TEST_CASE("the page and its files are there, and may load nothing from elsewhere") {
  Asked ask;
  CHECK(assets().size() == 8);
  for (const Asset& asset : assets()) {
    const Response response = ask(get(std::string(asset.path)));
    CHECK(response.result() == http::status::ok);
    CHECK(response["Content-Security-Policy"].starts_with("default-src 'none'; script-src 'self'"));
    CHECK(response[http::field::content_type] ==
          boost::beast::string_view(asset.type.data(), asset.type.size()));
    const bool outside = asset.content.find("https://") != std::string_view::npos ||
                         asset.content.find("src=\"//") != std::string_view::npos;
    CHECK_FALSE(outside);
    CHECK(asset.content.find("style=\"") == std::string_view::npos);  // the policy would not have it
  }
  CHECK(ask(get("/../etc/passwd")).result() == http::status::not_found);
  Request put{http::verb::put, "/", 11};
  put.set(http::field::host, "localhost:8080");
  CHECK(ask(put).result() == http::status::method_not_allowed);
}

TEST_CASE("the status is for everyone on this machine, in a fixed order") {
  Asked ask;
  const Json status = ask.json(get("/status"));
  std::string sections;
  for (const auto& [key, value] : status.items()) sections += key + " ";
  CHECK(sections == "drive time load temperature power wear rain gc dies erases smart events ");
  CHECK(status.at("dies").at("state").get<std::string>().size() == 512);
  CHECK(status.at("power").at("cap") == 25);
}

TEST_CASE("an action needs the token, this page and JSON") {
  Asked ask;
  const Json order{{"action", "fault"}, {"spec", "die:3.2"}};
  for (const char* token : {"", "Secret", "secre", "secretsecret"})
    CHECK(ask(post(order, token)).result() == http::status::unauthorized);
  Request other = post(order);
  other.set(http::field::origin, "http://evil.example");
  CHECK(ask(other).result() == http::status::forbidden);
  other.set(http::field::origin, "http://127.0.0.1:8080");  // what else listens here, by another name
  CHECK(ask(other).result() == http::status::forbidden);
  other.set(http::field::origin, "null");
  CHECK(ask(other).result() == http::status::forbidden);
  Request form = post(order);
  form.set(http::field::content_type, "text/plain");
  CHECK(ask(form).result() == http::status::unsupported_media_type);
  CHECK(ask(get("/action")).result() == http::status::method_not_allowed);
  CHECK(ask.drive.done.empty());
  CHECK(ask(post(order)).result() == http::status::ok);
  REQUIRE(ask.drive.done.size() == 1);
  CHECK(ask.drive.done[0].fault.text == "die:3.2");
}

TEST_CASE("what can't be done is one line that says why, and nothing is done") {
  Asked ask;
  const auto error = [&ask](const Json& order) {
    return ask.json(post(order)).at("error").get<std::string>();
  };
  CHECK(error({{"action", "fault"}, {"spec", "die:99.2"}}) == "expected a channel from 0 to 31");
  CHECK(error({{"action", "falt"}}) == "unknown action \"falt\"; did you mean \"fault\"?");
  CHECK(error({{"action", "age"}, {"years", "5"}}) == "years: expected a number from 0 to 100");
  CHECK(error({{"action", "temperature"}, {"celsius", 1e9}}) == "celsius: expected a number from -40 to 120");
  CHECK(error({{"action", "age"}, {"year", 5}}) == "age: unknown key \"year\"");
  CHECK(error({{"spec", 1}}) == "action: expected a text");
  Request deep = post({});
  deep.body() = std::string(16'000, '[');
  CHECK(ask(deep).result() == http::status::bad_request);
  CHECK(ask.drive.done.empty());
}

TEST_CASE("a secure erase is asked for twice: with a code that is good once, for a minute") {
  Asked ask;
  const Json first = ask.json(post({{"action", "erase"}}));
  CHECK(first.at("confirm") == "abc234");
  const auto second = [&ask](const std::string& code, Desk::Instant when) {
    return ask(post({{"action", "erase"}, {"code", code}}), when).result();
  };
  CHECK(second("abc235", now) == http::status::unprocessable_entity);
  CHECK(second("abc234", now) == http::status::unprocessable_entity);  // void by the wrong one
  ask(post({{"action", "erase"}}));
  CHECK(second("abc234", now + std::chrono::seconds(61)) == http::status::unprocessable_entity);
  CHECK(ask.drive.done.empty());
  ask(post({{"action", "erase"}}));
  CHECK(second("abc234", now + std::chrono::seconds(59)) == http::status::ok);
  CHECK(second("abc234", now + std::chrono::seconds(59)) == http::status::unprocessable_entity);
  CHECK(ask.drive.done.size() == 1);
}

TEST_CASE("a page is live for this server's pages, and for programs that are no browser") {
  Request live = get("/live");
  CHECK(refuses_live(here, live).empty());
  live.set(http::field::origin, "http://127.0.0.1:8080");
  CHECK(refuses_live(here, live).empty());
  live.set(http::field::origin, "http://evil.example:8080");
  CHECK_FALSE(refuses_live(here, live).empty());
  CHECK_FALSE(refuses_live(here, get("/live", "evil.example:8080")).empty());
  CHECK_FALSE(refuses_live(here, get("/other")).empty());
}

TEST_CASE("a page that has seen a status is sent what changed alone") {
  StandIn drive;
  const Json before = status_json(drive.now);
  CHECK(changes(before, before).empty());
  drive.now.depth = 7;
  const Json changed = changes(before, status_json(drive.now));
  CHECK(changed.size() == 1);
  CHECK(changed.at("load").at("depth") == 7);
  CHECK(changes(Json::object(), before) == before);
}
