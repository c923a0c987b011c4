#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/kernel/time.hpp"

/// What goes wrong with a drive, as an experiment says it: `die:3.2@10s`.
namespace rainier::faults {

enum class Kind : std::uint8_t { codeword, page, block, plane, die, channel, program, erase, link, power };

/// How a kind is written: its address has as many numbers as `levels` says, from the channel down; of
/// one with none only `any` can be said, or nothing.
struct KindName {
  std::string_view name;
  Kind kind;
  std::uint32_t levels;
  std::string_view doc;
};
std::span<const KindName> kinds();

/// The numbers of an address, in this order; a kind uses the first few.
enum Level : std::uint8_t { channel, die_of_channel, plane, block, page, codeword_of_page, levels };

struct Fault {
  Kind kind = Kind::die;
  bool anywhere = false;  ///< drawn when it happens
  std::array<std::uint32_t, levels> address{};
  // Of these one is set.
  std::optional<Time> at;                   ///< of simulated time
  std::optional<std::uint64_t> operations;  ///< host commands that have ended
  double rate = 0;                          ///< for each host command, again and again
  std::string text;                         ///< as it was written
};

/// Numbers that a drive has of each level: what an address must be below.
using Bounds = std::array<std::uint32_t, levels>;

/// Says in one clause what was expected.
struct BadFault : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Reads KIND:ADDRESS@WHEN, or power@WHEN. The address is numbers with dots, or `any`; WHEN is a time
/// (`10s`), a count of host commands (`5000ops`) or a rate (`1e-6/op`). @throws BadFault
Fault parse(std::string_view text);
/// The same without WHEN: what is to happen at once. @throws BadFault
Fault parse_now(std::string_view text);
/// @throws BadFault where the drive has no such place
void check(const Fault& fault, const Bounds& bounds);

}  // namespace rainier::faults
