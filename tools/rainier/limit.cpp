#include "tools/rainier/limit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/stage_names.hpp"

namespace rainier::tool {
namespace {

const Resource* named(const std::vector<Resource>& resources, const std::string& key) {
  const auto at =
      std::find_if(resources.begin(), resources.end(), [&](const Resource& r) { return r.key == key; });
  return at == resources.end() ? nullptr : &*at;
}

/// Slots are held by whoever waits for something else, so they are no server of their own.
const Resource* busiest(const std::vector<Resource>& resources) {
  const Resource* most = nullptr;
  for (const Resource& r : resources)
    if (r.key != "slots" && (most == nullptr || r.share > most->share)) most = &r;
  return most;
}

std::string others(const std::vector<Resource>& resources, const Resource& first) {
  std::string text;
  for (const Resource& r : resources)
    if (&r != &first && r.key != "slots" && r.share >= busy)
      text +=
          fmt::format("{}{} ({:.0f} %)", text.empty() ? "; nearly as busy: " : ", ", r.name, 100 * r.share);
  return text;
}

std::string rate(const Load& load) {
  return fmt::format("{:.3g} requests outstanding / {:.4g} us = {:.0f} IOPS", load.outstanding,
                     load.latency_us, load.outstanding / load.latency_us * 1e6);
}

}  // namespace

double asked_outstanding(const std::vector<fio::Job>& jobs) {
  double most = 0, phase = 0;
  for (const fio::Job& job : jobs) {
    if (job.stonewall) phase = 0;
    phase += static_cast<double>(job.numjobs) * job.iodepth;
    most = std::max(most, phase);
  }
  return most;
}

Load load_of(const host::StageTimes& times, const drive::Usage& spent, double asked) {
  Load load;
  if (times.requests == 0) return load;
  const auto longest = std::max_element(times.sum.begin(), times.sum.end());
  Time total;
  for (const Time stage : times.sum) total += stage;
  load.asked = asked;
  load.latency_us = total.us() / static_cast<double>(times.requests);
  load.outstanding = static_cast<double>(spent.requests) * load.latency_us * 1e-6 / spent.seconds();
  load.longest_stage = stage_names[static_cast<std::size_t>(longest - times.sum.begin())];
  load.longest_share = longest->seconds() / total.seconds();
  if (spent.ftl.host_writes > 0)
    load.waited_for_gc =
        static_cast<double>(spent.controller.stalls) / static_cast<double>(spent.ftl.host_writes);
  return load;
}

std::string limit_sentence(const std::vector<Resource>& resources, const Load& load) {
  if (load.latency_us <= 0) return "Nothing limits the run: no request has ended.";
  const Resource* most = busiest(resources);
  if (most != nullptr && most->share >= busy)
    return fmt::format("Limited by {}: busy {:.1f} % of the time{}.", most->name, 100 * most->share,
                       others(resources, *most));
  if (load.waited_for_gc > 0.05)
    return fmt::format("Limited by GC: {:.1f} % of the host's pages waited for a free superblock.",
                       100 * load.waited_for_gc);
  if (load.outstanding < 0.5 * load.asked)
    return fmt::format(
        "Limited by the workload: of {:.0f} requests that may be outstanding it keeps {:.3g} (rate, think "
        "time, batches or start-up).",
        load.asked, load.outstanding);
  const Resource* slots = named(resources, "slots");
  if (slots != nullptr && slots->share >= 0.95)
    return fmt::format(
        "Limited by {} ({:.0f} % in use) and the latency behind them: {}; most of it, {:.0f} "
        "%, "
        "is {}.",
        slots->name, 100 * slots->share, rate(load), 100 * load.longest_share, load.longest_stage);
  return fmt::format(
      "Limited by latency, nothing is busy more than {:.0f} % of the time: {}; most of it, {:.0f} %, is {}; "
      "more requests outstanding would go faster.",
      100 * (most == nullptr ? 0 : most->share), rate(load), 100 * load.longest_share, load.longest_stage);
}

}  // namespace rainier::tool
