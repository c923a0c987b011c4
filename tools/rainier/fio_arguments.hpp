#pragma once

#include <string>
#include <vector>

namespace rainier::tool {

/// A command line in two: fio's options as `key=value`, and the rest in its order.
struct SplitArguments {
  std::vector<std::string> rest;
  std::vector<std::string> fio;
};

/// Takes `--rw=randread`, `--rw randread` and `--time_based` out of the arguments, but nothing named in `own`
/// (without dashes) and nothing after `--`. A value that stands apart is the next argument, unless the option
/// is one of fio's flags.
SplitArguments split_fio_options(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& own);

}  // namespace rainier::tool
