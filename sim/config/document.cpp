#include "sim/config/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "sim/config/utf8.hpp"

namespace rainier::config {

namespace {

constexpr std::size_t deepest = 32;              // of lists and maps in each other
constexpr std::size_t largest_file = 16u << 20;  // bytes

/// Builds a Node from the parser's events, and refuses what the format has no use for.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::string file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  Node root;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    take({.type = Node::Type::null, .line = line_of(mark), .text = "null", .items = {}, .fields = {}});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(line_of(mark), "aliases (*name) are not supported: write the value out");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    take({.type = Node::Type::scalar, .line = line_of(mark), .text = value, .items = {}, .fields = {}});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Type::list);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Type::map);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }

  /// A node goes into the container that is open, as a key if one is due there.
  Node* take(Node node) {
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

  void take_key(Node& map, const Node& node) {
    if (node.type == Node::Type::list || node.type == Node::Type::map)
      fail(node.line, "expected a key, which is plain text (got " + described(node) + ")");
    if (const Field* first = map.find(node.text)) {
      const std::string path = open_path();
      throw Error({file_, node.line}, path.empty() ? node.text : path + "." + node.text,
                  "duplicate key, first written on line " + std::to_string(first->line));
    }
    map.fields.push_back({node.text, node.line, {}});
    open_.back().key_read = true;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Type type) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= deepest) fail(line_of(mark), "nested more than " + std::to_string(deepest) + " deep");
    Node* node = take({.type = type, .line = line_of(mark), .text = {}, .items = {}, .fields = {}});
    open_.push_back({node, false});
  }

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (anchor != 0) fail(line_of(mark), "anchors (&name) are not supported: write the value out");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (!tag.empty() && tag != "?" && tag != "!")
      fail(line_of(mark), "tags are not supported (got " + in_quotes(tag) + ")");
  }

  std::string open_path() const {
    std::string path = path_;
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

  [[noreturn]] void fail(int line, const std::string& message) const {
    throw Error({file_, line}, open_path(), message);
  }

  struct Open {
    Node* node;
    bool key_read;  ///< of a map: the next node is the value of the last field
  };
  std::string file_, path_;
  std::vector<Open> open_;
};

int line_at(std::string_view text, std::size_t offset) {
  return 1 +
         static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

void require_text(std::string_view text, const std::string& file) {
  if (text.size() > largest_file) throw Error({file, 0}, "", "larger than 16 MiB: not a configuration");
  if (const auto bad = first_invalid_utf8(text))
    throw Error({file, line_at(text, *bad)}, "", "not UTF-8 text");
  const auto control = std::find_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
  });
  if (control != text.end())
    throw Error({file, line_at(text, static_cast<std::size_t>(control - text.begin()))}, "",
                "a control character in the text");
}

struct Parsed {
  bool any = false;  ///< a document was there, if only an empty one
  Node root;
};

/// The parser may meet what it can't handle only in its own exceptions; they become lines like all others.
Parsed parse(std::string_view text, const std::string& file, const std::string& path) {
  Builder builder(file, path);
  // Without its last line end: behind one, the parser takes an open quotation at the end of a file for
  // closed.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    const bool any = parser.HandleNextDocument(builder);
    Node root = std::move(builder.root);
    Builder second(file, path);
    if (any && parser.HandleNextDocument(second))
      throw Error({file, std::max(1, second.root.line)}, path, "a second document in one file");
    return {any, std::move(root)};
  } catch (const YAML::Exception& e) {
    throw Error({file, e.mark.is_null() ? 1 : e.mark.line + 1}, "", "not valid YAML: " + e.msg);
  }
}

}  // namespace

const Field* Node::find(std::string_view key) const {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.key == key; });
  return at == fields.end() ? nullptr : &*at;
}

Node parse_document(std::string_view text, const std::string& file) {
  require_text(text, file);
  auto [any, root] = parse(text, file, "");
  if (!any || root.type == Node::Type::null)
    throw Error({file, 1}, "", "expected parameters, but the file is empty");
  if (root.type != Node::Type::map)
    throw Error({file, std::max(1, root.line)}, "",
                "expected `key: value` lines (got " + described(root) + ")");
  return std::move(root);
}

Node read_document(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw Error({file.string(), 0}, "", "is a folder, not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error({file.string(), 0}, "", "can't be opened");
  std::string text(largest_file + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (in.bad()) throw Error({file.string(), 0}, "", "can't be read");
  return parse_document(text, file.string());
}

Node parse_value(std::string_view text, const Place& place, const std::string& path) {
  try {
    require_text(text, place.file);
    // As the value of a key, where an open bracket is reported as such.
    Node map = parse("value: " + std::string(text), place.file, "").root;
    if (map.type != Node::Type::map || map.fields.size() != 1) throw Error(place, path, "expected one value");
    return std::move(map.fields.front().value);
  } catch (const Error& e) {
    const std::string line = e.what();
    const std::string prefix = Error(e.place, e.path, "").what();
    throw Error(place, path, line.substr(prefix.size()));
  }
}

std::string described(const Node& node) {
  switch (node.type) {
    case Node::Type::null:
      return "nothing";
    case Node::Type::scalar:
      return in_quotes(node.text);
    case Node::Type::list:
      return "a list";
    case Node::Type::map:
      return "a group of keys";
  }
  return "";
}

}  // namespace rainier::config
