#pragma once

#include <cstdio>
#include <cstdlib>

namespace rainier {

/// Ends the process with one line: for a broken promise of the program itself, never for bad input.
[[noreturn, gnu::cold, gnu::noinline]] inline void broken(const char* what) {
  std::fprintf(stderr, "rainier: invariant broken: %s\n", what);
  std::abort();
}

/// An assertion that stays on in release: one predicted branch.
constexpr void invariant(bool holds, const char* what) {
  if (!holds) [[unlikely]]
    broken(what);
}

}  // namespace rainier
