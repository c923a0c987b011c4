#include "models/faults/fault.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace rainier;
using namespace rainier::faults;
using namespace rainier::literals;

TEST_CASE("a fault is a kind, an address from the channel down, and when") {
  const Fault die = parse("die:3.2@10s");
  CHECK(die.kind == Kind::die);
  CHECK(die.address[channel] == 3);
  CHECK(die.address[die_of_channel] == 2);
  CHECK(die.at == 10_s);
  const Fault codeword = parse("codeword:1.2.0.40.7.3@5000ops");
  CHECK(codeword.kind == Kind::codeword);
  CHECK(codeword.address[codeword_of_page] == 3);
  CHECK(codeword.operations == 5000u);
  CHECK_FALSE(codeword.at);
  const Fault page = parse("page:any@1e-6/op");
  CHECK(page.anywhere);
  CHECK(page.rate == 1e-6);
}

TEST_CASE("every kind is written with as many numbers as its levels, or any") {
  for (const KindName& kind : kinds()) {
    if (kind.levels == 0) {
      CHECK(parse(std::string(kind.name) + ":any@1ms").kind == kind.kind);
      CHECK_THROWS_AS(parse(std::string(kind.name) + ":0@1ms"), BadFault);
      continue;
    }
    std::string address = "0";
    for (std::uint32_t i = 1; i < kind.levels; ++i) address += ".0";
    const std::string name(kind.name);
    CHECK(parse(name + ":" + address + "@1ms").kind == kind.kind);
    CHECK(parse(name + ":any@1ms").anywhere);
    CHECK_THROWS_AS(parse(name + ":" + address + ".0@1ms"), BadFault);
  }
}

TEST_CASE("a fault that makes no sense is one clause that says what was expected") {
  const auto error = [](const char* text) -> std::string {
    try {
      check(parse(text), {32, 16, 2, 2048, 128, 8});
    } catch (const BadFault& bad) {
      return bad.what();
    }
    return "none";
  };
  CHECK(error("die:3.2@10s") == "none");
  CHECK(error("die:32.2@10s") == "expected a channel from 0 to 31 (got \"die:32.2@10s\")");
  CHECK(error("block:3.2.1.2048@10s") == "expected a block from 0 to 2047 (got \"block:3.2.1.2048@10s\")");
  CHECK(error("die:3@10s") == "expected die:channel.die with numbers from 0, or die:any (got \"die:3@10s\")");
  CHECK(error("die:3.2") == "expected die:ADDRESS@WHEN such as die:3.2@10s (got \"die:3.2\")");
  CHECK(
      error("dei:3.2@10s") ==
      "expected KIND:ADDRESS@WHEN such as die:3.2@10s, with KIND codeword, page, block, plane, die, channel, "
      "program, erase, link or power; did you mean \"die\"? (got \"dei:3.2@10s\")");
  for (const char* text : {"die:3.2@", "die:3.2@10", "die:3.2@10op", "die:3.2@-1s", "die:3.2@x/op"})
    CHECK(
        error(text) ==
        "expected a time (10s), a count of host commands (5000ops) or a rate (1e-6/op) after the @ (got \"" +
            std::string(text) + "\")");
  CHECK(error("link:3@1ms") == "expected link:any (got \"link:3@1ms\")");
  CHECK(error("die:3.2@2/op") == "expected a rate above 0, up to 1 (got \"die:3.2@2/op\")");
  for (const char* text : {"", "@", ":", ":@", "die:@1s", "die:..@1s", "die:99999999999.1@1s", "die:-1.0@1s"})
    CHECK(error(text) != "none");
}

TEST_CASE("a loss of power has no address") {
  CHECK(parse("power@10ms").kind == Kind::power);
  CHECK(parse("power@10ms").at == 10_ms);
  CHECK(parse("power@500ops").operations == 500u);
  CHECK(parse("power@1e-4/op").rate == 1e-4);
  check(parse("power@10ms"), {1, 1, 1, 1, 1, 1});
  CHECK_THROWS_WITH(parse("power"), "expected power@WHEN such as power@10ms (got \"power\")");
}

TEST_CASE("a fault of this moment is written without its time") {
  const Fault fault = parse_now("block:3.2.1.77");
  CHECK(fault.kind == Kind::block);
  CHECK(fault.address[block] == 77);
  CHECK_FALSE(fault.at);
  CHECK(fault.text == "block:3.2.1.77");
  CHECK(parse_now("power").kind == Kind::power);
  CHECK(parse_now("page:any").anywhere);
  CHECK_THROWS_WITH(parse_now("die"), "expected die:ADDRESS such as die:3.2 (got \"die\")");
  CHECK_THROWS_WITH(parse_now("die:3"),
                    "expected die:channel.die with numbers from 0, or die:any (got \"die:3\")");
  CHECK_THROWS_AS(parse_now("die:3.2@1s"), BadFault);
  CHECK_THROWS_WITH(parse_now("dye:3.2"), Catch::Contains("such as die:3.2, with KIND codeword, page") &&
                                              Catch::Contains("did you mean \"die\"?"));
}
