#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/config/document.hpp"
#include "sim/config/entry.hpp"
#include "sim/config/load.hpp"

namespace rainier::config {

/// Applies files, and what they build on, to a schema: first the base, then the file's own keys on top of it.
class Loader {
 public:
  Loader(Schema& root, const Options& options) : root_(root), roots_(options.roots) {}

  void file(const std::filesystem::path& file);
  void text(std::string_view text, const std::string& file);
  void override_with(const std::string& argument);
  /// The rules over several parameters, once everything is in place.
  void check() const;

 private:
  /// Where keys are read: their file, the group's path so far, and what values without provenance take.
  struct Scope {
    std::string file;
    std::string path;
    Provenance otherwise;
    bool is_argument = false;  ///< of the command line, which has no lines

    std::string at(const std::string& key) const { return path.empty() ? key : path + "." + key; }
    Place place(int line) const { return {file, is_argument ? 0 : line}; }
  };

  void apply_file(Schema& schema, const std::filesystem::path& file, const std::string& path,
                  const Place& from);
  void apply_document(Schema& schema, const Node& document, const std::string& file, const std::string& path);
  void apply_keys(Schema& schema, const Node& map, const Scope& scope, bool base_allowed);
  void apply(Entry& entry, const Field& field, const Scope& scope);
  void apply_group(GroupEntry& group, const Field& field, const Scope& scope);
  void apply_list(ListEntry& list, const Field& field, const Scope& scope);
  void apply_preset(GroupEntry& group, const Field& base, const Scope& scope, const std::string& path);
  [[noreturn]] void unknown(const Schema& schema, const Field& field, const Scope& scope,
                            bool base_allowed) const;

  Schema& root_;
  std::vector<std::filesystem::path> roots_;
  std::vector<std::filesystem::path> open_;  ///< files that build on each other, for cycles
};

}  // namespace rainier::config
