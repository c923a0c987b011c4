#include "models/ftl/table.hpp"

#include <sys/mman.h>

#include <new>

namespace rainier::ftl {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t bytes_of(std::size_t size) {
  return (size * sizeof(std::uint32_t) + huge_page - 1) / huge_page * huge_page;
}

}  // namespace

Table::Table(std::size_t size) : size_(size) {
  void* memory = mmap(nullptr, bytes_of(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes_of(size), MADV_HUGEPAGE);
  data_ = static_cast<std::uint32_t*>(memory);
}

Table::~Table() { munmap(data_, bytes_of(size_)); }

void Table::clear() { madvise(data_, bytes_of(size_), MADV_DONTNEED); }

}  // namespace rainier::ftl
