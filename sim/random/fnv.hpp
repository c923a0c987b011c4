#pragma once

#include <cstdint>
#include <string_view>

namespace rainier {

inline constexpr std::uint64_t fnv1a_basis = 0xcbf29ce484222325;

/// FNV-1a, 64 bits, going on from `hash`: for names and keys, not against someone who looks for collisions.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = fnv1a_basis) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace rainier
