#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::trace {

/// Numbers for the names of volumes, in the order in which they are met. The only thing that grows with a
/// trace: a few dozen bytes a volume.
class Volumes {
 public:
  /// Nothing is allocated for a name that is known.
  std::uint32_t number(std::string_view name) {
    if (!names_.empty() && name == last_name()) return last_;
    const auto found = numbers_.find(name);
    last_ = found != numbers_.end() ? found->second : add(name);
    return last_;
  }
  /// As a user writes it: `hm,0` of an MSR trace is hm_0.
  const std::string& name(std::uint32_t number) const { return shown_[number]; }
  std::size_t size() const { return names_.size(); }
  static std::string shown(std::string_view name);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::string_view last_name() const { return names_[last_]; }
  std::uint32_t add(std::string_view name);

  boost::unordered_flat_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::string> names_, shown_;
  std::uint32_t last_ = 0;
};

}  // namespace rainier::trace
