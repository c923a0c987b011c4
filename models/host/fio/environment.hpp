#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rainier::fio {

/// What a job file can ask of the machine: `${VAR}`, `$ncpus`, `$pagesize`, `$mb_memory`.
struct Environment {
  std::function<std::optional<std::string>(const std::string&)> variable;
  std::uint64_t cpus = 1;
  std::uint64_t page_bytes = 4096;
  std::uint64_t memory_mib = 1024;
};

/// The environment of this process and this machine.
Environment process_environment();

/// The value with variables and keywords replaced: an unset variable by nothing; where a keyword was
/// replaced, whole-number arithmetic with + - * / from left to right (`size=8*$mb_memory`) is worked out, as
/// fio does.
std::string expand(std::string_view value, const Environment& environment);

}  // namespace rainier::fio
