#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "models/channel/flash_array.hpp"

namespace rainier::channel {

/// A flash array on a calendar of its own, with the P320h's times: it drives single operations and notes when
/// each ended.
class Bench {
 public:
  enum Handler : std::uint32_t { array_done, bus_done, wake };

  static nand::Params default_nand() {
    nand::Params n;
    n.blocks_per_plane = 64;
    return n;
  }
  static Params default_params(std::uint32_t dies) {
    Params p;
    p.channels = 1;
    p.dies = dies;
    return p;
  }
  static power::Params no_governor() {
    power::Params p;
    p.governor = false;
    return p;
  }
  static constexpr std::uint32_t full_page = 4320;  ///< 4096 + 224 B of spare area

  explicit Bench(const Params& params, const nand::Params& nand = default_nand(),
                 const power::Params& power = no_governor())
      : governor_(power),
        meter_(power),
        array_(params, nand, power, calendar_, {array_done, bus_done, wake}, governor_, meter_) {}

  /// Fills `pages` pages of a block with data.
  void fill(std::uint32_t die, std::uint16_t block, std::uint32_t pages, std::uint8_t plane = 0) {
    array_.die(die).restore({block, 0, plane}, pages);
  }
  std::uint32_t submit(Kind kind, std::uint32_t die, nand::PageAddress at, std::uint32_t bytes = full_page) {
    const std::uint32_t op = array_.take();
    FlashOp& o = array_[op];
    o.kind = kind;
    o.source = Source::host;
    o.die = die;
    o.at = at;
    o.bytes = bytes;
    o.owner = submitted_++;
    array_.submit(op);
    return o.owner;
  }
  /// Runs until `until`; for each operation that ends, calls `ended(owner)`.
  template <class Ended>
  void run(Time until, Ended&& ended) {
    calendar_.run(until, [&](const Event& event) {
      std::uint32_t op = no_op;
      if (event.handler == array_done)
        op = array_.array_done(event.slot);
      else if (event.handler == bus_done)
        op = array_.bus_done(event.slot);
      else
        array_.wake(event.slot);
      while (op != no_op) {
        const std::uint32_t pair = array_[op].pair;
        const std::uint32_t owner = array_[op].owner;
        array_.give(op);
        REQUIRE(ends_.emplace(owner, calendar_.now()).second);
        order_.push_back(owner);
        ended(owner);
        op = pair;
      }
    });
  }
  void run(Time until = Time::max()) {
    run(until, [](std::uint32_t) {});
  }
  Time end(std::uint32_t owner) const { return ends_.at(owner); }
  std::size_t ended() const { return ends_.size(); }
  std::uint32_t submitted() const { return submitted_; }
  const std::vector<std::uint32_t>& order() const { return order_; }
  Time now() const { return calendar_.now(); }
  FlashArray& array() { return array_; }
  power::Meter& meter() { return meter_; }

 private:
  Calendar calendar_;
  power::Governor governor_;
  power::Meter meter_;
  FlashArray array_;
  std::uint32_t submitted_ = 0;
  std::map<std::uint32_t, Time> ends_;
  std::vector<std::uint32_t> order_;
};

}  // namespace rainier::channel
