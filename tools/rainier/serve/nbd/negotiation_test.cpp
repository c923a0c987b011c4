#include "tools/rainier/serve/nbd/negotiation.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace rainier::nbd;

// Offsets and numbers are those of the protocol's document, not of the code.
namespace {

const Export device{"p320h", "a drive", 1'000'000'512, 512, 4096, 32U << 20};

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string hello(char flags) { return std::string("\0\0\0", 3) + flags; }

std::string option(std::uint32_t number, const std::string& data) {
  std::string text = "IHAVEOPT";
  put32(text, number);
  put32(text, static_cast<std::uint32_t>(data.size()));
  return text + data;
}

std::string named(const std::string& name) {
  std::string text;
  put32(text, static_cast<std::uint32_t>(name.size()));
  return text + name;
}

struct Reply {
  std::uint32_t option, type;
  std::string data;
};

std::vector<Reply> replies(const std::string& out) {
  std::vector<Reply> all;
  for (std::size_t at = 0; at < out.size();) {
    REQUIRE(out.size() - at >= 20);
    const auto* p = reinterpret_cast<const std::byte*>(out.data()) + at;
    REQUIRE(get64(p) == 0x3e889045565a9);
    const std::uint32_t length = get32(p + 16);
    all.push_back({get32(p + 8), get32(p + 12), out.substr(at + 20, length)});
    at += 20 + length;
  }
  return all;
}

std::vector<Reply> ask(Negotiation& talk, const std::string& what) {
  std::string out;
  CHECK(talk.take(bytes(what), out) == what.size());
  return replies(out);
}

Negotiation begun() {
  Negotiation talk(device);
  std::string out;
  REQUIRE(talk.take(bytes(hello(3)), out) == 4);
  REQUIRE(out.empty());
  return talk;
}

}  // namespace

TEST_CASE("the server greets with both magic numbers and fixed newstyle without zeroes") {
  CHECK(Negotiation::greeting() == std::string("NBDMAGICIHAVEOPT\0\3", 18));
}

TEST_CASE("GO tells size, flags and block sizes, and requests follow") {
  Negotiation talk = begun();
  const auto said = ask(talk, option(7, named("p320h") + std::string("\0\1\0\3", 4)));
  REQUIRE(said.size() == 3);
  CHECK(said[0].type == 3);
  const auto* info = reinterpret_cast<const std::byte*>(said[0].data.data());
  REQUIRE(said[0].data.size() == 12);
  CHECK(get64(info + 2) == 1'000'000'512);
  CHECK(get16(info + 10) == (1 | 4 | 8 | 32 | 64 | 256));
  const auto* sizes = reinterpret_cast<const std::byte*>(said[1].data.data());
  REQUIRE(said[1].data.size() == 14);
  CHECK(get16(sizes) == 3);
  CHECK(get32(sizes + 2) == 512);
  CHECK(get32(sizes + 6) == 4096);
  CHECK(get32(sizes + 10) == 32U << 20);
  CHECK(said[2].type == 1);
  CHECK(talk.state() == Negotiation::State::chosen);
}

TEST_CASE("INFO tells the same and the talk goes on; another name is unknown") {
  Negotiation talk = begun();
  CHECK(ask(talk, option(6, named("") + std::string("\0\0", 2))).back().type == 1);
  CHECK(talk.state() == Negotiation::State::talking);
  CHECK(ask(talk, option(7, named("else") + std::string("\0\0", 2))).back().type == 0x80000006);
  CHECK(talk.state() == Negotiation::State::talking);
}

TEST_CASE("the old way to choose answers with size, flags and zeroes for who has not said no to them") {
  for (const bool zeroes : {true, false}) {
    Negotiation talk(device);
    std::string out;
    talk.take(bytes(hello(zeroes ? 1 : 3)), out);
    talk.take(bytes(option(1, "p320h")), out);
    CHECK(out.size() == (zeroes ? 134U : 10U));
    CHECK(talk.state() == Negotiation::State::chosen);
  }
}

TEST_CASE("LIST names the one export, ABORT ends, what is unknown is said to be so") {
  Negotiation talk = begun();
  const auto listed = ask(talk, option(3, ""));
  REQUIRE(listed.size() == 2);
  CHECK(listed[0].type == 2);
  CHECK(listed[0].data.substr(4, 5) == "p320h");
  CHECK(ask(talk, option(5, ""))[0].type == 0x80000001);   // no TLS
  CHECK(ask(talk, option(11, ""))[0].type == 0x80000001);  // no extended headers
  CHECK(ask(talk, option(2, ""))[0].type == 1);
  CHECK(talk.state() == Negotiation::State::over);
}

TEST_CASE("base:allocation is chosen after structured replies, and by its name alone") {
  Negotiation talk = begun();
  const auto query = [](const std::string& name) {
    return named("p320h") + std::string("\0\0\0\1", 4) + named(name);
  };
  CHECK(ask(talk, option(10, query("base:allocation")))[0].type == 0x80000003);
  CHECK(ask(talk, option(8, ""))[0].type == 1);
  CHECK(talk.structured());
  CHECK(ask(talk, option(10, query("qemu:dirty-bitmap"))).size() == 1);
  CHECK_FALSE(talk.context());
  const auto chosen = ask(talk, option(10, query("base:allocation")));
  REQUIRE(chosen.size() == 2);
  CHECK(chosen[0].type == 4);
  CHECK(chosen[0].data.substr(4) == "base:allocation");
  CHECK(talk.context());
  CHECK(ask(talk, option(9, named("p320h") + std::string("\0\0\0\0", 4))).size() == 2);
}

TEST_CASE("bytes may come one at a time") {
  Negotiation talk(device);
  const std::string all = hello(3) + option(8, "") + option(7, named("p320h") + std::string("\0\0", 2));
  std::string waiting, out;
  for (const char c : all) {
    waiting += c;
    waiting.erase(0, talk.take(bytes(waiting), out));
  }
  CHECK(waiting.empty());
  CHECK(talk.state() == Negotiation::State::chosen);
  CHECK(replies(out).size() == 4);
}

TEST_CASE("lengths that lie are refused, huge ones end the talk") {
  Negotiation talk = begun();
  std::string lies;
  put32(lies, 0xffffffff);
  CHECK(ask(talk, option(7, lies + "xx"))[0].type == 0x80000003);
  CHECK(ask(talk, option(7, named("p320h") + std::string("\xff\xff", 2)))[0].type == 0x80000003);
  std::string huge = "IHAVEOPT", out;
  put32(huge, 7);
  put32(huge, 1U << 30);
  talk.take(bytes(huge), out);
  CHECK(talk.state() == Negotiation::State::over);
}

TEST_CASE("who does not speak fixed newstyle, or no NBD at all, is left") {
  for (const std::string& first : {hello(0), hello(7), std::string("GET / HTTP/1.1\r\n")}) {
    Negotiation talk(device);
    std::string out;
    talk.take(bytes(first), out);
    CHECK(talk.state() == Negotiation::State::over);
  }
}
