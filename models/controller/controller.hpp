#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/channel/flash_array.hpp"
#include "models/controller/command.hpp"
#include "models/controller/completion_queue.hpp"
#include "models/controller/config.hpp"
#include "models/controller/cores.hpp"
#include "models/controller/submission_queues.hpp"
#include "models/controller/way_in.hpp"
#include "models/ftl/ftl.hpp"
#include "models/nand/bad_blocks.hpp"
#include "models/thermal/thermal.hpp"
#include "sim/kernel/calendar.hpp"
#include "sim/port/slab.hpp"

namespace rainier {
class Archive;
}

namespace rainier::controller {

/// What passed through the controller since it was made.
struct Counters {
  std::array<std::uint64_t, 4> commands{};  ///< by Operation, ended
  std::uint64_t read_bytes = 0, write_bytes = 0;
  std::uint64_t refused_bytes = 0;  ///< of reads, that a drive too hot or a queue that ended did not send
  std::uint64_t aborted = 0;        ///< commands that ended because another of their queue had failed
  std::uint64_t error_logs = 0;     ///< that the host has read
  // In mapping units:
  std::uint64_t unmapped_pages = 0;  ///< reads of what holds nothing
  std::uint64_t buffer_hits = 0;     ///< reads of data whose program has not ended
  std::uint64_t merges = 0;          ///< read because a write covered them in part
  std::uint64_t stalls = 0;          ///< writes that waited for a superblock
  Time slot_time;                    ///< commands x time outstanding
};

/// Numbers of the events in the calendar of a drive: first the controller's own, then the host's. They are
/// part of a run's hash, so that NVMe shares those of command slots, which are its queue 0.
namespace event {
enum : std::uint32_t {
  array_done,     ///< slot: die
  bus_done,       ///< slot: channel
  dispatch,       ///< slot: command, out of the pipeline
  mapped,         ///< slot: command, its place in the map is known
  copied,         ///< slot: unit whose copy may be placed: the map has been asked
  complete,       ///< slot: queue, a completion that matters to its coalescer is in host memory; beyond: NVMe
  arrive,         ///< slot: command, its doorbell has rung
  data_in,        ///< slot: unit of a write, its data are in the buffer
  reconstructed,  ///< slot: reconstruction, its stripe is added up
  refused,        ///< slot: operation that a lost block did not take
  fault,          ///< slot: of the faults that were asked for
  data_lost,      ///< slot: unit of a write whose data came with a wrong CRC
  retry,          ///< slot: operation, a read with other thresholds may begin
  upkeep,         ///< slot: what the drive reads or collects by itself
  power,          ///< slot: 0: the power goes; else a step of the start after it
  wake,           ///< slot: die, the governor lets it go on
  coalesce,       ///< slot: epoch and queue, the coalescing timer
  interrupt,      ///< slot: queue; the host's from here on
  first_free,
};
}  // namespace event

class Checkpoint;
class Guard;

/// The drive from its doorbell to its flash: command pipeline, data paths, FTL, GC. Everything that happens
/// is an event of the calendar; the host learns of completions by an interrupt event.
class Controller {
 public:
  Controller(const DriveConfig& config, Calendar& calendar, std::uint64_t seed);
  ~Controller();

  ftl::Ftl& ftl() { return ftl_; }
  const ftl::Ftl& ftl() const { return ftl_; }
  const DriveConfig& config() const { return config_; }
  /// Lets pages that wait for their neighbour plane's be programmed alone.
  void release_held();
  /// Before the functional tier writes: what waits for the rest of its page counts as written. Call while
  /// nothing is under way.
  void hand_over();
  /// Makes the dies hold what the functional tier has written. Call while nothing is under way.
  void restore_dies();

  /// A command for this sector is about to come: its map entry is brought in from memory.
  void prefetch(std::uint64_t sector) const {
    ftl_.prefetch(static_cast<ftl::Lpn>(sector * 512 >> unit_shift_));
  }

  /// A doorbell at `at`: `command` (taken with take()) goes its way.
  std::uint32_t take() {
    const std::uint32_t c = commands_.take();
    commands_[c].clear();
    return c;
  }
  Command& operator[](std::uint32_t command) { return commands_[command]; }
  Slab<Command>& commands() { return commands_; }
  [[gnu::always_inline]] void ring(std::uint32_t command, Time at);
  void give(std::uint32_t command) { commands_.give(command); }

