#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "models/faults/fault.hpp"

namespace rainier::manager {

/// What was asked for can't be done, or not understood: one line that says why.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What an administrator or a teacher does to a drive.
struct Action {
  enum class Kind : std::uint8_t { fault, power_cut, erase, age, temperature, self_test, locate };
  Kind kind = Kind::locate;
  faults::Fault fault;  ///< of a fault
  double amount = 0;    ///< years of ageing, or degrees Celsius of the air
  bool on = true;       ///< of locate
  std::string code;     ///< of an erase: what the first answer to it said
};

/// Reads {"action": NAME, ...}: `fault` with "spec" (as --fault, without its time), `power-cut`, `erase` with
/// "code" or without, `age` with "years", `temperature` with "celsius", `self-test`, `locate` with "on".
/// @throws Refused
Action action_of(const nlohmann::ordered_json& order);

}  // namespace rainier::manager
