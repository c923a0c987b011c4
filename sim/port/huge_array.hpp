#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>

namespace rainier {

/// An array of zeros in huge pages, for tables that are read at random: only what was written costs memory,
/// and a few page-table entries cover it all. Throws std::bad_alloc.
template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit HugeArray(std::size_t size) : size_(size) {
    void* memory =
        mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes(), MADV_HUGEPAGE);
    data_ = static_cast<T*>(memory);
  }
  ~HugeArray() { munmap(data_, bytes()); }
  HugeArray(const HugeArray&) = delete;
  HugeArray& operator=(const HugeArray&) = delete;

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  void prefetch(std::size_t i) const { __builtin_prefetch(&data_[i], 1); }
  /// All zeros again, and the memory given back.
  void clear() { madvise(data_, bytes(), MADV_DONTNEED); }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  std::size_t bytes() const { return (size_ * sizeof(T) + huge_page - 1) / huge_page * huge_page; }

  std::size_t size_;
  T* data_ = nullptr;
};

}  // namespace rainier
