#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "models/host/fio/job.hpp"
#include "models/host/fio/job_error.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

/// `a,b,c` for reads, writes and trims. The last part holds for the directions after it; an empty part leaves
/// its direction alone. `read(part)` gives the value, `set(direction, value)` takes it.
template <class Read, class Set>
void per_direction(std::string_view text, Read read, Set set) {
  const auto parts = split(text, ',');
  if (parts.size() > data_directions) throw ValueError("expected at most three values: reads,writes,trims");
  if (text.empty()) throw ValueError("expected a value");
  for (std::size_t direction = 0; direction < data_directions; ++direction) {
    const std::string_view part = trim(parts[std::min(direction, parts.size() - 1)]);
    if (!part.empty()) set(direction, read(part));
  }
}

/// The same into an array.
template <class T, class Read>
void read_each(std::string_view text, PerDirection<T>& into, Read read) {
  per_direction(text, read,
                [&into](std::size_t direction, auto value) { into[direction] = T(std::move(value)); });
}

}  // namespace rainier::fio
