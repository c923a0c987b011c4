#pragma once

#include <optional>

#include <pybind11/pybind11.h>

namespace rainier::python {

namespace py = pybind11;

/// An exception of Python's that came up while a drive works: it waits until the run has ended in order, so
/// that the drive is as good as before.
class Pending {
 public:
  bool any() const { return error_.has_value(); }
  /// The first counts. Needs the GIL.
  void keep(py::error_already_set error) {
    if (!error_) error_.emplace(std::move(error));
  }
  /// Whether the run is to end: an exception waits, or there has been a signal such as Ctrl-C.
  bool stops() {
    if (error_) return true;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) error_.emplace();
    return error_.has_value();
  }
  /// Throws it, if there is one. Needs the GIL.
  void raise() {
    if (!error_) return;
    py::error_already_set error = std::move(*error_);
    error_.reset();
    throw error;
  }

 private:
  std::optional<py::error_already_set> error_;
};

}  // namespace rainier::python
