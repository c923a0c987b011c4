#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

bool Controller::refuse(std::uint32_t command) {
  if ((refusing_ & starting) != 0) {
    guard_->hold_back(command);
    return true;
  }
  Command& c = commands_[command];
  if ((refusing_ & queued) != 0) {
    if (c.operation == Operation::read) counters_.refused_bytes += c.sectors * sector_bytes;
    c.remaining = 1;
    finish_units(command, 1, calendar_.now());
    return true;
  }
  const bool changes = c.operation == Operation::write || c.operation == Operation::trim;
  if ((refusing_ & everything) == 0 && !changes) return false;
  c.error = (refusing_ & everything) != 0 ? Error::overheated : Error::write_protected;
  if (c.operation == Operation::read) counters_.refused_bytes += c.sectors * sector_bytes;
  c.remaining = 1;
  finish_units(command, 1, calendar_.now());
  return true;
}

/// The command ends with an error, or after one that did. What is under way in the flash goes on to its end,
/// and the host is told of nothing but the first error until it has asked for it.
void Controller::end_queue(Command& c) {
  if (!config_.error_ends_queue()) return;
  if ((refusing_ & queued) != 0) {
    c.error = Error::aborted;
    ++counters_.aborted;
  } else if (c.error != Error::none) {
    refusing_ |= queued;
  }
}

Time Controller::read_error_log(Time at) {
  refusing_ &= static_cast<std::uint8_t>(~queued);
  ++counters_.error_logs;
  return link_.send(link_.doorbell(at), error_log_bytes);
}

void Controller::expose(double air) {
  thermal_.expose(calendar_.now(), air);
  warm_data(calendar_.now());
  obey_temperature();
}

void Controller::warm_data(Time now) {
  if (guard_ && guard_->correction()) guard_->correction()->warm(now);
}

void Controller::obey_temperature() {
  if (!config_.thermal.throttles) return;
  governor_.limit(thermal_.allowed_watts());
  if (thermal_.shut_down()) refusing_ |= everything;
}

/// At the end of each window of the power meter; that of the moment it is made counts too.
void Controller::watch_temperature() {
  obey_temperature();
  meter_.tell([this](Time end, const std::array<std::int64_t, power::uses>& spent) {
    const auto joules = [&spent](power::Use use) {
      return static_cast<double>(spent[static_cast<std::size_t>(use)]) * 1e-12;
    };
    using power::Use;
    thermal_.step(end, joules(Use::read) + joules(Use::program) + joules(Use::erase),
                  joules(Use::channel) + joules(Use::link));
    warm_data(end);
    obey_temperature();
  });
}

}  // namespace rainier::controller
