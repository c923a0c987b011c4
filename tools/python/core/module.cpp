#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "models/host/fio/job_error.hpp"
#include "models/host/report/atomic_file.hpp"
#include "sim/config/error.hpp"
#include "tools/python/core/drive.hpp"
#include "tools/python/core/victim.hpp"
#include "tools/rainier/catalog.hpp"
#include "tools/rainier/usage_error.hpp"

// The part of the package `rainier` that is compiled. What users see, with its documentation, is beside it in
// rainier/*.py; the types of what is here are in rainier/_core.pyi.
namespace rainier::python {
namespace {

/// What the command answers with one line and exit status 2.
void translate(std::exception_ptr exception, PyObject* error) {
  try {
    std::rethrow_exception(exception);
  } catch (const tool::UsageError& e) {
    PyErr_SetString(error, e.what());
  } catch (const config::Error& e) {
    PyErr_SetString(error, e.what());
  } catch (const fio::JobError& e) {
    PyErr_SetString(error, e.what());
  } catch (const host::FileError& e) {
    PyErr_SetString(error, e.what());
  } catch (const std::invalid_argument& e) {
    PyErr_SetString(error, e.what());
  }
}

std::unique_ptr<Drive> make_drive(const std::string& preset, const Texts& overrides, const std::string& host,
                                  const std::string& scale, const std::string& seed, const Texts& faults,
                                  const std::filesystem::path& configs, py::object victim) {
  tool::RunOptions options;
  options.configs = configs;
  options.setup = {preset, host, overrides, faults, scale};
  options.seed = seed;
  return std::make_unique<Drive>(options, std::move(victim));
}

}  // namespace
}  // namespace rainier::python

PYBIND11_MODULE(_core, m) {
  using namespace rainier;
  using namespace rainier::python;
  static PyObject* const error = PyErr_NewException("rainier.RainierError", PyExc_ValueError, nullptr);
  m.attr("RainierError") = py::reinterpret_borrow<py::object>(error);
  py::register_local_exception_translator([](std::exception_ptr e) {
    if (e) translate(e, error);
  });
  PYBIND11_NUMPY_DTYPE(Completion, time_ns, latency_ns, offset, bytes, slot, operation, error);
  m.attr("completion") = py::dtype::of<Completion>();
  m.attr("__version__") = RAINIER_VERSION;
  m.def("drives", [](const std::filesystem::path& configs) { return tool::Catalog(configs).drives(); });
  m.def("hosts", [](const std::filesystem::path& configs) { return tool::Catalog(configs).hosts(); });
  m.def("workloads", [](const std::filesystem::path& configs) { return tool::Catalog(configs).workloads(); });

  py::class_<Candidates>(m, "Candidates",
                         "The superblocks that garbage collection may collect, one array a property, all in "
                         "the same order.")
      .def_readonly("number", &Candidates::number, "Of the superblock, from 0.")
      .def_readonly("valid", &Candidates::valid, "Mapping units that have to be copied.")
      .def_readonly("erases", &Candidates::erases, "How often it has been erased.")
      .def_readonly("age", &Candidates::age, "Mapping units that the host has written since it was full.")
      .def_readonly("closed", &Candidates::closed,
                    "The order in which they became full: the least is the oldest.")
      .def_readonly("pages", &Candidates::pages, "Mapping units of host data that a superblock holds.")
      .def_readonly("now", &Candidates::now,
                    "Mapping units that the host has written since the drive was made.")
      .def("__len__", [](const Candidates& c) { return c.number.size(); });

  py::class_<Outcome>(m, "Outcome")
      .def_readonly("json", &Outcome::json)
      .def_readonly("series", &Outcome::series)
      .def_readonly("text", &Outcome::text)
      .def_readonly("notes", &Outcome::notes);

  py::class_<Drive>(m, "Drive")
      .def(py::init(&make_drive))
      .def("precondition", &Drive::precondition)
      .def("run", &Drive::run)
      .def("replay", &Drive::replay)
      .def("on_completions", &Drive::on_completions)
      .def_property_readonly("capacity", &Drive::capacity)
      .def_property_readonly("now", &Drive::now)
      .def("counters", &Drive::counters)
      .def("superblocks", &Drive::superblocks)
      .def("geometry", &Drive::geometry);
}
