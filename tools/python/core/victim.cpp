#include "tools/python/core/victim.hpp"

#include <fmt/format.h>

#include "models/ftl/victim/scan.hpp"

namespace rainier::python {
namespace {

template <class T, class Value>
py::array_t<T> column(const std::vector<std::uint32_t>& of, Value value) {
  py::array_t<T> array(static_cast<py::ssize_t>(of.size()));
  T* to = array.mutable_data();
  for (const std::uint32_t superblock : of) *to++ = value(superblock);
  return array;
}

}  // namespace

std::uint32_t PythonVictim::choose(const ftl::Superblocks& s, std::uint32_t user_units, std::uint64_t now) {
  collectable_.clear();
  for (std::uint32_t sb = 0; sb < s.count(); ++sb)
    if (s.collectable(sb)) collectable_.push_back(sb);
  if (collectable_.empty()) return none_found;
  if (!pending_.any()) {
    const py::gil_scoped_acquire gil;
    try {
      return ask(s, user_units, now);
    } catch (py::error_already_set& error) {
      pending_.keep(std::move(error));
    }
  }
  return ftl::least(s, [&](std::uint32_t sb) { return s.valid[sb]; });
}

std::uint32_t PythonVictim::ask(const ftl::Superblocks& s, std::uint32_t user_units, std::uint64_t now) {
  Candidates candidates;
  candidates.number = column<std::uint32_t>(collectable_, [](std::uint32_t sb) { return sb; });
  candidates.valid = column<std::uint32_t>(collectable_, [&](std::uint32_t sb) { return s.valid[sb]; });
  candidates.erases = column<std::uint32_t>(collectable_, [&](std::uint32_t sb) { return s.erases[sb]; });
  candidates.age =
      column<std::uint64_t>(collectable_, [&](std::uint32_t sb) { return now - s.written_at[sb]; });
  candidates.closed = column<std::uint64_t>(collectable_, [&](std::uint32_t sb) { return s.closed_at[sb]; });
  candidates.pages = user_units;
  candidates.now = now;
  const py::object answer = choose_(std::move(candidates));
  const py::ssize_t position = PyNumber_AsSsize_t(answer.ptr(), PyExc_ValueError);
  if (position == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (position < 0 || static_cast<std::size_t>(position) >= collectable_.size()) {
    PyErr_SetString(PyExc_ValueError,
                    fmt::format("victim: expected a position from 0 to {}, one of the candidates (got {})",
                                collectable_.size() - 1, position)
                        .c_str());
    throw py::error_already_set();
  }
  return collectable_[static_cast<std::size_t>(position)];
}

}  // namespace rainier::python
