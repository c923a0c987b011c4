#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "models/nand/geometry.hpp"

namespace rainier::nand {

/// What a die refuses, because its data sheet does.
struct Refusal : std::logic_error {
  using std::logic_error::logic_error;
};

/// The state machine of one die: which pages of which block are programmed, and what the array is doing.
/// Every operation checks the data sheet's rules and throws Refusal where one is broken; O(1) each.
class Die {
 public:
  enum class Array : std::uint8_t { idle, reading, programming, erasing };

  /// @param next_page  a zero for each block of the die; it keeps the number of pages programmed there
  Die(const Params& params, std::span<std::uint16_t> next_page)
      : blocks_(static_cast<std::uint16_t>(params.blocks_per_plane)),
        pages_(static_cast<std::uint16_t>(params.pages_per_block)),
        planes_(static_cast<std::uint8_t>(params.planes)),
        next_page_(next_page.data()) {}
  static std::size_t blocks(const Params& params) {
    return static_cast<std::size_t>(params.planes) * params.blocks_per_plane;
  }

  Array array() const { return array_; }
  /// Pages of the block that hold data; the next program must be of this page.
  std::uint32_t programmed(PageAddress at) const { return next_page_[index(at)]; }
  bool is_programmed(PageAddress at) const { return at.page < next_page_[index(at)]; }

  void prefetch(PageAddress at) const { __builtin_prefetch(&next_page_[index(at)]); }

  void begin_read(PageAddress at) {
    require_idle("read");
    if (!is_programmed(at)) refuse("read of a page that is not programmed", at);
    array_ = Array::reading;
  }
  void end_read() { array_ = Array::idle; }

  void begin_program(PageAddress at) {
    require_idle("program");
    check_program(at);
    array_ = Array::programming;
  }
  /// Both pages at once: same page number, different planes.
  void begin_program(PageAddress a, PageAddress b) {
    require_idle("multi-plane program");
    check_pair(a, b);
    check_program(a);
    check_program(b);
    array_ = Array::programming;
  }
  void begin_read(PageAddress a, PageAddress b) {
    check_pair(a, b);
    if (!is_programmed(b)) refuse("read of a page that is not programmed", b);
    begin_read(a);
  }
  /// The page counts as programmed only from here on.
  void end_program(PageAddress at) {
    ++next_page_[index(at)];
    array_ = Array::idle;
  }

  void begin_erase(PageAddress at) {
    require_idle("erase");
    check_address(at);
    array_ = Array::erasing;
  }
  void end_erase(PageAddress at) {
    next_page_[index(at)] = 0;
    array_ = Array::idle;
  }

  /// The array forgets what it was doing.
  void power_off() { array_ = Array::idle; }

  /// Sets the programmed pages of a block as the functional tier left them.
  void restore(PageAddress at, std::uint32_t programmed) {
    next_page_[index(at)] = static_cast<std::uint16_t>(programmed);
  }

  static bool may_pair(PageAddress a, PageAddress b) { return a.plane != b.plane && a.page == b.page; }

 private:
  std::size_t index(PageAddress at) const { return static_cast<std::size_t>(at.plane) * blocks_ + at.block; }
  void check_address(PageAddress at) const {
    if (at.plane >= planes_ || at.block >= blocks_ || at.page >= pages_)
      refuse("address outside the die", at);
  }
  void check_program(PageAddress at) const {
    check_address(at);
    const std::uint32_t next = next_page_[index(at)];
    if (at.page < next) refuse("program of a page that is not erased", at);
    if (at.page > next) refuse("program out of page order", at);
  }
  void check_pair(PageAddress a, PageAddress b) const {
    if (!may_pair(a, b)) refuse("multi-plane pair on different page numbers or the same plane", b);
  }
  void require_idle(const char* operation) const {
    if (array_ != Array::idle) refuse_busy(operation);
  }
  [[noreturn]] static void refuse_busy(const char* operation);
  [[noreturn]] static void refuse(const char* reason, PageAddress at);

  std::uint16_t blocks_, pages_;
  std::uint8_t planes_;
  Array array_ = Array::idle;
  std::uint16_t* next_page_;
};

}  // namespace rainier::nand
