#include "tools/rainier/result_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/controller/checkpoint.hpp"
#include "models/controller/guard.hpp"
#include "models/host/report/fio_json.hpp"
#include "sim/config/resolved.hpp"
#include "tools/rainier/die_map.hpp"
#include "tools/rainier/error_report.hpp"
#include "tools/rainier/resources.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/stage_names.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

Json drive_json(const SimulatedRun& run) {
  return {{"preset", run.setup.drive_name},
          {"name", run.setup.drive.params.name},
          {"fingerprint", drive_fingerprint(run.setup)},
          {"scale", run.setup.scale},
          {"config", config::resolved_json(run.setup.drive.leaves)}};
}

Json host_json(const SimulatedRun& run) {
  return {{"preset", run.setup.host_name},
          {"name", run.setup.host.params.name},
          {"fingerprint", fmt::format("{:016x}", config::fingerprint(run.setup.host.leaves))},
          {"config", config::resolved_json(run.setup.host.leaves)}};
}

Json wear_json(const controller::Controller& drive) {
  const ftl::Superblocks& superblocks = drive.ftl().superblocks();
  std::uint64_t sum = 0;
  std::uint32_t least = ~0u, most = 0;
  for (const std::uint32_t erases : superblocks.erases) {
    sum += erases;
    least = std::min(least, erases);
    most = std::max(most, erases);
  }
  const auto count = static_cast<double>(superblocks.count());
  return {{"unit", "erases of a superblock, preconditioning included"},
          {"min", least},
          {"mean", static_cast<double>(sum) / count},
          {"max", most},
          {"superblocks", superblocks.count()},
          {"life_used_percent",
           100 * static_cast<double>(sum) / count / static_cast<double>(drive.config().nand.rated_cycles)},
          {"superblocks_by_erases", erase_classes(superblocks)},
          {"factory_bad_blocks", drive.bad_blocks().count()}};
}

Json write_amplification_json(const controller::Controller& drive, const drive::Usage& spent) {
  return {{"host_pages", spent.ftl.host_writes},
          {"copied_pages", spent.ftl.copies},
          {"parity_pages", spent.ftl.parity},
          {"erased_superblocks", spent.ftl.erases},
          {"gc", spent.ftl.write_amplification()},
          {"programs_per_host_page", programs_per_host_page(drive, spent)}};
}

/// What the saves of the map cost in the run. Only of a drive with checkpoints.
Json map_saves_json(const controller::Controller& drive, const drive::Usage& spent) {
  const controller::DriveConfig& c = drive.config();
  const controller::Checkpoint& checkpoint = *drive.checkpoint();
  const MapTraffic map = map_traffic(drive, spent);
  const double block = static_cast<double>(c.nand.pages_per_block * c.nand.page_bytes);
  return {{"interval_seconds", c.startup.checkpoint.seconds()},
          {"saves_since_made", checkpoint.counters().saves},
          {"pages_of_a_save", checkpoint.map_pages()},
          {"pages_programmed", map.pages},
          {"blocks_erased", map.erases},
          {"programs_per_host_page", map.programs_per_host_page},
          {"channels_busy", map.channels_busy},
          {"joules", map.joules},
          {"bytes_of_system_blocks", static_cast<double>(checkpoint.blocks()) * block},
          {"erases_of_a_block_since_made", checkpoint.mean_erases()}};
}

Json power_json(const SimulatedRun& run) {
  static constexpr std::array<const char*, power::uses> uses{"read", "program", "erase", "channel", "link"};
  const controller::Controller& drive = run.simulation->controller();
  const double idle = drive.config().idle_watts() * run.usage.seconds();
  Json energy{{"idle", idle}};
  for (std::size_t use = 0; use < uses.size(); ++use) energy[uses[use]] = run.usage.joules[use];
  energy["total"] = idle + run.usage.active_joules();
  const auto or_null = [](const std::optional<double>& watts) {
    return watts ? Json(*watts) : Json(nullptr);
  };
  return {{"mean_watts", mean_watts(drive, run.usage)},
          {"mean_rms_watts", or_null(run.simulation->mean_rms_watts())},
          {"peak_rms_watts", or_null(run.simulation->peak_rms_watts())},
          {"window_seconds", drive.config().power.window.seconds()},
          {"joules", energy}};
}

