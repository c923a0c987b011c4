#include "tools/rainier/serve/live_setup.hpp"

#include <fmt/format.h>

#include "sim/config/quantity.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::live {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array percentiles{50.0, 90.0, 99.0, 99.9, 99.99};

bool says_data(const std::vector<std::string>& overrides) {
  return std::any_of(overrides.begin(), overrides.end(),
                     [](const std::string& one) { return one.starts_with("data="); });
}

Json latency_json(const Histogram& latency) {
  Json json{{"min", latency.min()},       {"max", latency.max()}, {"mean", latency.mean()},
            {"stddev", latency.stddev()}, {"N", latency.count()}, {"percentile", Json::object()}};
  for (const double p : percentiles) json["percentile"][fmt::format("{:.6f}", p)] = latency.percentile(p);
  return json;
}

}  // namespace

Json LiveSetup::made_from() const {
  Json json{{"version", RAINIER_VERSION},
            {"drive", setup.drive_name},
            {"host", setup.host_name},
            {"set", options.setup.overrides},
            {"faults", options.setup.faults},
            {"scale", options.setup.scale},
            {"precondition", options.precondition},
            {"seed", seed},
            {"fingerprint", tool::drive_fingerprint(setup)}};
  if (!begins_from.empty()) json[begins_from_key] = begins_from;
  return json;
}

tool::RunOptions options_from(const Json& made_from, const std::string& where) {
  tool::RunOptions options;
  try {
    options.setup.drive = made_from.at("drive").get<std::string>();
    options.setup.host = made_from.at("host").get<std::string>();
    options.setup.overrides = made_from.at("set").get<std::vector<std::string>>();
    options.setup.faults = made_from.at("faults").get<std::vector<std::string>>();
    options.setup.scale = made_from.at("scale").get<std::string>();
    options.precondition = made_from.at("precondition").get<std::string>();
    options.seed = std::to_string(made_from.at("seed").get<std::uint64_t>());
  } catch (const Json::exception&) {
    throw tool::UsageError(where +
                           ": expected what the drive was made from: drive, host, set, faults, scale, "
                           "precondition and seed");
  }
  return options;
}

LiveSetup make_live(tool::RunOptions options) {
  LiveSetup live{std::move(options), {}, 1, {}, {}, nullptr};
  const tool::Catalog catalog(live.options.configs);
  if (tool::load_setup(catalog, live.options.setup).drive.params.bridge.is_there())
    throw tool::UsageError(
        "drives behind a bridge (bridge.members above 1) can't be served: serve one of them, with "
        "--set bridge.members=1");
  if (!says_data(live.options.setup.overrides)) live.options.setup.overrides.emplace_back("data=real");
  live.setup = tool::load_setup(catalog, live.options.setup);
  if (live.setup.drive.params.media.data != media::Data::real)
    throw tool::UsageError("a live drive carries bytes: data=real is the only choice here");
  const std::vector<drive::Pass> recipe = drive::parse_recipe(live.options.precondition);
  live.recipe = drive::recipe_text(recipe);
  live.seed = tool::parse_seed(live.options.seed);
  auto drive = std::make_unique<LiveDrive>(live.setup.drive.params, live.setup.host.params, live.seed);
  tool::Progress progress(!live.options.quiet);
  const bool finished = drive->simulation().precondition(recipe, [&](double done) {
    progress.show(fmt::format("preconditioning {:.0f} %", 100 * done));
    return !tool::interrupted();
  });
  if (finished) live.drive = std::move(drive);
  return live;
}

Json summary_json(const LiveSetup& live) {
  const LiveDrive& drive = *live.drive;
  Json json{{"rainier", RAINIER_VERSION},
            {"made_from", live.made_from()},
            {"simulated_seconds", drive.now().seconds()},
            {"arrivals", drive.arrivals()},
            {"events", drive.simulation().events()},
            {"event_hash", fmt::format("{:016x}", drive.simulation().event_hash())}};
  const Statistics& s = drive.statistics();
  for (std::size_t op = 0; op < ops; ++op)
    json[op_names[op]] = {{"total_ios", s.count[op]},
                          {"io_bytes", s.bytes[op]},
                          {"errors", s.errors[op]},
                          {"lat_ns", latency_json(s.latency[op])}};
  json["smart"] = tool::smart_json(live.setup, drive.simulation());
  return json;
}

std::string summary_text(const LiveSetup& live) {
  const Statistics& s = live.drive->statistics();
  std::string text = fmt::format("{:<6}{:>14}{:>12}{:>9}{:>12}{:>12}{:>12}\n", "", "requests", "MB", "errors",
                                 "mean us", "99 % us", "most us");
  for (std::size_t op = 0; op < ops; ++op) {
    if (s.count[op] == 0) continue;
    const Histogram& h = s.latency[op];
    text += fmt::format("{:<6}{:>14}{:>12.1f}{:>9}{:>12.1f}{:>12.1f}{:>12.1f}\n", op_names[op],
                        tool::grouped(static_cast<double>(s.count[op])),
                        static_cast<double>(s.bytes[op]) / 1e6, s.errors[op], h.mean() / 1e3,
                        static_cast<double>(h.percentile(99)) / 1e3, static_cast<double>(h.max()) / 1e3);
  }
  return text + fmt::format("in {:.6f} s of simulated time\n", live.drive->now().seconds());
}

}  // namespace rainier::live
