#pragma once

#include <string>

#include "tools/rainier/run_options.hpp"
#include "tools/rainier/serve/front_options.hpp"

namespace rainier::tool {

/// The arguments of `rainier serve`.
struct ServeOptions {
  RunOptions run;  ///< drive, host, parameters, precondition, seed, json, quiet
  std::string socket, port, bind = "127.0.0.1";
  std::string store;
  std::string pace = "real";
  std::string log;
  live::FrontOptions front;
};

/// Serves a simulated drive as a block device until a signal comes.
int serve(const ServeOptions& options);

}  // namespace rainier::tool
