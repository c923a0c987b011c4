#include "models/drive/behind_bridge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rainier::drive {

Simulation::~Simulation() = default;

/// Each with random numbers of its own.
std::vector<std::unique_ptr<Simulation::Other>> Simulation::others_of(const controller::DriveConfig& drive,
                                                                      std::uint64_t seed,
                                                                      Calendar::Kind kind) {
  std::vector<std::unique_ptr<Other>> others;
  for (std::uint32_t m = 1; m < drive.bridge.members; ++m)
    others.push_back(std::make_unique<Other>(drive, seed + m, kind));
  return others;
}

std::unique_ptr<bridge::Bridge> Simulation::make_bridge() {
  if (!own_calendar_) return nullptr;
  std::vector<bridge::Bridge::Member> members{{own_calendar_.get(), &controller_}};
  for (const auto& other : others_) members.push_back({&other->calendar, &other->drive});
  return std::make_unique<bridge::Bridge>(controller_.config().bridge, calendar_, std::move(members));
}

std::vector<controller::Controller*> Simulation::drives() {
  std::vector<controller::Controller*> all{&controller_};
  for (const auto& other : others_) all.push_back(&other->drive);
  return all;
}

std::vector<const controller::Controller*> Simulation::drives() const {
  std::vector<const controller::Controller*> all{&controller_};
  for (const auto& other : others_) all.push_back(&other->drive);
  return all;
}

void Simulation::run_behind_bridge(Time until) {
  if (observer_ != nullptr) throw std::logic_error("a bridge and the drives behind it can't be observed");
  bridge_->run(until, [this](const Event& event) {
    if (event.handler <= host::event::last_of_driver) {
      driver_.handle(event, [this](std::uint32_t request) { workers_->completed(request); });
      return true;
    }
    workers_->handle(event);
    return !workers_->done();
  });
}

/// Each drive gets its share, in blocks as large as the stripes leave them.
bool Simulation::write_behind_bridge(const UntimedWrites& writes, const Progress& progress) {
  const std::uint64_t members = bridge_->members().size(), stripe = controller_.config().bridge.stripe_bytes;
  UntimedWrites share = writes;
  share.first_byte = writes.first_byte / members;
  share.block_bytes = std::max(std::min(writes.block_bytes, stripe), writes.block_bytes / members);
  share.blocks = writes.blocks * (writes.block_bytes / share.block_bytes) / members;
  std::uint64_t m = 0;
  for (controller::Controller* drive : drives()) {
    const auto all = [&](double done) { return progress((static_cast<double>(m) + done) / double(members)); };
    if (!write_one(*drive, share, progress ? Progress(all) : Progress(), seed_ + m)) return false;
    ++m;
  }
  ++passes_;
  return true;
}

void Simulation::roll_meters() {
  for (controller::Controller* drive : drives()) drive->meter().roll(calendar_.now());
}

void Simulation::reset_peak_power() {
  for (controller::Controller* drive : drives()) drive->meter().reset_peak();
}

double Simulation::watts_of(double (power::Meter::*reading)() const) const {
  double watts = bridge_ ? controller_.config().bridge.watts : 0;
  for (const controller::Controller* drive : drives()) watts += (drive->meter().*reading)();
  return watts;
}

double Simulation::rms_watts() const { return watts_of(&power::Meter::rms_watts); }
std::optional<double> Simulation::watts_of_windows(double (power::Meter::*reading)() const) const {
  for (const controller::Controller* drive : drives())
    if (!drive->meter().has_peak()) return std::nullopt;
  return watts_of(reading);
}
std::optional<double> Simulation::mean_rms_watts() const {
  return watts_of_windows(&power::Meter::mean_rms_watts);
}
std::optional<double> Simulation::peak_rms_watts() const {
  return watts_of_windows(&power::Meter::peak_rms_watts);
}

void Simulation::add_laws_of_bridge(std::vector<std::string>& broken) const {
  const auto equal = [&broken](const char* what, std::uint64_t a, std::uint64_t b) {
    if (a != b) broken.push_back(fmt::format("{}: {} is not {}", what, a, b));
  };
  std::uint64_t ended = 0, read_bytes = 0;
  for (const controller::Controller* drive : drives()) {
    equal("valid pages of a drive are mapped pages", drive->ftl().valid(), drive->ftl().mapped());
    const controller::Counters& c = drive->counters();
    for (const std::uint64_t commands : c.commands) ended += commands;
    read_bytes += c.read_bytes - c.refused_bytes;
  }
  equal("commands sent to the bridge have completed", driver_.commands(), bridge_->commands_ended());
  equal("parts sent to the drives have completed", bridge_->parts_sent(), ended);
  equal("bytes posted over the uplink are those that the drives read, completions and interrupts",
        bridge_->uplink().posted_bytes(), bridge_->bytes_to_post(read_bytes));
}

}  // namespace rainier::drive