  /// In the host's interrupt: all completions of the queue that are posted, as a list; its interrupt stays
  /// off until enabled. Command slots have one queue.
  CommandList take_completions(std::uint32_t queue = 0);
  void enable_interrupts(std::uint32_t queue = 0);
  /// The host asks at `at` for log page 10h, which names the command that ended the queue; nothing else is
  /// outstanding. Commands are taken again. Answers when the host has it.
  Time read_error_log(Time at);
  static constexpr std::uint64_t error_log_bytes = 512;

  /// Handles an event whose number is less than event::interrupt. Inline, as every event passes here.
  [[gnu::always_inline]] void handle(Event event);

  bool idle() const;
  /// Idle, and nothing that the drive does by itself is halfway: only then can it be kept.
  bool at_rest() const;
  /// Writes or reads what outlasts the power, bytes aside. A drive that is written must be at rest; the one
  /// that reads was just made, like the other. Between hand_over() and Guard::settle().
  void archive(Archive& archive);
  const Counters& counters() const { return counters_; }
  const channel::FlashArray& flash() const { return flash_; }
  /// The command on whose behalf the operation is, where one waits for it; else `no_command`.
  std::uint32_t command_of(const channel::FlashOp& op) const {
    if (op.source != channel::Source::host || op.kind == channel::Kind::erase) return no_command;
    if (op.kind == channel::Kind::read) return op.owner;
    const bool waited_for = config_.controller.acknowledge == Acknowledge::program && op.owner != no_unit;
    return waited_for ? units_[op.owner].command : no_command;
  }
  const nand::BadBlocks& bad_blocks() const { return bad_blocks_; }
  link::Link& link() { return link_; }
  const link::Link& link() const { return link_; }
  const dram::Dram& dram() const { return dram_; }
  const Cores& cores() const { return cores_; }
  Time fetches_busy() const { return way_in_.busy(calendar_.now()); }
  const Coalescer& coalescer(std::uint32_t queue = 0) const { return completions_[queue].coalescer; }
  std::uint64_t interrupts_raised() const;
  /// None where commands have slots.
  const SubmissionQueues* nvme() const { return nvme_.get(); }
  /// What keeps data safe; none on a drive that carries no bytes and has no faults.
  Guard* guard() { return guard_.get(); }
  const Guard* guard() const { return guard_.get(); }
  /// What saves the map; none without checkpoints.
  const Checkpoint* checkpoint() const { return checkpoint_.get(); }
  power::Meter& meter() { return meter_; }
  const power::Meter& meter() const { return meter_; }
  const power::Governor& governor() const { return governor_; }
  const thermal::Model& thermal() const { return thermal_; }
  /// Air of another temperature, in degrees Celsius: see thermal::Model::expose().
  void expose(double air);
  /// Events that wait whether or not anything is to be done.
  std::size_t bookkeeping() const;
  /// Of the write buffer, in mapping units.
  std::uint32_t buffer_units() const { return buffer_units_; }
  std::uint32_t buffer_used() const { return buffer_units_ - buffer_free_; }

 private:
  friend class Checkpoint;
  friend class Guard;
  friend class Correction;
  friend class Upkeep;
  friend class PowerLoss;
  /// A mapping unit on its way to its program: of a host write, or (without a command) a copy of GC.
  struct UnitWrite {
    std::uint32_t command = no_command;
    std::uint32_t lpn = 0;  ///< of a copy: the unit it comes from
    std::uint32_t bytes = 0;
    std::uint32_t next = no_unit;  ///< placed in the same page before it
    // Of a unit written in part: where the rest of it comes from, and how often that was erased before.
    ftl::Ppn source = ftl::none;
    std::uint32_t source_erases = 0;
  };
  static constexpr std::uint32_t no_unit = ~std::uint32_t{0};
  /// The part of mapping unit number `index` that a command covers.
  struct Slice {
    ftl::Lpn lpn;
    std::uint32_t first_byte, bytes;
  };
  Slice slice(const Command& command, std::uint32_t index) const {
    const std::uint64_t first = command.sector * sector_bytes;
    const std::uint64_t end = first + command.sectors * sector_bytes;
    const std::uint64_t lpn = (first >> unit_shift_) + index;
    const std::uint64_t from = std::max(first, lpn << unit_shift_);
    const std::uint64_t to = std::min(end, (lpn + 1) << unit_shift_);
    return {static_cast<ftl::Lpn>(lpn), static_cast<std::uint32_t>(from - (lpn << unit_shift_)),
            static_cast<std::uint32_t>(to - from)};
  }
  static constexpr std::uint64_t sector_bytes = 512;

