#include "sim/config/document.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "sim/config/tree_builder.hpp"
#include "sim/config/utf8.hpp"

namespace rainier::config {

namespace {

constexpr std::size_t largest_file = 16u << 20;  // bytes

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
Parsed parse(std::string_view text, const std::string& file) {
  TreeBuilder builder(file);
  // Without the last line end: behind one, the parser takes an open quotation at the end for closed.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    const bool any = parser.HandleNextDocument(builder);
    Node root = std::move(builder.root);
    TreeBuilder second(file);
    if (any && parser.HandleNextDocument(second))
      throw Error({file, std::max(1, second.root.line)}, "", "a second document in one file");
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
  auto [any, root] = parse(text, file);
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
    Node map = parse("value: " + std::string(text), place.file).root;
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
      return node.items.empty() ? "an empty list" : "a list";
    case Node::Type::map:
      return "a group of keys";
  }
  return "";
}

}  // namespace rainier::config
