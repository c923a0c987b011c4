#pragma once

#include <string>

#include "sim/config/document.hpp"
#include "sim/config/entry.hpp"

namespace rainier::config {

/// A map that stands for one value with its provenance, taken apart.
struct Stated {
  const Node* value = nullptr;
  Provenance provenance;
};

/// `25us`, or `{value: 25us, source: ...}`. What has no provenance of its own takes `otherwise`.
Stated stated(const Field& field, const Place& place, const std::string& path, const Provenance& otherwise);

/// Checks a value and writes it into the parameter. Throws Error and leaves the parameter alone.
void assign(LeafEntry& leaf, const Field& field, const Place& place, const std::string& path,
            const Provenance& otherwise);

}  // namespace rainier::config
