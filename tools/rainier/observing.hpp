#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/drive/observers/block_trace.hpp"
#include "models/drive/observers/timeline.hpp"
#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/run_options.hpp"

namespace rainier::tool {

/// `2s..2.01s`. @throws UsageError
std::pair<Time, Time> parse_window(const std::string& text);

/// What a run is recorded into beside its result: a timeline, a trace of the block layer. Where nothing was
/// asked for, nothing looks on.
class Observing final : public drive::Observer {
 public:
  /// From the moment at which the jobs start. @throws UsageError, host::FileError
  Observing(const RunOptions& options, drive::Simulation& simulation);

  void submitted(std::uint32_t request) override;
  void worked_off(std::uint32_t command) override;
  void before(const Event& event) override;
  /// Looks away where the rest can't matter.
  void update();
  /// Ends the files and gives them their names. What a reader must know of them.
  std::vector<std::string> finish();

 private:
  drive::Simulation& simulation_;
  std::pair<Time, Time> window_;
  std::optional<host::AtomicFile> timeline_file_, blktrace_file_;
  std::unique_ptr<drive::Timeline> timeline_;
  std::unique_ptr<drive::BlockTrace> block_trace_;
  std::vector<drive::Observer*> all_;
};

}  // namespace rainier::tool
