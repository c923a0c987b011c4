#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rainier {

/// A count that a component keeps as a plain integer, and what it means.
struct Counter {
  std::string name;  ///< dotted path, as in "channel.0.bytes_in"
  std::string unit;
  std::string description;
  const std::uint64_t* value = nullptr;
};

/// The same for a quantity that grows in real numbers, such as energy.
struct Quantity {
  std::string name;
  std::string unit;
  std::string description;
  const double* value = nullptr;
};

/// The values at one moment, in order of registration.
struct Snapshot {
  std::vector<std::uint64_t> counters;
  std::vector<double> quantities;
};
/// What a window between two snapshots of the same registry saw.
Snapshot operator-(Snapshot later, const Snapshot& earlier);

/// Everything that can be counted in one simulated system. A component registers each counter once, at
/// assembly, and must outlive the registry's last snapshot.
class Registry {
 public:
  /// Throws std::invalid_argument when the name is taken, or when name, unit or description is missing.
  void add(Counter counter);
  void add(Quantity quantity);

  Snapshot snapshot() const;
  const std::vector<Counter>& counters() const { return counters_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }

 private:
  bool taken(const std::string& name) const;

  std::vector<Counter> counters_;
  std::vector<Quantity> quantities_;
};

}  // namespace rainier
