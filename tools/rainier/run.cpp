#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/controller/checkpoint.hpp"
#include "models/controller/guard.hpp"
#include "models/host/report/summary.hpp"
#include "sim/config/plural.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/error_report.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/resources.hpp"
#include "tools/rainier/simulated_run.hpp"

namespace rainier::tool {
namespace {

/// What became of the bytes, and of what failed.
std::string data_line(const drive::Simulation& simulation) {
  const controller::Guard* guard = simulation.controller().guard();
  if (guard == nullptr) return "";
  std::string text = "\ndata: ";
  if (const host::Verifier* verifier = simulation.driver().verifier())
    text += fmt::format("{} sectors verified, {} wrong; ",
                        grouped(static_cast<double>(verifier->sectors_checked())), verifier->sectors_wrong());
  const controller::GuardCounters& c = guard->counters();
  const auto count = [](std::uint64_t n, const char* of) {
    return grouped(static_cast<double>(n)) + " " + config::plural(n, of);
  };
  text += fmt::format("{}, {} reconstructed, {} uncorrectable, {} rebuilt{}", count(c.faults, "fault"),
                      count(c.reconstructed, "unit"), c.uncorrectable, count(c.rebuilt_pages, "page"),
                      guard->rebuilding() ? " so far" : "");
  if (guard->write_protected()) text += "; the drive is write-protected";
  if (guard->power() == nullptr || guard->power()->counters().losses == 0) return text;
  const controller::PowerCounters& p = guard->power()->counters();
  text += fmt::format(
      "\npower: lost {}, {:.4g} s until commands were taken again; {} failed, {} lost, {} saved by the "
      "hold-up",
      count(p.losses, "time"), p.down.seconds(), count(p.failed_commands, "command"),
      count(p.lost_units, "acknowledged unit"), grouped(static_cast<double>(p.held_units)));
  if (p.longest_hold_up > Time())
    text += fmt::format(
        "\nhold-up: at most {:.3g} ms of the {:.3g} ms there are, {:.3g} J with the idle power",
        1e3 * p.longest_hold_up.seconds(), 1e3 * simulation.controller().config().startup.hold_up.seconds(),
        static_cast<double>(p.hold_up_picojoules) * 1e-12);
  return text;
}

std::string drive_lines(const SimulatedRun& run) {
  const drive::Usage& spent = run.usage;
  const controller::Controller& drive = run.simulation->controller();
  const std::optional<double> peak = run.simulation->peak_rms_watts();
  std::string text =
      fmt::format("drive: {:.2f} W mean, {} peak ({} RMS), {:.1f} C", mean_watts(drive, spent),
                  peak ? fmt::format("{:.2f} W", *peak) : "-",
                  config::format_time(drive.config().power.window), drive.thermal().temperature());
  if (drive.thermal().shut_down())
    text += "; too hot, it has shut down";
  else if (drive.thermal().throttled() > Time())
    text += fmt::format(", throttled for {:.3g} s by its temperature", drive.thermal().throttled().seconds());
  if (spent.ftl.host_writes > 0)
    text += fmt::format("; write amplification {:.3f}, with parity {:.3f} programs a host page",
                        spent.ftl.write_amplification(), programs_per_host_page(drive, spent));
  if (const controller::Checkpoint* checkpoint = drive.checkpoint()) {
    const MapTraffic map = map_traffic(drive, spent);
    text += fmt::format(
        "\nmap: {} {} since the drive was made; {:.3f} programs a host page, {:.3g} % of the channels' time, "
        "{:.3g} J",
        checkpoint->counters().saves, config::plural(checkpoint->counters().saves, "save"),
        map.programs_per_host_page, 100 * map.channels_busy, map.joules);
  }
  text += data_line(*run.simulation);
  text += error_line(run.simulation->controller().guard());
  const double wall = std::max(run.wall, 1e-9);
  text += fmt::format("\nrun: {:.4g} s simulated in {:.2f} s ({:.2f} x real time), {:.1f} M events/s",
                      spent.seconds(), run.wall, spent.seconds() / wall,
                      static_cast<double>(spent.events) / wall / 1e6);
  if (!run.recipe.empty()) text += fmt::format("; preconditioned in {:.1f} s", run.precondition_wall);
  return text + "\n";
}

}  // namespace

std::string run_text(const SimulatedRun& run) { return host::summary(run.report) + drive_lines(run); }

int run(const RunOptions& options) {
  const SimulatedRun result = simulate(options);
  return deliver(result, options, options.quiet ? "" : run_text(result), nullptr);
}

int deliver(const SimulatedRun& run, const RunOptions& options, std::string text,
            const nlohmann::ordered_json& more) {
  for (const std::string& note : run.notes) text += "note: " + note + "\n";
  if (options.json == "-")
    fmt::print(stderr, "{}", options.quiet ? "" : text);
  else if (!options.quiet || run.partial)
    print(text);
  write_results(run, options, more);
  return exit_status(run);
}

}  // namespace rainier::tool
