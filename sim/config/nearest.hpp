#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::config {

/// Insertions, deletions, changes and swaps of neighbours (Damerau-Levenshtein, optimal string alignment)
/// that lead from one word to the other; letter case, and '-' against '_', cost nothing.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate the writer most likely meant, or none: at most one mistake per three letters, or the one
/// candidate that begins with the word. Of equals the first.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `; did you mean "..."?`, or nothing: to be put at the end of an error line.
std::string did_you_mean(const std::optional<std::string>& suggestion);

}  // namespace rainier::config
