#pragma once

#include <string>
#include <vector>

namespace rainier::live {

/// How a live drive's manager is reached, as the user wrote it.
struct FrontOptions {
  std::string name;                ///< of the control socket; empty: the drive's, or with a number behind
  std::string page;                ///< [ADDRESS:]PORT; empty: no page
  std::vector<std::string> names;  ///< by which other machines reach the page
  std::string token_file;          ///< empty: the token is printed
};

}  // namespace rainier::live