  /// A block bad from the factory replaced.
  ftl::Place with_good_block(ftl::Place place) const {
    place.at.block = bad_blocks_.physical(place.die, place.at);
    return place;
  }
  /// Sets the die and the address of the operation from its `ppn`, every bad block replaced.
  void address(channel::FlashOp& op) const;

  // protection.cpp
  /// Commands that end with an error, whatever they ask for, or wait for the drive to start; a bit each.
  enum Refusing : std::uint8_t { writes = 1, everything = 2, starting = 4, queued = 8 };
  [[gnu::cold]] bool refuse(std::uint32_t command);
  [[gnu::cold]] void end_queue(Command& command);
  void watch_temperature();
  void warm_data(Time now);
  void obey_temperature();

  // front_end.cpp
  [[gnu::cold]] void handle_guarded(const Event& event);
  void arrive(std::uint32_t command);
  void take_in(std::uint32_t command);
  void dispatch(std::uint32_t command);
  void mapped(std::uint32_t command);
  void finish_units(std::uint32_t command, std::uint32_t units, Time at);
  void post(std::uint32_t command);
  void watch_postings(CompletionQueue& queue);
  void first_posted(std::uint32_t queue);
  void collect_postings(CompletionQueue& queue);
  void collect_all();
  void completed(CompletionQueue& queue, std::uint32_t command);
  void answer(const CompletionQueue& queue, Coalescer::Answer answer);
  void coalesced(std::uint32_t slot);
  std::uint32_t outstanding() const;
  void trim(std::uint32_t command);
  void trim_unit(ftl::Lpn lpn);

  // read_path.cpp
  void read(std::uint32_t command);
  void submit_read(std::uint32_t op, ftl::Lpn lpn, std::uint32_t units);
  void read_done(std::uint32_t op);
  void finish_read(std::uint32_t op);
  void deliver(std::uint32_t command, std::uint32_t units, std::uint32_t bytes);
  std::uint32_t new_op(channel::Kind kind, channel::Source source, ftl::Ppn ppn, const ftl::Place& place,
                       std::uint32_t owner, std::uint32_t channel_bytes);
  std::uint32_t new_op(channel::Kind kind, channel::Source source, ftl::Ppn ppn, std::uint32_t owner,
                       std::uint32_t channel_bytes) {
    return new_op(kind, source, ppn, with_good_block(ftl_.layout().place(ppn)), owner, channel_bytes);
  }
  void keep_times(Command& command, const channel::FlashOp& op) const;

  // write_path.cpp
  void pump_writes();
  void data_in(std::uint32_t unit);
  void data_lost(std::uint32_t unit);
  void lose_data(std::uint32_t command);
  bool merge(std::uint32_t unit);
  [[gnu::noinline]] bool is_complete(std::uint32_t unit);
  void merge_read(std::uint32_t unit);
  void next_merge();
  std::vector<std::uint32_t> take_stalled();
  void place(std::uint32_t unit);
  bool try_place(std::uint32_t unit);
  void resume_stalled();
  void program(const ftl::Placement& placement, channel::Source source, std::uint32_t unit);
  void submit_program(std::uint32_t op, std::uint8_t stream);
  void count_out(std::uint32_t op);
  void start_program(std::uint32_t op);
  void release_held(std::uint8_t stream);
  void program_done(std::uint32_t op);

  // collection.cpp
  void pump_collection();
  void copy_read(ftl::Ppn source);
  void place_copy(ftl::Ppn source);
  void end_copy(ftl::Ppn source);
  void erase_ready();
  void start_erase(std::uint32_t superblock);
  void erase_done(std::uint32_t op);
  void unpin(ftl::Ppn ppn);

