#pragma once

#include <cstdint>
#include <vector>

#include <pybind11/numpy.h>

#include "models/drive/observer.hpp"
#include "models/drive/simulation.hpp"
#include "tools/python/core/pending.hpp"

namespace rainier::python {

/// A command that the drive has completed, as a row of an array.
struct Completion {
  std::int64_t time_ns;     ///< when the driver works it off, since the drive was made
  std::int64_t latency_ns;  ///< since its request was made
  std::uint64_t offset;     ///< bytes
  std::uint32_t bytes;
  std::uint32_t slot;
  std::uint8_t operation;  ///< controller::Operation
  std::uint8_t error;      ///< controller::Error
};

/// Hands a run's completions to a function of Python's, a batch at a time.
class Completions final : public drive::Observer {
 public:
  Completions(drive::Simulation& simulation, py::function callback, std::size_t batch, Pending& pending);

  void submitted(std::uint32_t) override {}
  void worked_off(std::uint32_t command) override;
  void before(const Event&) override {}
  /// Hands over what there is.
  void flush();

 private:
  drive::Simulation& simulation_;
  py::function callback_;
  std::size_t batch_;
  Pending& pending_;
  std::vector<Completion> rows_;
};

}  // namespace rainier::python