Json temperature_json(const SimulatedRun& run) {
  const controller::Controller& drive = run.simulation->controller();
  const thermal::Model& thermal = drive.thermal();
  return {{"unit", "C"},
          {"ambient", drive.config().thermal.ambient},
          {"nand", thermal.nand()},
          {"controller", thermal.controller()},
          {"lowest", thermal.lowest()},
          {"highest", thermal.highest()},
          {"throttled_seconds", thermal.throttled().seconds()},
          {"shut_down", thermal.shut_down()},
          {"by_second", thermal.by_second()}};
}

Json resources_json(const SimulatedRun& run) {
  Json json = Json::object();
  for (const Resource& resource : resources_of(*run.simulation, run.usage))
    json[resource.key] = resource.share;
  return json;
}

Json stages_json(const host::StageTimes& times) {
  Json json{{"requests", times.requests}};
  for (std::size_t stage = 0; stage < controller::stages; ++stage)
    json[stage_keys[stage]] =
        times.requests == 0 ? 0.0 : times.sum[stage].us() / static_cast<double>(times.requests);
  return json;
}

Json counts_json(const drive::Usage& spent) {
  const controller::Counters& c = spent.controller;
  return {{"requests", spent.requests},
          {"request_bytes", spent.request_bytes},
          {"commands", spent.commands},
          {"interrupts", spent.interrupts},
          {"requests_that_waited_for_a_slot", spent.slot_waits},
          {"unmapped_pages_read", c.unmapped_pages},
          {"pages_read_from_buffer", c.buffer_hits},
          {"pages_merged", c.merges},
          {"pages_that_waited_for_gc", c.stalls},
          {"multi_plane_operations", spent.flash.multi_plane},
          {"bytes_to_host", spent.posted_bytes},
          {"bytes_from_host", spent.fetched_bytes}};
}

/// Only of a drive with queue pairs; since it was made.
Json nvme_json(const controller::Controller& drive, const drive::Usage& spent) {
  Json queues = Json::array();
  for (std::uint32_t queue = 0; queue < drive.nvme()->queues(); ++queue) {
    const controller::SubmissionCounters& c = drive.nvme()->counters(queue);
    queues.push_back({{"commands", c.commands},
                      {"tail_doorbells", c.doorbells},
                      {"interrupts", drive.coalescer(queue).raised()}});
  }
  return {{"doorbells", spent.doorbells}, {"queues", queues}};
}

/// Only of a link where frames may go bad.
Json link_errors_json(const drive::Simulation& simulation) {
  const link::ErrorCounters& c = simulation.controller().link().errors();
  return {{"bad_frames", c.bad_frames},
          {"replayed_bytes", c.replayed_bytes},
          {"wire_seconds", c.wire_time.seconds()},
          {"data_frames_lost", c.lost_frames},
          {"commands_sent_again", simulation.driver().sent_again()}};
}

/// What the capacitors have to be sized for, at most so far.
Json hold_up_json(const controller::PowerCounters& c, Time there) {
  return {{"seconds_there", there.seconds()},
          {"seconds_used", c.longest_hold_up.seconds()},
          {"joules", static_cast<double>(c.hold_up_picojoules) * 1e-12}};
}

Json power_loss_json(const controller::PowerCounters& c, Time hold_up) {
  return {{"losses", c.losses},
          {"seconds_down", c.down.seconds()},
          {"seconds_down_last", c.last_down.seconds()},
          {"commands_failed", c.failed_commands},
          {"acknowledged_units_lost", c.lost_units},
          {"trims_undone", c.undone_trims},
          {"pages_broken", c.broken_pages},
          {"units_saved_by_hold_up", c.held_units},
          {"hold_up", hold_up_json(c, hold_up)},
          {"pages_searched", c.pages_searched},
          {"pages_searched_again", c.search_retries},
          {"units_searched_by_stripe", c.searched_by_stripe}};
}

