#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/kernel/time.hpp"

namespace rainier {

/// What is read is not what was written: cut off, changed, or of another shape.
class BadArchive : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A state on its way out of memory or back: one function names the fields for both directions, so that they
/// can't drift apart. What is read may be anything: whoever reads checks the numbers that others rely on.
class Archive {
 public:
  virtual ~Archive() = default;
  virtual bool reading() const = 0;
  /// Writes the bytes, or replaces them. @throws BadArchive at the end of what is read
  virtual void bytes(void* data, std::size_t size) = 0;

  template <class T>
  void value(T& value) {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);
    bytes(&value, sizeof value);
  }
  void value(bool& value);
  void value(double& value);
  void value(float& value);
  /// A number that must be below `limit`.
  void below(std::uint64_t& number, std::uint64_t limit);
  /// All items; their number is known without the archive.
  template <class T>
  void items(std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);
    bytes(items.data(), items.size() * sizeof(T));
  }
  void items(std::vector<bool>& items);
  /// A list of numbers below `limit`, no longer than that, with its length.
  void list(std::vector<std::uint32_t>& numbers, std::uint32_t limit);
  void list(std::vector<std::uint64_t>& numbers, std::uint64_t limit);
  void text(std::string& text, std::size_t longest);
  /// A moment, as the time between it and now: what is read may have another clock.
  void moment(Time& moment, Time now);
  /// A long table, byte by byte of its words: what neighbours have in common is together. Untouched memory
  /// stays so.
  void table(std::uint32_t* words, std::size_t count);
};

}  // namespace rainier
