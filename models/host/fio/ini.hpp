#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/fio/environment.hpp"
#include "models/host/fio/job.hpp"

namespace rainier::fio {

/// `key=value` or a bare `key`, comments gone and variables replaced.
struct Setting {
  Origin origin;
  std::string key;
  std::optional<std::string> value;
};

struct Section {
  Origin origin;
  std::string name;
  bool global = false;  ///< fio takes any name that begins with `global` for one
  std::vector<Setting> settings;
};

/// The sections of a job file in order, with the settings of included files in place. A `;` or `#` begins a
/// comment anywhere in a line. Throws JobError: text outside a section, a malformed line, an include that
/// can't be read, has sections of its own or includes itself.
std::vector<Section> read_ini(std::string_view text, const std::filesystem::path& file,
                              const Environment& environment);

/// One `key=value`; leading `--` allowed. For the command line.
Setting read_setting(std::string_view text, const Origin& origin, const Environment& environment);

/// A whole file. Throws JobError if it can't be read or has more than 4 MiB.
std::string read_text(const std::filesystem::path& file, const Origin& wanted_by);

}  // namespace rainier::fio
