#pragma once

#include <string>

namespace rainier::manager {

/// The arguments of `rainier manage`, as the user wrote them.
struct ManageCommand {
  enum class Verb {
    none,
    list,
    info,
    smart,
    stats,
    events,
    erase,
    fault,
    power_cut,
    age,
    temperature,
    self_test,
    locate
  };
  Verb verb = Verb::none;
  std::string name;    ///< of the drive; empty: the one that is served
  std::string fault;   ///< as --fault, without its time
  std::string amount;  ///< years, or degrees Celsius
  std::string yes;     ///< the drive's name, in place of the questions before an erase
  std::string every = "1s";
  bool off = false;    ///< of locate
  bool watch = false;  ///< of stats: goes on until Ctrl-C
  bool json = false;
};

/// Asks or orders a drive that is served, over its control socket. @throws UsageError, host::FileError
int manage(const ManageCommand& command);

}  // namespace rainier::manager