  /// The operation has ended, and its pair with it.
  void flash_done(std::uint32_t op);
  void one_done(std::uint32_t op);

  DriveConfig config_;
  Calendar& calendar_;
  std::uint32_t unit_bytes_, unit_channel_bytes_, page_channel_bytes_;
  unsigned unit_shift_, codeword_shift_;          ///< both are powers of two
  std::array<std::uint32_t, 129> channel_bytes_;  ///< by codewords
  link::Link link_;
  dram::Dram dram_;
  power::Governor governor_;
  power::Meter meter_;
  thermal::Model thermal_;
  std::int64_t link_byte_energy_;
  ftl::Ftl ftl_;
  nand::BadBlocks bad_blocks_;
  channel::FlashArray flash_;
  WayIn way_in_;
  Cores cores_;
  unsigned queue_bits_;  ///< of the number of a completion queue
  std::uint64_t completion_bytes_;
  std::vector<CompletionQueue> completions_;
  Slab<Command> commands_;
  Slab<UnitWrite> units_;
  std::array<std::uint32_t, ftl::streams> filling_;  ///< placed units of the page that each stream fills
  /// Full pages of even planes that wait for their neighbour plane's, by stream and column; empty for a
  /// stream whose pages don't wait.
  std::array<std::vector<std::uint32_t>, ftl::streams> held_;
  std::array<std::uint32_t, ftl::streams> held_pages_{};  ///< how many there are: mostly none when asked for
  CommandList waiting_writes_;
  std::uint8_t refusing_ = 0;
  std::uint32_t buffer_units_, buffer_free_;
  bool merging_ = false;                ///< a unit is being read, to be merged
  CommandList waiting_merges_;          ///< units, where merges are serial
  std::vector<std::uint32_t> stalled_;  ///< units without a place, a ring by `stalled_head_`
  std::size_t stalled_head_ = 0;
  std::uint32_t copies_in_flight_ = 0;
  std::uint32_t copies_waiting_ = 0;  ///< of them, placed, but waiting for what they are programmed with
  static constexpr std::uint32_t erase_pending = std::uint32_t{1} << 31;  ///< its erase waits for its pins
  std::vector<std::uint32_t> pins_;         ///< host reads under way in each superblock, with that mark
  std::vector<std::uint32_t> erases_left_;  ///< blocks still to erase of each superblock
  double write_crossings_;                  ///< of the DRAM bus for each byte written
  Counters counters_;
  std::unique_ptr<Guard> guard_;
  std::unique_ptr<Checkpoint> checkpoint_;
  std::unique_ptr<SubmissionQueues> nvme_;
};

inline void Controller::ring(std::uint32_t command, Time at) {
  Command& c = commands_[command];
  if (c.sectors > 0) {
    const std::uint64_t first = c.sector * sector_bytes >> unit_shift_;
    const std::uint64_t last = ((c.sector + c.sectors) * sector_bytes - 1) >> unit_shift_;
    c.pages = static_cast<std::uint32_t>(last - first + 1);
  }
  if (nvme_) [[unlikely]] {
    ++completions_[c.queue].outstanding;
    return nvme_->place(command, at);
  }
  ++completions_.front().outstanding;
  calendar_.at(link_.doorbell(at), event::arrive, command);
}

inline void Controller::handle(Event e) {
  switch (e.handler) {
    case event::array_done:
      if (const std::uint32_t op = flash_.array_done(e.slot); op != channel::no_op) flash_done(op);
      return;
    case event::bus_done:
      if (const std::uint32_t op = flash_.bus_done(e.slot); op != channel::no_op) flash_done(op);
      return;
    case event::dispatch:
      return dispatch(e.slot);
    case event::complete:
      return first_posted(e.slot);
    case event::mapped:
      return mapped(e.slot);
    case event::copied:
      return place_copy(e.slot);
    case event::arrive:
      return arrive(e.slot);
    case event::data_in:
      return data_in(e.slot);
    case event::wake:
      return flash_.wake(e.slot);
    case event::coalesce:
      return coalesced(e.slot);
    default:
      return handle_guarded(e);
  }
}

}  // namespace rainier::controller
