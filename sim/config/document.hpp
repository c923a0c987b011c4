#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/error.hpp"

namespace rainier::config {

struct Field;

/// A YAML value as written: no types, no anchors, no tags, and every line number kept.
struct Node {
  enum class Type { null, scalar, list, map };
  Type type = Type::null;
  int line = 0;
  std::string text;           ///< scalar
  std::vector<Node> items;    ///< list
  std::vector<Field> fields;  ///< map, in the order of the file, each key once

  const Field* find(std::string_view key) const;
};

struct Field {
  std::string key;
  int line = 0;
  Node value;
};

/// A file's whole content, which is one map. Throws Error on anything else: what is not UTF-8 or not YAML,
/// empty files, second documents, duplicate keys, anchors, aliases, tags, keys that aren't text, deep
/// nesting.
Node parse_document(std::string_view text, const std::string& file);
Node read_document(const std::filesystem::path& file);

/// Any YAML value, for the right-hand side of `--set`.
Node parse_value(std::string_view text, const Place& place, const std::string& path);

/// What a message calls a node that is not what was expected: `"text"`, `a list`, `nothing`.
std::string described(const Node& node);

}  // namespace rainier::config
