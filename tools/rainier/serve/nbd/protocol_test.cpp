#include "tools/rainier/serve/nbd/protocol.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>

#include "sim/random/philox.hpp"
#include "tools/rainier/serve/nbd/negotiation.hpp"

using namespace rainier;
using namespace rainier::nbd;

namespace {

constexpr std::uint64_t size = 1 << 20;
constexpr std::uint32_t least = 512, most = 1 << 16;

Error checked(Command command, std::uint64_t offset, std::uint32_t length, std::uint16_t flags = 0) {
  return check({flags, command, 1, offset, length}, size, least, most, true);
}

}  // namespace

TEST_CASE("a request is read as the protocol's document lays it out") {
  const std::array<unsigned char, request_bytes> raw{0x25, 0x60, 0x95, 0x13, 0, 1, 0, 6, 1, 2, 3, 4, 5,    6,
                                                     7,    8,    0,    0,    0, 1, 0, 0, 2, 0, 0, 0, 0x10, 0};
  const auto request = parse_request(std::as_bytes(std::span(raw)));
  REQUIRE(request);
  CHECK(request->flags == flag::fua);
  CHECK(request->command == Command::write_zeroes);
  CHECK(request->cookie == 0x0102030405060708);
  CHECK(request->offset == 0x100000200);
  CHECK(request->length == 0x1000);
  auto other = raw;
  other[3] = 0;
  CHECK_FALSE(parse_request(std::as_bytes(std::span(other))));
}

TEST_CASE("requests outside the device, of broken blocks or of unknown kinds are refused") {
  CHECK(checked(Command::read, 0, 512) == Error::none);
  CHECK(checked(Command::read, size - 512, 512) == Error::none);
  CHECK(checked(Command::read, size - 512, 1024) == Error::invalid);
  CHECK(checked(Command::write, size - 512, 1024) == Error::no_space);
  CHECK(checked(Command::write_zeroes, size, 512) == Error::no_space);
  CHECK(checked(Command::read, ~std::uint64_t{511}, 512) == Error::invalid);
  CHECK(checked(Command::read, 0, 0) == Error::invalid);
  CHECK(checked(Command::read, 1, 512) == Error::invalid);
  CHECK(checked(Command::read, 0, 513) == Error::invalid);
  CHECK(checked(Command::read, 0, most + 512) == Error::invalid);
  CHECK(checked(Command::write, 0, most, flag::fua) == Error::none);
  CHECK(checked(Command::read, 0, 512, flag::fua) == Error::invalid);
  CHECK(checked(Command::trim, 0, size) == Error::none);
  CHECK(checked(Command::write_zeroes, 0, size, flag::no_hole) == Error::none);
  CHECK(checked(Command::write_zeroes, 0, size, flag::fast_zero) == Error::invalid);
  CHECK(checked(Command::flush, 0, 0) == Error::none);
  CHECK(checked(Command::flush, 512, 0) == Error::invalid);
  CHECK(checked(Command::cache, 0, 512) == Error::invalid);
  CHECK(checked(static_cast<Command>(99), 0, 512) == Error::invalid);
  CHECK(checked(Command::block_status, 0, size) == Error::none);
  CHECK(check({0, Command::block_status, 1, 0, 512}, size, least, most, false) == Error::invalid);
}

TEST_CASE("replies are laid out as the protocol's document has them") {
  std::string out;
  put_simple_reply(out, 0x0102030405060708, Error::io);
  CHECK(out == std::string("\x67\x44\x66\x98\0\0\0\5\1\2\3\4\5\6\7\x8", 16));
  out.clear();
  put_data_head(out, 7, 512, 1024);
  CHECK(out == std::string("\x66\x8e\x33\xef\0\1\0\1\0\0\0\0\0\0\0\7\0\0\4\x8\0\0\0\0\0\0\2\0", 28));
  out.clear();
  put_error(out, 7, Error::invalid);
  CHECK(out == std::string("\x66\x8e\x33\xef\0\1\x80\1\0\0\0\0\0\0\0\7\0\0\0\6\0\0\0\x16\0\0", 26));
  out.clear();
  const std::array<Extent, 2> extents{Extent{4096, false}, Extent{512, true}};
  put_block_status(out, 7, extents);
  CHECK(out.substr(16) == std::string("\0\0\0\x14\0\0\0\1\0\0\x10\0\0\0\0\0\0\0\2\0\0\0\0\3", 24));
}

// Set RAINIER_FUZZ_SECONDS to go on for so long.
TEST_CASE("whatever a client sends, the talk takes no more than there is and ends in a known state") {
  const Export device{"d", "", size, least, 4096, most};
  const char* seconds = std::getenv("RAINIER_FUZZ_SECONDS");
  const auto until = std::chrono::steady_clock::now() +
                     std::chrono::duration<double>(seconds == nullptr ? 0 : std::atof(seconds));
  Philox random(1, "nbd fuzz");
  std::string seed("\0\0\0\3", 4);
  const auto add_option = [&seed](std::uint32_t number, const std::string& data) {
    seed += "IHAVEOPT";
    put32(seed, number);
    put32(seed, static_cast<std::uint32_t>(data.size()));
    seed += data;
  };
  const std::string name("\0\0\0\1d", 5);
  add_option(8, "");
  add_option(10, name + std::string("\0\0\0\1\0\0\0\xf", 8) + "base:allocation");
  add_option(7, name + std::string("\0\0", 2));
  std::uint64_t chosen = 0;
  for (std::uint64_t i = 0; i < 20'000 || std::chrono::steady_clock::now() < until; ++i) {
    std::string text = seed;
    for (std::uint64_t n = random.below(4); n > 0 && !text.empty(); --n) {
      const std::size_t at = random.below(text.size());
      if (random.below(3) == 0)
        text.erase(at, random.below(9));
      else if (random.below(2) == 0)
        text.insert(at, std::string(random.below(9), static_cast<char>(random.below(256))));
      else
        text[at] = static_cast<char>(random.below(256));
    }
    Negotiation talk(device);
    std::string out;
    std::span<const std::byte> rest = std::as_bytes(std::span(text));
    while (talk.state() == Negotiation::State::talking) {
      const std::size_t taken = talk.take(rest, out);
      REQUIRE(taken <= rest.size());
      rest = rest.subspan(taken);
      if (taken == 0) break;
    }
    REQUIRE(out.size() < 4096);
    chosen += talk.state() == Negotiation::State::chosen;
    std::array<std::byte, request_bytes> raw{};
    for (std::byte& b : raw) b = static_cast<std::byte>(random.below(256));
    raw[0] = std::byte{0x25}, raw[1] = std::byte{0x60}, raw[2] = std::byte{0x95}, raw[3] = std::byte{0x13};
    const auto request = parse_request(raw);
    REQUIRE(request);
    if (check(*request, size, least, most, true) == Error::none && request->command != Command::flush) {
      REQUIRE(request->offset + request->length <= size);
      REQUIRE(request->length > 0);
    }
  }
  CHECK(chosen > 1000);  // it also gets through
}
