#include <algorithm>
#include <map>

#include "sim/config/documentation.hpp"
#include "sim/config/leaf_text.hpp"
#include "sim/config/sections.hpp"

namespace rainier::config {

namespace {

constexpr std::size_t page_width = 100;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

/// Words from `column` on, in as many lines as they need.
std::string wrapped(const std::string& text, std::size_t column) {
  const std::size_t width = page_width > column + 30 ? page_width - column : 30;
  std::string out, line, rest = text;
  while (!rest.empty()) {
    const std::size_t blank = rest.find(' ');
    const std::string word = rest.substr(0, blank);
    rest = blank == std::string::npos ? "" : rest.substr(blank + 1);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      out += line + "\n" + std::string(column, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line;
}

struct Widths {
  std::size_t name = 0, value = 0, type = 0;
};

std::string type_and_range(const Row& row) { return row.type + (row.range.empty() ? "" : " " + row.range); }

Widths widths_of(const Section& section) {
  constexpr std::size_t widest = 44;  // a longer cell pushes its own line only
  Widths w;
  for (const Row& row : section.rows) {
    w.name = std::max(w.name, std::min(row.name.size(), widest));
    w.value = std::max(w.value, std::min(row.default_value.size(), widest));
    w.type = std::max(w.type, std::min(type_and_range(row).size(), widest));
    for (const Choice& choice : row.choices)
      w.value = std::max(w.value, std::min(choice.name.size(), widest));
  }
  return w;
}

std::string lines_for(const Row& row, const Widths& w) {
  std::string line = "  " + padded(row.name, w.name) + "  " + padded(row.default_value, w.value) + "  " +
                     padded(type_and_range(row), w.type) + "  ";
  std::string out = line + wrapped(row.doc, line.size()) + "\n";
  for (const Choice& choice : row.choices) {
    line = std::string(w.name + 4, ' ') + padded(choice.name, w.value) + "  ";
    out += line + wrapped(choice.doc, line.size()) + "\n";
  }
  return out;
}

std::string heading(const Section& section) {
  if (section.path.empty()) return "";
  std::string text = section.path + (section.doc.empty() ? "" : ": " + section.doc);
  if (!section.folder.empty()) text += " (or a preset of the folder " + section.folder + ")";
  return text + "\n";
}

}  // namespace

std::string schema_text(const Schema& schema) {
  std::string out;
  std::map<std::string, std::string> units;
  for (const Section& section : sections_of(schema)) {
    if (section.path.empty() && section.rows.empty()) continue;
    const Widths widths = widths_of(section);
    out += (out.empty() ? "" : "\n") + heading(section);
    for (const Row& row : section.rows) {
      out += lines_for(row, widths);
      if (!row.units.empty()) units.emplace(kind_name(row.kind), row.units);
    }
  }
  for (const auto& [kind, names] : units) out += "\nUnits of " + kind + ": " + names;
  return units.empty() ? out : out + "\n";
}

}  // namespace rainier::config
