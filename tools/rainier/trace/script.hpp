#pragma once

#include <string>
#include <vector>

namespace rainier::tool {

/// Draws a picture by a script of tools/plot, which is given the arguments.
/// @throws UsageError with what the script says is wrong with them, or if it fails
void draw(const std::string& script, const std::vector<std::string>& arguments);

/// The arguments of `rainier plot`.
struct PlotCommand {
  std::vector<std::string> files;  ///< JSON of runs, CSV of series
  std::string output = "results.svg";
};
/// Draws results side by side.
int plot(const PlotCommand& command);

}  // namespace rainier::tool
