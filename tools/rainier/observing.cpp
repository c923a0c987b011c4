#include "tools/rainier/observing.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {

std::pair<Time, Time> parse_window(const std::string& text) {
  const std::size_t dots = text.find("..");
  try {
    if (dots != std::string::npos) {
      const Time from = config::parse_time(text.substr(0, dots)),
                 to = config::parse_time(text.substr(dots + 2));
      if (from >= Time() && to > from) return {from, to};
    }
  } catch (const config::BadQuantity&) {
  }
  throw UsageError("--timeline-window: expected two times such as 2s..2.01s, the second one later (got " +
                   config::in_quotes(text) + ")");
}

Observing::Observing(const RunOptions& options, drive::Simulation& simulation)
    : simulation_(simulation), window_(parse_window(options.timeline_window)) {
  if (!options.timeline.empty()) {
    timeline_file_.emplace(std::filesystem::path(options.timeline));
    timeline_ =
        std::make_unique<drive::Timeline>(simulation, window_.first, window_.second,
                                          [this](std::string_view text) { timeline_file_->write(text); });
    all_.push_back(timeline_.get());
  }
  if (!options.blktrace.empty()) {
    blktrace_file_.emplace(std::filesystem::path(options.blktrace));
    block_trace_ = std::make_unique<drive::BlockTrace>(
        simulation, [this](std::string_view bytes) { blktrace_file_->write(bytes); });
    all_.push_back(block_trace_.get());
  }
  all_.insert(all_.end(), options.observers.begin(), options.observers.end());
  if (!all_.empty()) simulation.observe(this);
}

void Observing::submitted(std::uint32_t request) {
  for (drive::Observer* one : all_) one->submitted(request);
}

void Observing::worked_off(std::uint32_t command) {
  for (drive::Observer* one : all_) one->worked_off(command);
}

void Observing::before(const Event& event) {
  for (drive::Observer* one : all_) one->before(event);
}

void Observing::update() {
  if (!timeline_ || !timeline_->passed() || all_.empty() || all_.front() != timeline_.get()) return;
  all_.erase(all_.begin());
  if (all_.empty()) simulation_.observe(nullptr);
}

std::vector<std::string> Observing::finish() {
  simulation_.observe(nullptr);
  std::vector<std::string> notes;
  if (timeline_) {
    timeline_->finish();
    timeline_file_->commit();
    if (timeline_->slices() == 0)
      notes.push_back(fmt::format("nothing happened from {} to {}: the timeline is empty",
                                  config::format_time(window_.first), config::format_time(window_.second)));
  }
  if (block_trace_) {
    block_trace_->finish();
    blktrace_file_->commit();
  }
  return notes;
}

}  // namespace rainier::tool
