#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/python/core/completions.hpp"
#include "tools/python/core/pending.hpp"
#include "tools/rainier/simulated_run.hpp"

namespace rainier::python {

using Texts = std::vector<std::string>;
using Options = std::map<std::string, std::string>;

/// What a run leaves behind, as text.
struct Outcome {
  std::string json;    ///< what `rainier run --json` writes
  std::string series;  ///< what `--series` writes
  std::string text;    ///< what is printed
  Texts notes;
};

/// A drive that is kept: jobs run on it one after the other, and each finds what those before left behind.
class Drive {
 public:
  /// @param victim  chooses GC's victims; None: the drive's own policy does
  Drive(const tool::RunOptions& options, py::object victim);

  /// False if it was stopped.
  void precondition(const std::string& recipe);
  Outcome run(const Texts& files, const Texts& job_options, const Options& recording);
  Outcome replay(const std::string& trace, const Texts& job_options, const Options& recording,
                 const Options& options, const Texts& volumes);
  /// Of the runs to come; none with nothing.
  void on_completions(std::optional<py::function> callback, std::size_t batch);

  std::uint64_t capacity() const { return simulation().controller().config().capacity_bytes; }
  double now() const { return simulation().now().seconds(); }
  py::dict counters() const;
  py::dict superblocks() const;
  py::dict geometry() const;

 private:
  struct Turn;
  const drive::Simulation& simulation() const { return *run_.simulation; }
  tool::RunOptions recorded(const Options& recording) const;
  template <class Report>
  Outcome work(const tool::RunOptions& options, Report report);

  tool::RunOptions options_;
  bool own_victim_;
  Pending pending_;
  tool::SimulatedRun run_;
  std::optional<py::function> callback_;
  std::size_t batch_ = 0;
  bool busy_ = false;
  std::string failed_;  ///< why a run could not end in order: nothing can be done with the drive any more
};

}  // namespace rainier::python
