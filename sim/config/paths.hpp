#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/config/describe.hpp"

namespace rainier::config {

/// The paths of everything that can be set: parameters, lists, and groups that have presets.
std::vector<std::string> settable_paths(const Schema& schema);

/// `; did you mean "ftl.gc.victim"?` for `victim`, `gc.victm` or `ftl.gc.victm`; all of them where several
/// paths end so; nothing where none resembles the word.
std::string suggested_path(std::string_view word, const Schema& schema);

/// The names in a group, for a message: `channels, cache, scheduler`, cut short if there are many.
std::string names_in(const Schema& schema);

}  // namespace rainier::config
