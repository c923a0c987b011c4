#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/channel/flash_op.hpp"
#include "models/channel/params.hpp"
#include "models/channel/queue.hpp"
#include "models/nand/die.hpp"
#include "models/power/power.hpp"
#include "sim/kernel/calendar.hpp"
#include "sim/kernel/divider.hpp"
#include "sim/port/huge_array.hpp"
#include "sim/port/slab.hpp"

namespace rainier::channel {

/// Busy time and counts of all dies and channels.
struct FlashCounters {
  std::array<std::array<std::uint64_t, sources>, 3> operations{};  ///< pages (blocks) by kind and source
  std::array<Time, 3> array_busy{};                                ///< summed over dies, by kind
  Time bus_busy;                                                   ///< summed over channels
  std::uint64_t multi_plane = 0;  ///< operations that took a second plane along
};

/// Every channel with its dies. An operation is queued at its die; the die's array and its cache register,
/// the channel's bus and the power governor each hold it as long as the data sheets say. Each operation costs
/// two events at most, whatever the number of dies.
class FlashArray {
 public:
  /// Numbers under which this array's events stand in the calendar.
  struct Handlers {
    std::uint32_t array_done, bus_done, wake;
  };
  FlashArray(const Params& params, const nand::Params& nand, const power::Params& power, Calendar& calendar,
             Handlers handlers, power::Governor& governor, power::Meter& meter);

  FlashOp& operator[](std::uint32_t op) { return ops_[op]; }
  std::uint32_t take() {
    const std::uint32_t op = ops_.take();
    ops_[op].pair = no_op;
    ops_[op].paid = 0;
    ops_[op].watched = true;
    return op;
  }
  void give(std::uint32_t op) { ops_.give(op); }
  /// Operations queued or under way.
  std::size_t in_flight() const { return ops_.used(); }

  /// Queues an operation whose die, address, kind, source and bytes are set.
  void submit(std::uint32_t op);
  /// Queues two programs of one die, so that they may go together.
  void submit_pair(std::uint32_t first, std::uint32_t second);

  // Events. Each answers the operation that has ended (a read with its data moved, a program, an erase) or
  // `no_op`; a pair ends together. The caller gives both back.
  std::uint32_t array_done(std::uint32_t die);
  std::uint32_t bus_done(std::uint32_t channel);
  void wake(std::uint32_t die) { kick(die, dies_[die]); }

  /// When a program that is in a die's array ends, if nothing stops it.
  Time program_ends(const FlashOp& op) const {
    return op.array_start + (op.pair == no_op ? Time() : nand_.plane_busy_time) + program_time(op);
  }
  /// Everything queued or under way is forgotten; what the dies hold stays.
  void power_off();

  /// Whether the page's program has ended; until then its data are in the controller's memory.
  bool is_programmed(std::uint32_t die, nand::PageAddress at) const {
    return dies_[die].die.is_programmed(at);
  }
  void prefetch(std::uint32_t die, nand::PageAddress at) const { dies_[die].die.prefetch(at); }
  nand::Die& die(std::uint32_t number) { return dies_[number].die; }
  const FlashCounters& counters() const { return counters_; }
  std::uint32_t dies() const { return static_cast<std::uint32_t>(dies_.size()); }
  std::uint32_t channels() const { return params_.channels; }
  /// What is in the die's array, or on the channel; nullptr: nothing.
  const FlashOp* in_array(std::uint32_t number) const { return operation(dies_[number].array); }
  const FlashOp* on_bus(std::uint32_t channel) const { return operation(channels_[channel].op); }
  Time die_busy(std::uint32_t number) const { return dies_[number].busy; }
  Time bus_busy(std::uint32_t channel) const { return channels_[channel].busy; }

 private:
  struct alignas(64) DieState {
    DieState(const nand::Params& params, std::span<std::uint16_t> next_page) : die(params, next_page) {}
    Queue reads, others;           ///< FIFO scheduling uses `others` alone
    std::uint32_t array = no_op;   ///< in the array, or read and waiting for the cache register
    std::uint32_t out = no_op;     ///< in the cache register, on its way out
    std::uint32_t in = no_op;      ///< on its way into the cache register
    std::uint32_t loaded = no_op;  ///< in the cache register, waiting for the array
    Time busy;
    nand::Die die;
  };
  static_assert(sizeof(DieState) == 64);  // one cache line: every operation comes to a die of its own
  struct alignas(32) Bus {
    std::uint32_t op = no_op;
    Queue out, in;  ///< FIFO scheduling uses `in` alone
    Time busy;
  };

  const FlashOp* operation(std::uint32_t op) const { return op == no_op ? nullptr : &ops_[op]; }
  std::uint32_t channel_of(std::uint32_t die) const { return by_channels_.remainder(die); }
  Time read_time(const FlashOp& op) const { return times_[nand_.is_upper(op.at.page)].read; }
  Time program_time(const FlashOp& op) const { return times_[nand_.is_upper(op.at.page)].program; }
  std::int64_t program_energy(const FlashOp& op) const { return program_energy_[nand_.is_upper(op.at.page)]; }
  /// Starts the next operation of the die if it may start. Then no other one may, so one is all.
  void kick(std::uint32_t number, DieState& die) {
    if (!die.reads.empty() || !die.others.empty()) start_next(number, die);
  }
  void start_next(std::uint32_t number, DieState& die);
  bool may_read(const DieState& die) const;
  void start_read(std::uint32_t number, DieState& die, std::uint32_t op);
  void start_write(std::uint32_t number, DieState& die);
  void begin_program(std::uint32_t number, DieState& die, std::uint32_t op);
  bool granted(std::uint32_t number, DieState& die, std::int64_t energy);
  void pay_rest(const FlashOp& op, std::int64_t energy);
  std::uint32_t partner(const Queue& queue, const DieState& die) const;
  std::uint32_t pop_with_pair(Queue& queue, DieState& die);
  void request_bus(std::uint32_t op);
  void start_transfer(std::uint32_t channel, std::uint32_t op);
  std::int64_t pages(const FlashOp& op) const { return op.pair == no_op ? 1 : 2; }
  /// The data of a read that has ended go on into the cache register.
  void move_out(DieState& die);
  void count(DieState& die, const FlashOp& op);

  Params params_;
  nand::Params nand_;
  struct ArrayTimes {
    Time read, program;
  };
  std::array<ArrayTimes, 2> times_;             ///< of lower (and single-level) pages, and of upper ones
  std::array<std::int64_t, 2> program_energy_;  ///< in the proportion of their program times
  bool read_first_;
  std::int64_t ps_per_byte_;  ///< a whole number in every timing mode
  std::int64_t read_energy_, erase_energy_, byte_energy_;
  Calendar& calendar_;
  Handlers handlers_;
  power::Governor& governor_;
  power::Meter& meter_;
  Divider by_channels_;
  Slab<FlashOp> ops_;
  HugeArray<std::uint16_t> next_page_;  ///< of every block of every die
  std::vector<DieState> dies_;
  std::vector<Bus> channels_;
  FlashCounters counters_;
};

}  // namespace rainier::channel
