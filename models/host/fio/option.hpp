#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/fio/draft.hpp"

namespace rainier::fio {

/// How an option is written: fio's flags may stand alone, its other options need a value.
enum class Form : std::uint8_t { value, flag, text };  ///< text: a value that may be missing or empty

/// One option of a job and what its value does to the draft. `apply` throws ValueError saying what was
/// expected.
struct Option {
  std::string_view name;
  std::string_view alias;  ///< empty: none
  Form form;
  void (*apply)(Draft& draft, std::string_view value);
};

// The tables, by subject.
std::span<const Option> pattern_options();
std::span<const Option> block_options();
std::span<const Option> size_options();
std::span<const Option> queue_options();
std::span<const Option> time_options();
std::span<const Option> rate_options();
std::span<const Option> group_options();
std::span<const Option> log_options();
std::span<const Option> verify_options();

/// The option of that name or alias; nullptr if it is not simulated.
const Option* find_option(std::string_view name);

/// Names and aliases of all options that are simulated or ignored.
const std::vector<std::string>& known_names();

/// fio's own options that the simulator does not act on.
enum class Foreign : std::uint8_t {
  no,       ///< not an option of fio
  ignored,  ///< can't matter to a simulated drive
  neutral,  ///< would matter, but the value given asks for nothing
  refused,  ///< would matter
};
Foreign foreign(std::string_view name, std::string_view value);

/// The names of all that are ignored.
std::span<const std::string_view> ignored_options();

}  // namespace rainier::fio
