#include "tools/rainier/fio_arguments.hpp"

#include <filesystem>

#include "models/host/fio/option.hpp"
#include "tools/rainier/contains.hpp"

namespace rainier::tool {
namespace {

bool is_fio(const std::string& name) {
  return contains(fio::known_names(), name) || fio::foreign(name, "") != fio::Foreign::no;
}

/// Whether the argument after an option is its value. An option that is passed over may be a flag of fio.
bool takes(const std::string& name, const std::string& next) {
  if (next.starts_with("--")) return false;
  if (const fio::Option* option = fio::find_option(name)) return option->form != fio::Form::flag;
  std::error_code ignored;
  return !next.starts_with("-") && !std::filesystem::exists(next, ignored);
}

}  // namespace

SplitArguments split_fio_options(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& own) {
  SplitArguments split;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      split.rest.insert(split.rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                        arguments.end());
      break;
    }
    const std::size_t equals = argument.find('=');
    const std::string name = argument.starts_with("--")
                                 ? argument.substr(2, equals == std::string::npos ? equals : equals - 2)
                                 : "";
    if (name.empty() || contains(own, name) || !is_fio(name)) {
      split.rest.push_back(argument);
      continue;
    }
    if (equals == std::string::npos && i + 1 < arguments.size() && takes(name, arguments[i + 1]))
      split.fio.push_back(name + "=" + arguments[++i]);
    else
      split.fio.push_back(argument.substr(2));
  }
  return split;
}

}  // namespace rainier::tool
