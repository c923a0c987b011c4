#include "tools/python/core/drive.hpp"

#include <nlohmann/json.hpp>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "tools/python/core/victim.hpp"
#include "tools/rainier/trace/replay.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::python {
namespace {

using Field = std::pair<const char*, std::string*>;

void set(const Options& options, const std::vector<Field>& fields) {
  Texts known;
  for (const auto& [name, field] : fields) known.emplace_back(name);
  for (const auto& [name, value] : options) {
    const auto field = std::find(known.begin(), known.end(), name);
    if (field == known.end())
      throw tool::UsageError("unknown option " + config::in_quotes(name) +
                             config::did_you_mean(config::nearest(name, known)));
    *fields[static_cast<std::size_t>(field - known.begin())].second = value;
  }
}

}  // namespace

/// One thing at a time, and without Python's lock: its other threads go on.
struct Drive::Turn {
  explicit Turn(Drive& drive) : drive_(drive) {
    if (drive.busy_) throw std::runtime_error("the drive is at work: it does one thing at a time");
    if (!drive.failed_.empty())
      throw std::runtime_error("the drive has stopped in the middle of a run: " + drive.failed_);
    drive.busy_ = true;
  }
  ~Turn() { drive_.busy_ = false; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Drive& drive_;
};

Drive::Drive(const tool::RunOptions& options, py::object victim)
    : options_(options), own_victim_(!victim.is_none()) {
  options_.quiet = true;
  options_.keep_series = true;
  options_.stop = [this] { return pending_.stops(); };
  {
    const py::gil_scoped_release release;
    run_.setup = tool::load_setup(tool::Catalog(options_.configs), options_.setup);
    if (own_victim_ && run_.setup.drive.params.bridge.is_there())
      throw tool::UsageError(
          "a victim policy of one's own chooses for one drive, not for several behind a bridge");
    run_.seed = tool::parse_seed(options_.seed);
    run_.simulation =
        std::make_unique<drive::Simulation>(run_.setup.drive.params, run_.setup.host.params, run_.seed);
  }
  if (own_victim_)
    run_.simulation->controller().ftl().use(std::make_unique<PythonVictim>(std::move(victim), pending_));
}

void Drive::precondition(const std::string& recipe) {
  const Turn turn(*this);
  const std::vector<drive::Pass> passes = drive::parse_recipe(recipe);
  {
    const py::gil_scoped_release release;
    run_.simulation->settle(Time(1'000'000'000'000));
    run_.recipe.insert(run_.recipe.end(), passes.begin(), passes.end());
    run_.simulation->precondition(passes, [this](double) { return !pending_.stops(); });
  }
  pending_.raise();
}

tool::RunOptions Drive::recorded(const Options& recording) const {
  tool::RunOptions options = options_;
  set(recording, {{"series_interval", &options.series_interval},
                  {"timeline", &options.timeline},
                  {"timeline_window", &options.timeline_window},
                  {"blktrace", &options.blktrace}});
  return options;
}

template <class Report>
Outcome Drive::work(const tool::RunOptions& asked, Report report) {
  tool::RunOptions options = asked;
  std::optional<Completions> completions;
  if (callback_) {
    completions.emplace(*run_.simulation, *callback_, batch_, pending_);
    options.observers.push_back(&*completions);
  }
  Outcome outcome;
  {
    const py::gil_scoped_release release;
    fio::JobFile jobs = tool::jobs_of(run_.setup, options);
    run_.simulation->load(jobs.jobs);
    run_.jobs = std::move(jobs);
    try {
      tool::run_jobs(run_, options);
    } catch (const std::exception& error) {
      failed_ = error.what();
      throw;
    }
    if (completions) completions->flush();
    if (own_victim_) run_.notes.push_back("GC's victims were chosen by a function of Python's");
    tool::write_results(run_, options);
    const auto [text, more] = report();
    outcome = {tool::json_of(run_, more), run_.series.csv(), text, run_.notes};
  }
  pending_.raise();
  if (!run_.broken.empty()) throw std::runtime_error("conservation law broken: " + run_.broken.front());
  return outcome;
}

Outcome Drive::run(const Texts& files, const Texts& job_options, const Options& recording) {
  const Turn turn(*this);
  tool::RunOptions options = recorded(recording);
  options.job_files = files;
  options.job_options = job_options;
  return work(options, [this] { return std::pair(tool::run_text(run_), nlohmann::ordered_json()); });
}

Outcome Drive::replay(const std::string& trace, const Texts& job_options, const Options& recording,
                      const Options& options, const Texts& volumes) {
  const Turn turn(*this);
  tool::ReplayCommand command;
  command.run = recorded(recording);
  command.run.job_options = job_options;
  command.trace.path = trace;
  command.trace.volumes = volumes;
  set(options, {{"format", &command.trace.format},
                {"time_unit", &command.trace.time_unit},
                {"event", &command.trace.event},
                {"bad_lines", &command.trace.bad_lines},
                {"merge", &command.trace.merge},
                {"window", &command.trace.window},
                {"late", &command.trace.late},
                {"spread", &command.trace.spread},
                {"past_end", &command.past_end},
                {"unaligned", &command.unaligned},
                {"empty", &command.empty},
                {"qd", &command.qd},
                {"outstanding", &command.outstanding},
                {"workers", &command.workers},
                {"speed", &command.speed},
                {"passes", &command.passes},
                {"drive_writes", &command.drive_writes},
                {"requests", &command.requests}});
  const tool::TraceRun trace_run(command);
  return work(trace_run.options(), [&] { return std::pair(trace_run.text(run_), trace_run.json(run_)); });
}

void Drive::on_completions(std::optional<py::function> callback, std::size_t batch) {
  if (batch == 0) throw tool::UsageError("batch: expected a whole number of at least 1 (got 0)");
  callback_ = std::move(callback);
  batch_ = batch;
}

py::dict Drive::counters() const {
  const ftl::Counters& c = simulation().controller().ftl().counters();
  py::dict all;
  all["host_pages"] = c.host_writes;
  all["copied_pages"] = c.copies;
  all["parity_pages"] = c.parity;
  all["trimmed_pages"] = c.trimmed;
  all["erased_superblocks"] = c.erases;
  all["victims"] = c.victims;
  return all;
}

py::dict Drive::superblocks() const {
  const ftl::Superblocks& s = simulation().controller().ftl().superblocks();
  const auto array = [](const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
  };
  py::dict all;
  all["valid"] = array(s.valid);
  all["erases"] = array(s.erases);
  py::array_t<std::uint8_t> state(static_cast<py::ssize_t>(s.count()));
  for (std::uint32_t i = 0; i < s.count(); ++i) state.mutable_at(i) = static_cast<std::uint8_t>(s.state[i]);
  all["state"] = state;
  return all;
}

py::dict Drive::geometry() const {
  const controller::Controller& drive = simulation().controller();
  const ftl::Layout& layout = drive.ftl().layout();
  py::dict all;
  all["channels"] = drive.flash().channels();
  all["dies"] = drive.flash().dies();
  all["superblocks"] = layout.superblocks();
  all["superblock_pages"] = layout.user_units();
  all["page_bytes"] = drive.config().unit_bytes();
  all["logical_pages"] = drive.ftl().logical_pages();
  return all;
}

}  // namespace rainier::python
