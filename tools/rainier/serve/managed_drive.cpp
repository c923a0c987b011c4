#include "tools/rainier/serve/managed_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/drive/vitals.hpp"
#include "sim/config/plural.hpp"

namespace rainier::live {
namespace {

using manager::Action;
using manager::Refused;

constexpr std::uint64_t erased_at_once = std::uint64_t{1} << 30;

}  // namespace

ManagedDrive::ManagedDrive(health::Identity identity, const Served& served, const Server& server)
    : served_(served),
      server_(server),
      gauges_(served.drive.simulation().controller(), std::move(identity)) {}

manager::Status ManagedDrive::status() {
  const LiveDrive& drive = served_.drive;
  const Statistics& s = drive.statistics();
  manager::Reading now;
  now.usage = drive.simulation().usage();
  now.vitals = drive::vitals_of(drive.simulation());
  now.events = drive::events_of(drive.simulation());
  const auto& notes = drive.notes().entries();
  now.events.insert(now.events.end(), notes.begin(), notes.end());
  std::stable_sort(now.events.begin(), now.events.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  now.reads = &s.latency[static_cast<std::size_t>(Op::read)];
  now.writes = &s.latency[static_cast<std::size_t>(Op::write)];
  now.errors = std::accumulate(s.errors.begin(), s.errors.end(), std::uint64_t{0});
  now.clients = static_cast<std::uint32_t>(server_.clients());
  const Pace& pace = served_.clock.pace();
  now.pace = {pace.name(), pace.is_free() ? 0 : 1 / pace.factor, 0, served_.clock.lag().now};
  now.locating = locating_;
  return gauges_.read(now);
}

std::string ManagedDrive::perform(const Action& action) {
  switch (action.kind) {
    case Action::Kind::fault:
      act(action.fault.text);
      return fmt::format("failed: {}", action.fault.text);
    case Action::Kind::power_cut:
      act("power");
      return "the power is cut, and comes back at once: commands under way end with an error, then the drive "
             "looks for its map";
    case Action::Kind::age:
      act(fmt::format("age:{}", action.amount));
      served_.drive.note(fmt::format("aged: what was in the flash is {:g} years older", action.amount));
      return fmt::format("what is in the flash is {:g} years older", action.amount);
    case Action::Kind::temperature:
      act(fmt::format("air:{}", action.amount));
      return fmt::format("the air is of {:g} C, and the drive as if it always had been", action.amount);
    case Action::Kind::erase:
      return erase();
    case Action::Kind::self_test:
      return self_test();
    case Action::Kind::locate:
      break;
  }
  locating_ = action.on;
  return locating_ ? "its light blinks" : "its light is off";
}

void ManagedDrive::act(const std::string& what) {
  served_.clock.arrive();
  try {
    served_.drive.act(what);
  } catch (const std::invalid_argument& error) {
    throw Refused(error.what());
  }
  served_.clock.kick();
}

/// All of it is trimmed, piece by piece, while hosts go on.
std::string ManagedDrive::erase() {
  if (erasing_) throw Refused("a secure erase is under way");
  if (served_.image != nullptr && served_.image->zero(0, served_.drive.size()) != 0)
    throw Refused("the file of the drive's bytes can't be emptied");
  erasing_ = true;
  erase_failed_ = false;
  erased_ = 0;
  served_.drive.note("secure erase: begun");
  served_.clock.arrive();
  erase_next();
  served_.clock.kick();
  return fmt::format("a secure erase of {:.4g} GB has begun",
                     static_cast<double>(served_.drive.size()) / 1e9);
}

void ManagedDrive::erase_next() {
  const std::uint64_t length = std::min(erased_at_once, served_.drive.size() - erased_);
  served_.drive.ask(Op::trim, erased_, length, nullptr, *this, 0);
  erased_ += length;
}

void ManagedDrive::ended(std::uint32_t, controller::Error error) {
  erase_failed_ = erase_failed_ || error != controller::Error::none;
  if (!erase_failed_ && erased_ < served_.drive.size()) return erase_next();
  erasing_ = false;
  served_.drive.note(erase_failed_ ? "secure erase: failed, some data are left" : "secure erase: complete");
}

/// What the drive knows of itself, looked at: attributes, reserve, stripes, and the simulator's own laws.
std::string ManagedDrive::self_test() {
  const manager::Status now = status();
  std::string wrong;
  const auto add = [&wrong](const std::string& what) { wrong += (wrong.empty() ? "" : "; ") + what; };
  for (const health::Attribute& a : now.attributes)
    if (a.failing()) add(fmt::format("{} is at {}, threshold {}", a.name, a.value, a.threshold));
  if (now.wear.write_protected) add("it takes no writes");
  if (now.temperature.shut_down) add("it is too hot");
  if (now.rain.lost_pages > 0)
    add(fmt::format("{} {} lost", now.rain.lost_pages, now.rain.lost_pages == 1 ? "page is" : "pages are"));
  if (now.rain.uncorrectable > 0)
    add(fmt::format("{} {} could not be read", now.rain.uncorrectable,
                    config::plural(now.rain.uncorrectable, "unit")));
  if (now.rain.blocks_left > 0)
    add(fmt::format("{} {} for their rebuild", now.rain.blocks_left,
                    now.rain.blocks_left == 1 ? "block waits" : "blocks wait"));
  for (const std::string& law : served_.drive.simulation().broken_laws()) add(law);
  const std::string result = wrong.empty() ? fmt::format("self test: passed, {} of {} spare blocks left",
                                                         now.wear.spare_left, now.wear.spare)
                                           : "self test: " + wrong;
  served_.drive.note(result);
  return result;
}

}  // namespace rainier::live
