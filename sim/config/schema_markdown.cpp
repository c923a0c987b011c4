#include "sim/config/documentation.hpp"
#include "sim/config/sections.hpp"

namespace rainier::config {

namespace {

/// A table's cell can't hold a bar or a line break.
std::string cell(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string code(const std::string& text) { return "`" + cell(text) + "`"; }

std::string meaning(const Row& row) {
  std::string text = cell(row.doc);
  for (std::size_t i = 0; i < row.choices.size(); ++i)
    text += (i == 0 ? ": " : "; ") + code(row.choices[i].name) + " " + cell(row.choices[i].doc);
  return text;
}

}  // namespace

std::string schema_markdown(const Schema& schema) {
  std::string out;
  for (const Section& section : sections_of(schema)) {
    if (section.path.empty() && section.rows.empty()) continue;
    if (!out.empty()) out += "\n";
    if (!section.path.empty()) out += "## " + code(section.path) + "\n\n" + section.doc + "\n\n";
    if (!section.folder.empty()) out += "May be a preset of the folder " + code(section.folder) + ".\n\n";
    if (section.rows.empty()) continue;
    out += "| parameter | default | type | range | meaning |\n|---|---|---|---|---|\n";
    for (const Row& row : section.rows)
      out += "| " + code(row.name) + " | " + code(row.default_value) + " | " + row.type + " | " +
             cell(row.range) + " | " + meaning(row) + " |\n";
  }
  return out;
}

}  // namespace rainier::config
