#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace rainier::config {

/// A place in a file; line 0 is the file as a whole, or a command-line argument.
struct Place {
  std::string file;
  int line = 0;
};

/// What is wrong with a configuration, as one line for its user:
///     FILE:LINE: path.to.key: expected what (got "this"); did you mean "that"?
class Error : public std::runtime_error {
 public:
  Error(const Place& place, const std::string& path, const std::string& message);

  Place place;
  std::string path;  ///< of the parameter; empty if the file as a whole is meant
};

/// A user's text between quotes, on one line and not longer than a reader cares for.
std::string in_quotes(std::string_view text);

}  // namespace rainier::config
