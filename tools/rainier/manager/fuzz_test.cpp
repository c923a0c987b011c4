#include <boost/beast/http/parser.hpp>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/random/philox.hpp"
#include "tools/rainier/manager/control_server.hpp"
#include "tools/rainier/manager/stand_in_test.hpp"
#include "tools/rainier/manager/web_rules.hpp"

// Set RAINIER_FUZZ_SECONDS to go on for so long.
using namespace rainier;
using namespace rainier::manager;
using Json = nlohmann::ordered_json;
namespace http = boost::beast::http;

namespace {

const std::vector<std::string> lines{
    R"({"ask":"status"})",
    R"({"action":"fault","spec":"block:3.2.1.77"})",
    R"({"action":"fault","spec":"power"})",
    R"({"action":"age","years":5})",
    R"({"action":"temperature","celsius":70.5})",
    R"({"action":"erase","code":"abc234"})",
    R"({"action":"locate","on":false})",
    R"({"action":"self-test"})",
};
const std::vector<std::string> pieces{"{",
                                      "}",
                                      "[",
                                      "\"",
                                      ":",
                                      ",",
                                      "null",
                                      "1e999",
                                      "-0",
                                      "\\u0000",
                                      "\xff\xfe",
                                      "action",
                                      "spec",
                                      "die:any",
                                      "99999999999999999999",
                                      "\r\n",
                                      " ",
                                      "Host: x",
                                      "Origin: null",
                                      "Content-Length: 5",
                                      "Transfer-Encoding: chunked",
                                      "..",
                                      "%00"};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed, "fuzz") {}
  std::size_t below(std::size_t n) { return random_.below(n); }
  std::string mutate(std::string text) {
    for (std::size_t n = below(4); n > 0; --n) {
      const std::size_t at = below(text.size() + 1);
      switch (below(4)) {
        case 0:
          text.erase(at, below(8));
          break;
        case 1:
          text.insert(at, pieces[below(pieces.size())]);
          break;
        case 2:
          if (at < text.size()) text[at] = static_cast<char>(below(256));
          break;
        default:
          text.insert(at, text.substr(below(text.size() + 1), 20));
      }
    }
    return text;
  }

 private:
  Philox random_;
};

/// Calls f(mutator) some thousand times, or for as long as was asked for.
template <class F>
void many_times(std::uint64_t seed, F f) {
  Mutator mutator(seed);
  const char* wanted = std::getenv("RAINIER_FUZZ_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(wanted ? std::atoi(wanted) : 0);
  for (int i = 0; i < 10'000 || std::chrono::steady_clock::now() < end; ++i) f(mutator);
}

bool one_line(const std::string& text) {
  return text.ends_with("\n") && text.find('\n') == text.size() - 1 && text.size() < 100'000;
}

}  // namespace

TEST_CASE("a damaged line to the control socket is answered by one line of JSON") {
  StandIn drive;
  Desk desk(drive, [] { return std::string("abc234"); });
  int refused = 0;
  many_times(1, [&](Mutator& mutator) {
    const std::string line = mutator.mutate(lines[mutator.below(lines.size())]);
    const std::string said = control_answer(desk, {{"name", "x"}}, line, {});
    const Json answer = Json::parse(said, nullptr, false);
    if (!one_line(said) || !answer.is_object()) {
      CAPTURE(line, said);
      CHECK(false);
    }
    refused += answer.contains("error") ? 1 : 0;
  });
  CHECK(refused > 2000);
  CHECK(drive.done.size() > 500);  // some are still good
}

TEST_CASE("a damaged HTTP request is answered, or is no HTTP, and does nothing without the token") {
  StandIn drive;
  Desk desk(drive, [] { return std::string("abc234"); });
  const Site site{8080, true, {}, "secret"};
  std::size_t parsed = 0, seen = 0;
  many_times(2, [&](Mutator& mutator) {
    const std::string body = lines[mutator.below(lines.size())];
    const bool trusted = mutator.below(2) == 0;
    const std::string head = mutator.below(3) == 0 ? "GET /status HTTP/1.1\r\n" : "POST /action HTTP/1.1\r\n";
    const std::string text =
        mutator.mutate(head + "Host: localhost:8080\r\nOrigin: http://localhost:8080\r\n" +
                       (trusted ? "Authorization: Bearer secret\r\n" : "") +
                       "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                       "\r\n\r\n" + body);
    http::request_parser<http::string_body> parser;
    parser.header_limit(8192);
    parser.body_limit(16384);
    parser.eager(true);
    boost::system::error_code error;
    parser.put(boost::asio::buffer(text), error);
    if (error || !parser.is_done()) return;
    ++parsed;
    const Response response = answer(site, desk, parser.get(), {});
    const bool sane = response.result_int() >= 200 && response.result_int() < 500;
    const bool did = drive.done.size() > seen;
    seen = drive.done.size();
    if (!sane || (did && text.find("secret") == std::string::npos)) {
      CAPTURE(text, response.result_int());
      CHECK(false);
    }
    static_cast<void>(refuses_live(site, parser.get()));
  });
  CHECK(parsed > 1000);
  CHECK(seen > 200);
}
