#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "sim/config/describe.hpp"
#include "sim/config/error.hpp"
#include "sim/config/provenance.hpp"

namespace rainier::config {

struct LeafEntry {
  Kind kind = Kind::integer;
  Access access;
  Range range;
  std::vector<Choice> choices;
  std::vector<Scalar> initial;
  bool required = false;  ///< the initial value is out of range: there is no default
  Provenance provenance;
  Place place;

  std::vector<Scalar> values() const { return access.get(access.object); }
};

struct GroupEntry {
  Folder folder;  ///< no name: the group has no presets
  Snapshot snapshot;
  std::unique_ptr<Schema> schema;
};

struct ListEntry {
  Range length;
  ListAccess access;
  std::shared_ptr<void> prototype;  ///< what `item` describes: an element with its defaults
  std::unique_ptr<Schema> item;
  std::vector<Schema> items;
  Place place;

  /// Describes the elements again after their number has changed.
  void describe_items();
};

struct Entry {
  std::string name;
  std::string doc;
  std::variant<LeafEntry, GroupEntry, ListEntry> form;
};

struct Schema::State {
  struct Check {
    const void* params;
    std::string (*broken)(const void*);
  };
  struct Condition {
    std::vector<std::string> names;
    const void* params;
    std::string when;
    bool (*holds)(const void*);
  };
  std::vector<Entry> entries;
  std::vector<Check> checks;
  std::vector<Condition> conditions;
  Place place;  ///< where a file last began this group

  Entry* find(std::string_view name);
  const Condition* condition_of(const Entry& entry) const;
};

/// Back to the defaults, values and provenance.
void reset(GroupEntry& group);

}  // namespace rainier::config