/// What became of the bytes, and of what failed. Only of a drive that carries bytes or has faults.
Json data_json(const drive::Simulation& simulation) {
  const controller::Guard& guard = *simulation.controller().guard();
  const controller::GuardCounters& c = guard.counters();
  Json json{{"faults", c.faults},
            {"commands_aborted", simulation.controller().counters().aborted},
            {"units_reconstructed", c.reconstructed},
            {"units_uncorrectable", c.uncorrectable},
            {"crc_or_lba_mismatches", c.mismatches},
            {"program_failures", c.program_failures},
            {"erase_failures", c.erase_failures},
            {"blocks_rebuilt", c.rebuilt_blocks},
            {"pages_rebuilt", c.rebuilt_pages},
            {"pages_lost", c.lost_pages},
            {"rebuilding", guard.rebuilding()},
            {"superblocks_given_up", c.given_up},
            {"spare_blocks_on_shared_dies", c.shared_blocks},
            {"spare_blocks", guard.spares().made()},
            {"spare_blocks_left", guard.spares().left()},
            {"write_protected", guard.write_protected()},
            {"units_stored", guard.stored_units()}};
  if (const host::Verifier* verifier = simulation.driver().verifier()) {
    json["sectors_verified"] = verifier->sectors_checked();
    json["sectors_wrong"] = verifier->sectors_wrong();
  }
  if (const controller::PowerLoss* power = guard.power())
    json["power"] = power_loss_json(power->counters(), simulation.controller().config().startup.hold_up);
  Json log = Json::array();
  for (const media::EventLog::Entry& entry : guard.log().entries())
    log.push_back({{"seconds", entry.at.seconds()}, {"event", entry.what}});
  json["log"] = log;
  json["events_not_logged"] = guard.log().dropped();
  return json;
}

}  // namespace

Json result_json(const SimulatedRun& run) {
  Json json = host::fio_json(run.report);
  Json stages{{"unit", "us, mean of a request"}};
  for (const std::size_t direction : {0u, 1u, 2u})
    stages[direction_names[direction]] = stages_json(run.simulation->workers().stages(direction));
  json["rainier"] = {
      {"version", RAINIER_VERSION},
      {"seed", run.seed},
      {"partial", run.partial},
      {"simulated_seconds", run.usage.seconds()},
      {"precondition", drive::recipe_text(run.recipe)},
      {"notes", run.notes},
      {"ignored_options", run.jobs.ignored},
      {"conservation_laws", run.broken.empty() ? Json("ok") : Json(run.broken)},
      {"events", run.usage.events},
      {"event_hash", fmt::format("{:016x}", run.event_hash)},
      {"counts", counts_json(run.usage)},
      {"write_amplification", write_amplification_json(run.simulation->controller(), run.usage)},
      {"wear", wear_json(run.simulation->controller())},
      {"power", power_json(run)},
      {"temperature", temperature_json(run)},
      {"resources", resources_json(run)},
      {"dies", dies_json(run.simulation->controller(), run.busy_before, run.usage.at)},
      {"stages", stages},
      {"drive", drive_json(run)},
      {"host", host_json(run)}};
  json["rainier"]["smart"] = smart_json(run.setup, *run.simulation);
  if (run.simulation->controller().checkpoint() != nullptr)
    json["rainier"]["map_saves"] = map_saves_json(run.simulation->controller(), run.usage);
  if (run.simulation->controller().nvme() != nullptr)
    json["rainier"]["nvme"] = nvme_json(run.simulation->controller(), run.usage);
  if (run.simulation->controller().link().is_faulty())
    json["rainier"]["link_errors"] = link_errors_json(*run.simulation);
  const controller::Guard* guard = run.simulation->controller().guard();
  if (guard != nullptr) json["rainier"]["data"] = data_json(*run.simulation);
  if (guard != nullptr && guard->correction() != nullptr) json["rainier"]["errors"] = error_json(*guard);
  return json;
}

}  // namespace rainier::tool
