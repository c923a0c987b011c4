#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

bool Controller::refuse(std::uint32_t command) {
  if ((refusing_ & starting) != 0) {
    guard_->hold_back(command);
    return true;
  }
  Command& c = commands_[command];
  const bool changes = c.operation == Operation::write || c.operation == Operation::trim;
  if ((refusing_ & everything) == 0 && !changes) return false;
  c.error = (refusing_ & everything) != 0 ? Error::overheated : Error::write_protected;
  if (c.operation == Operation::read) counters_.refused_bytes += c.sectors * sector_bytes;
  c.remaining = 1;
  finish_units(command, 1, calendar_.now());
  return true;
}

void Controller::expose(double air) {
  thermal_.expose(calendar_.now(), air);
  obey_temperature();
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
    obey_temperature();
  });
}

}  // namespace rainier::controller
