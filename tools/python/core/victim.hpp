#pragma once

#include <cstdint>

#include <pybind11/numpy.h>

#include "models/ftl/victim/victim.hpp"
#include "tools/python/core/pending.hpp"

namespace rainier::python {

/// The superblocks that GC may collect, one array a property.
struct Candidates {
  py::array_t<std::uint32_t> number, valid, erases;
  py::array_t<std::uint64_t> age, closed;
  std::uint32_t pages = 0;
  std::uint64_t now = 0;
};

/// Victims chosen by a function of Python's: it gets Candidates and answers a position in their arrays. Once
/// it has failed, greedy goes on in its place until the run has ended.
class PythonVictim final : public ftl::Victim {
 public:
  PythonVictim(py::object choose, Pending& pending) : choose_(std::move(choose)), pending_(pending) {}

  std::uint32_t choose(const ftl::Superblocks& superblocks, std::uint32_t user_units,
                       std::uint64_t now) override;

 private:
  std::uint32_t ask(const ftl::Superblocks& superblocks, std::uint32_t user_units, std::uint64_t now);

  py::object choose_;
  Pending& pending_;
  std::vector<std::uint32_t> collectable_;
};

}  // namespace rainier::python
