#include "sim/stats/counter.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/kernel/invariant.hpp"

namespace rainier {
namespace {

template <class Entry>
void require_complete(const Entry& entry) {
  if (entry.name.empty()) throw std::invalid_argument("a counter has no name");
  if (entry.unit.empty()) throw std::invalid_argument("counter " + entry.name + " has no unit");
  if (entry.description.empty()) throw std::invalid_argument("counter " + entry.name + " has no description");
  if (entry.value == nullptr) throw std::invalid_argument("counter " + entry.name + " has no value");
}

}  // namespace

Snapshot operator-(Snapshot later, const Snapshot& earlier) {
  invariant(later.counters.size() == earlier.counters.size() &&
                later.quantities.size() == earlier.quantities.size(),
            "snapshots of different registries were subtracted");
  for (std::size_t i = 0; i < later.counters.size(); ++i) later.counters[i] -= earlier.counters[i];
  for (std::size_t i = 0; i < later.quantities.size(); ++i) later.quantities[i] -= earlier.quantities[i];
  return later;
}

void Registry::add(Counter counter) {
  require_complete(counter);
  if (taken(counter.name)) throw std::invalid_argument("counter " + counter.name + " is registered twice");
  counters_.push_back(std::move(counter));
}

void Registry::add(Quantity quantity) {
  require_complete(quantity);
  if (taken(quantity.name)) throw std::invalid_argument("counter " + quantity.name + " is registered twice");
  quantities_.push_back(std::move(quantity));
}

Snapshot Registry::snapshot() const {
  Snapshot now;
  for (const Counter& counter : counters_) now.counters.push_back(*counter.value);
  for (const Quantity& quantity : quantities_) now.quantities.push_back(*quantity.value);
  return now;
}

bool Registry::taken(const std::string& name) const {
  const auto same = [&name](const auto& entry) { return entry.name == name; };
  return std::any_of(counters_.begin(), counters_.end(), same) ||
         std::any_of(quantities_.begin(), quantities_.end(), same);
}

}  // namespace rainier
