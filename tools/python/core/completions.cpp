#include "tools/python/core/completions.hpp"

namespace rainier::python {

Completions::Completions(drive::Simulation& simulation, py::function callback, std::size_t batch,
                         Pending& pending)
    : simulation_(simulation), callback_(std::move(callback)), batch_(batch), pending_(pending) {
  rows_.reserve(batch);
}

void Completions::worked_off(std::uint32_t command) {
  const controller::Command& c = simulation_.controller()[command];
  const Time now = simulation_.now();
  rows_.push_back({now.ps() / 1000, (now - c.requested).ps() / 1000, c.sector * 512, c.sectors * 512, c.slot,
                   static_cast<std::uint8_t>(c.operation), static_cast<std::uint8_t>(c.error)});
  if (rows_.size() >= batch_) flush();
}

void Completions::flush() {
  if (!rows_.empty() && !pending_.any()) {
    const py::gil_scoped_acquire gil;
    try {
      callback_(py::array_t<Completion>(static_cast<py::ssize_t>(rows_.size()), rows_.data()));
    } catch (py::error_already_set& error) {
      pending_.keep(std::move(error));
    }
  }
  rows_.clear();
}

}  // namespace rainier::python
