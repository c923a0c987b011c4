#include <algorithm>

#include "sim/config/leaf_text.hpp"
#include "sim/config/resolved.hpp"

namespace rainier::config {

namespace {

/// The paths as a tree again.
struct Branch {
  std::string name;
  const Leaf* leaf = nullptr;
  std::vector<Branch> branches;

  bool is_element() const { return !name.empty() && name.front() >= '0' && name.front() <= '9'; }
};

Branch& branch(Branch& parent, const std::string& name) {
  const auto at = std::find_if(parent.branches.begin(), parent.branches.end(),
                               [&](const Branch& b) { return b.name == name; });
  if (at != parent.branches.end()) return *at;
  return parent.branches.emplace_back(Branch{name, nullptr, {}});
}

void plant(Branch& root, const Leaf& leaf) {
  Branch* at = &root;
  for (std::size_t begin = 0, dot = 0; dot != std::string::npos; begin = dot + 1) {
    dot = leaf.path.find('.', begin);
    at = &branch(*at, leaf.path.substr(begin, dot == std::string::npos ? dot : dot - begin));
  }
  at->leaf = &leaf;
}

std::string value_text(const Leaf& leaf) {
  const bool is_text = leaf.kind == Kind::text && leaf.shape != Shape::many && !leaf.values.empty();
  return is_text ? in_double_quotes(leaf.value) : leaf.value;
}

std::string with_provenance(const Leaf& leaf) {
  const Provenance& p = leaf.provenance;
  if (p.source == Source::unstated && p.ref.empty() && p.note.empty()) return value_text(leaf);
  std::string text = "{value: " + value_text(leaf) + ", source: " + std::string(source_name(p.source));
  if (!p.ref.empty()) text += ", ref: " + in_double_quotes(p.ref);
  if (!p.formula.empty()) text += ", formula: " + in_double_quotes(p.formula);
  for (std::size_t i = 0; i < p.on.size(); ++i)
    text += (i == 0 ? ", on: [" : ", ") + in_double_quotes(p.on[i]);
  if (!p.on.empty()) text += "]";
  if (!p.note.empty()) text += ", note: " + in_double_quotes(p.note);
  return text + "}";
}

std::string place_comment(const Leaf& leaf) {
  if (leaf.file.empty()) return "";
  std::string text = "  # " + leaf.file + (leaf.line > 0 ? ":" + std::to_string(leaf.line) : "");
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

void print(const Branch& at, std::size_t depth, std::string& out) {
  for (const Branch& b : at.branches) {
    out += std::string(2 * depth, ' ') + (b.is_element() ? "-" : b.name + ":");
    if (b.leaf && b.leaf->kind == Kind::text && b.leaf->type == "list of groups") {
      out += " []" + place_comment(*b.leaf) + "\n";
    } else if (b.leaf) {
      out += " " + with_provenance(*b.leaf) + place_comment(*b.leaf) + "\n";
    } else {
      out += "\n";
      print(b, depth + 1, out);
    }
  }
}

}  // namespace

std::string resolved_yaml(const std::vector<Leaf>& leaves) {
  Branch root;
  for (const Leaf& leaf : leaves) plant(root, leaf);
  std::string out;
  print(root, 0, out);
  return out;
}

}  // namespace rainier::config
