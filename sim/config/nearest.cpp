#include "sim/config/nearest.hpp"

#include <algorithm>

namespace rainier::config {

namespace {

constexpr std::size_t longest_word = 128;  // beyond it a word is not a misspelt key; bounds the cost

std::string folded(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return out;
}

std::optional<std::string> only_completion(std::string_view word,
                                           const std::vector<std::string>& candidates) {
  if (word.size() < 3) return std::nullopt;
  std::optional<std::string> found;
  for (const std::string& candidate : candidates) {
    if (!folded(candidate).starts_with(folded(word))) continue;
    if (found) return std::nullopt;
    found = candidate;
  }
  return found;
}

}  // namespace

std::size_t edit_distance(std::string_view first, std::string_view second) {
  const std::string a = folded(first), b = folded(second);
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t allowed = std::min(std::max<std::size_t>(1, longer / 3), word.size() - 1);
    if (longer - std::min(word.size(), candidate.size()) > allowed) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > allowed || (best && distance >= least)) continue;
    best = candidate;
    least = distance;
  }
  return best ? best : only_completion(word, candidates);
}

std::string did_you_mean(const std::optional<std::string>& suggestion) {
  return suggestion ? "; did you mean \"" + *suggestion + "\"?" : "";
}

}  // namespace rainier::config
