#include "sim/config/tree_builder.hpp"

namespace rainier::config {

namespace {

constexpr std::size_t deepest = 32;      // of lists and maps in each other
constexpr std::size_t most_keys = 1000;  // in one map; bounds the search for duplicates

int line_of(const YAML::Mark& mark) { return mark.line + 1; }

}  // namespace

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  refuse_anchor(mark, anchor);
  take({.type = Node::Type::null, .line = line_of(mark), .text = "null", .items = {}, .fields = {}});
}
void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
  fail(line_of(mark), "aliases (*name) are not supported: write the value out");
}
void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  refuse_anchor(mark, anchor);
  refuse_tag(mark, tag);
  take({.type = Node::Type::scalar, .line = line_of(mark), .text = value, .items = {}, .fields = {}});
}
void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  open(mark, tag, anchor, Node::Type::list);
}
void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(mark, tag, anchor, Node::Type::map);
}

/// A node goes into the container that is open, as a key if one is due there.
Node* TreeBuilder::take(Node node) {
  if (open_.empty()) return &(root = std::move(node));
  Node& parent = *open_.back().node;
  if (parent.type == Node::Type::list) return &parent.items.emplace_back(std::move(node));
  if (!open_.back().key_read) {
    take_key(parent, node);
    return nullptr;
  }
  open_.back().key_read = false;
  return &(parent.fields.back().value = std::move(node));
}

void TreeBuilder::take_key(Node& map, const Node& node) {
  if (node.type == Node::Type::list || node.type == Node::Type::map)
    fail(node.line, std::string("expected a key, which is plain text (got ") +
                        (node.type == Node::Type::list ? "a list" : "a group of keys") + ")");
  if (map.fields.size() >= most_keys)
    fail(node.line, "more than " + std::to_string(most_keys) + " keys in one group");
  if (const Field* first = map.find(node.text)) {
    const std::string path = open_path();
    throw Error({file_, node.line}, path.empty() ? node.text : path + "." + node.text,
                "duplicate key, first written on line " + std::to_string(first->line));
  }
  map.fields.push_back({node.text, node.line, {}});
  open_.back().key_read = true;
}

void TreeBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       Node::Type type) {
  refuse_anchor(mark, anchor);
  refuse_tag(mark, tag);
  if (open_.size() >= deepest) fail(line_of(mark), "nested more than " + std::to_string(deepest) + " deep");
  Node* node = take({.type = type, .line = line_of(mark), .text = {}, .items = {}, .fields = {}});
  open_.push_back({node, false});
}

void TreeBuilder::refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
  if (anchor != 0) fail(line_of(mark), "anchors (&name) are not supported: write the value out");
}
void TreeBuilder::refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
  if (!tag.empty() && tag != "?" && tag != "!")
    fail(line_of(mark), "tags are not supported (got " + in_quotes(tag) + ")");
}

std::string TreeBuilder::open_path() const {
  std::string path;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const Node& node = *open_[i].node;
    const bool inside = i + 1 < open_.size();
    const bool map = node.type == Node::Type::map;
    if (map && !inside && !open_[i].key_read) continue;
    if (!path.empty()) path += '.';
    path += map ? node.fields.back().key : std::to_string(node.items.size() - (inside ? 1 : 0));
  }
  return path;
}

void TreeBuilder::fail(int line, const std::string& message) const {
  throw Error({file_, line}, open_path(), message);
}

}  // namespace rainier::config
