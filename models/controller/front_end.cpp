#include "models/controller/controller.hpp"

#include <bit>

#include "models/controller/checkpoint.hpp"
#include "models/controller/guard.hpp"
#include "models/controller/layout_of.hpp"
#include "models/controller/slot_fetch.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier::controller {
namespace {

/// The dies' blocks without those of the saved map, which are good ones.
nand::Params without_system_blocks(const DriveConfig& c) {
  nand::Params nand = c.nand;
  nand.blocks_per_plane -= system_blocks(c);
  return nand;
}

}  // namespace

Controller::Controller(const DriveConfig& config, Calendar& calendar, std::uint64_t seed)
    : config_(config),
      calendar_(calendar),
      unit_bytes_(static_cast<std::uint32_t>(config.unit_bytes())),
      unit_channel_bytes_(config.channel_bytes(config.unit_bytes() / config.nand.codeword_bytes)),
      page_channel_bytes_(config.channel_bytes(config.nand.page_bytes / config.nand.codeword_bytes)),
      unit_shift_(static_cast<unsigned>(std::countr_zero(config.unit_bytes()))),
      codeword_shift_(static_cast<unsigned>(std::countr_zero(config.nand.codeword_bytes))),
      link_(config.link, has_link_faults(config), seed),
      dram_(config.dram),
      governor_(config.power),
      meter_(config.power),
      thermal_(config.thermal, config.power.idle_watts, config.power.window),
      link_byte_energy_(static_cast<std::int64_t>(config.power.link_byte_joules * 1e12 + 0.5)),
      ftl_(layout_of(config), config.ftl, config.logical_pages(), seed),
      bad_blocks_(without_system_blocks(config), config.channel.dies, usable_blocks(config),
                  config.ftl.factory_bad, Philox(seed, "nand.bad_blocks")),
      flash_(config.channel, config.nand, config.power, calendar,
             {event::array_done, event::bus_done, event::wake}, governor_, meter_),
      way_in_(config.controller.fetches()),
      cores_(config.controller.cores),
      queue_bits_(0),
      completion_bytes_(config.controller.bytes_of_completion()),
      buffer_units_(static_cast<std::uint32_t>(config.dram.write_buffer_bytes / config.unit_bytes())),
      buffer_free_(buffer_units_),
      pins_(ftl_.superblocks().count(), 0),
      erases_left_(ftl_.superblocks().count(), 0),
      write_crossings_(config.ftl.parity == 0 ? 2 : 2 + 2.0 / config.ftl.parity) {
  const bool queue_pairs = config.controller.front_end == FrontEnd::nvme;
  for (std::uint32_t queue = 0; queue < (queue_pairs ? config.controller.nvme.queues : 1); ++queue)
    completions_.emplace_back(config.controller, queue);
  filling_.fill(no_unit);
  const bool pairs = config.channel.multi_plane && config.ftl.planes % 2 == 0 &&
                     config.controller.acknowledge == Acknowledge::buffer;
  for (std::uint8_t stream = 0; stream < ftl::streams; ++stream)
    if (pairs && (stream != ftl::Ftl::copy_stream || config.ftl.gc.pair_planes))
      held_[stream].assign(ftl_.layout().row(), channel::no_op);
  for (std::uint32_t n = 0; n < channel_bytes_.size(); ++n) channel_bytes_[n] = config.channel_bytes(n);
  ftl_.age(static_cast<std::uint32_t>(config.reliability.age.cycles));
  if (config.media.data == media::Data::real || !config.faults.empty() ||
      config.reliability.errors == reliability::Errors::drawn)
    guard_ = std::make_unique<Guard>(*this, seed);
  if (config.startup.checkpoint > Time()) checkpoint_ = std::make_unique<Checkpoint>(*this);
  queue_bits_ = static_cast<unsigned>(std::bit_width(completions_.size() - 1));
  if (queue_pairs)
    nvme_ = std::make_unique<SubmissionQueues>(config_.controller, link_, calendar_, commands_,
                                               event::complete, event::arrive);
  watch_temperature();
}

Controller::~Controller() = default;

std::size_t Controller::bookkeeping() const {
  const std::size_t of_upkeep = guard_ && guard_->correction() ? guard_->correction()->upkeep().waiting() : 0;
  return of_upkeep + (checkpoint_ ? 1 : 0);
}

void Controller::restore_dies() {
  const ftl::Layout& layout = ftl_.layout();
  for (std::uint32_t sb = 0; sb < layout.superblocks(); ++sb) {
    // Its blocks are others' now.
    if (ftl_.superblocks().state[sb] == ftl::State::retired) continue;
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      channel::FlashOp block;
      block.ppn = layout.first_of_column(sb, column);
      block.kind = channel::Kind::program;
      address(block);
      flash_.die(block.die).restore(block.at, ftl_.programmed(sb, column));
    }
  }
  if (guard_ && guard_->correction()) guard_->correction()->restored();
}

bool Controller::idle() const {
  const bool starts = guard_ && guard_->power() != nullptr && guard_->power()->is_down();
  return commands_.used() == 0 && flash_.in_flight() == 0 && !starts;
}

// What only a guarded drive has, or one with a faulty link.
void Controller::handle_guarded(const Event& e) {
  switch (e.handler) {
    case event::reconstructed:
      return guard_->reconstructed(e.slot);
    case event::refused:
      return flash_done(e.slot);
    case event::fault:
      return guard_->fault(e.slot);
    case event::data_lost:
      return data_lost(e.slot);
    case event::retry:
      return guard_->correction()->again(e.slot);
    case event::upkeep:
      if (e.slot == Checkpoint::slot) return checkpoint_->turn();
      return guard_->correction()->upkeep().turn(static_cast<Upkeep::Turn>(e.slot));
    case event::power:
      return guard_->power_step(e.slot);
    default:
      invariant(false, "an event that is not the controller's");
  }
}

void Controller::arrive(std::uint32_t command) {
  if (!nvme_) commands_[command].arrived = calendar_.now();
  if (way_in_.enter(commands_, command, calendar_.now())) take_in(command);
}

void Controller::take_in(std::uint32_t command) {
  Command& c = commands_[command];
  const Time now = calendar_.now();
  const bool has_data = c.operation == Operation::read || c.operation == Operation::write;
  const std::uint64_t segments = has_data ? c.pages : 0;
  if (c.operation == Operation::read) {
    // The state of the page's block is on its way from memory while the command is in the pipeline.
    c.ppn = ftl_.lookup(static_cast<ftl::Lpn>(c.sector * sector_bytes >> unit_shift_));
    const ftl::Place place = ftl_.layout().place(c.ppn == ftl::none ? 0 : c.ppn);
    c.die = place.die;
    c.at = place.at;
    bad_blocks_.prefetch(c.die, c.at);
    flash_.prefetch(c.die, c.at);
  }
  Time fetched;
  if (nvme_) [[unlikely]] {
    fetched = nvme_->fetch_list(now, c);
  } else {
    fetched = fetch_slot(link_, config_.controller, now, segments * config_.controller.segment_bytes);
  }
  const std::int64_t more_pages = has_data && c.pages > 1 ? c.pages - 1 : 0;
  const Time service = config_.controller.command_time + config_.controller.page_time * more_pages;
  calendar_.at(cores_.command(fetched, service), event::dispatch, command);
}

void Controller::dispatch(std::uint32_t command) {
  const Command& c = commands_[command];
  const Time now = calendar_.now();
  if (const std::uint32_t next = way_in_.leave(commands_, now); next != no_command) take_in(next);
  if (config_.controller.map_time == Time() || c.operation == Operation::flush) return mapped(command);
  calendar_.at(cores_.map(now, config_.controller.map_time), event::mapped, command);
}

void Controller::mapped(std::uint32_t command) {
  Command& c = commands_[command];
  const Time now = calendar_.now();
  c.dispatched = c.data_in = c.done = now;
  c.remaining = c.pages;
  if (refusing_ != 0 && refuse(command)) [[unlikely]]
    return;
  switch (c.operation) {
    case Operation::read:
      read(command);
      return;
    case Operation::write:
      waiting_writes_.push(commands_, command);
      pump_writes();
      return;
    case Operation::trim:
      trim(command);
      break;
    case Operation::flush:
      break;
  }
  c.remaining = 1;
  finish_units(command, 1, now);
}

void Controller::trim_unit(ftl::Lpn lpn) {
  if (ftl_.trim(lpn) && guard_) [[unlikely]]
    guard_->trimmed(lpn);
}

void Controller::trim(std::uint32_t command) {
  const Command& c = commands_[command];
  for (std::uint32_t i = 0; i < c.pages; ++i) {
    const Slice part = slice(c, i);
    if (part.bytes == unit_bytes_ && part.lpn < ftl_.logical_pages()) trim_unit(part.lpn);
  }
}

void Controller::finish_units(std::uint32_t command, std::uint32_t units, Time at) {
  Command& c = commands_[command];
  c.done = std::max(c.done, at);
  c.remaining -= units;
  if (c.remaining == 0) post(command);
}

// The link posts in order, so completions become visible in the order of this list. While the host keeps
// interrupts off nobody looks at them; else there is an event for the first that matters to the coalescer: by
// its number, or because nothing else is outstanding.
void Controller::post(std::uint32_t command) {
  Command& c = commands_[command];
  if ((refusing_ | static_cast<std::uint8_t>(c.error)) != 0) [[unlikely]]
    end_queue(c);
  c.posted = link_.complete(c.done, completion_bytes_);
  CompletionQueue& q = completions_[c.queue];
  q.posting.push(commands_, command);
  ++q.postings;
  if (nvme_) [[unlikely]]
    nvme_->leaves(c.posted);
  watch_postings(q);
}

void Controller::watch_postings(CompletionQueue& q) {
  if (!q.coalescer.enabled() || q.armed || q.postings == 0) return;
  const std::uint32_t wanted = std::min(q.coalescer.next_to_matter(), q.outstanding);
  if (q.postings < wanted) return;
  std::uint32_t command = q.posting.head;
  for (std::uint32_t i = 1; i < wanted; ++i) command = commands_[command].next;
  q.armed = true;
  calendar_.at(std::max(commands_[command].posted, calendar_.now()), event::complete, q.number);
}

[[gnu::always_inline]] inline void Controller::collect_postings(CompletionQueue& q) {
  const Time now = calendar_.now();
  while (!q.posting.empty() && commands_[q.posting.head].posted <= now) {
    --q.postings;
    completed(q, q.posting.pop(commands_));
  }
}

void Controller::first_posted(std::uint32_t queue) {
  if (queue >= completions_.size()) [[unlikely]]
    return nvme_->handle(queue);
  CompletionQueue& q = completions_[queue];
  q.armed = false;
  collect_postings(q);
  watch_postings(q);
}

void Controller::completed(CompletionQueue& q, std::uint32_t command) {
  const Command& c = commands_[command];
  ++counters_.commands[static_cast<std::size_t>(c.operation)];
  if (c.operation == Operation::read) counters_.read_bytes += c.sectors * sector_bytes;
  if (c.operation == Operation::write) counters_.write_bytes += c.sectors * sector_bytes;
  counters_.slot_time += c.posted - c.arrived;
  --q.outstanding;
  q.completed.push(commands_, command);
  if (guard_) [[unlikely]]
    guard_->command_ended();
  answer(q, q.coalescer.completed(q.outstanding));
}

void Controller::answer(const CompletionQueue& q, Coalescer::Answer answer) {
  const Time now = calendar_.now();
  if (answer == Coalescer::Answer::raise)
    calendar_.at(link_.interrupt(now), event::interrupt, q.number);
  else if (answer == Coalescer::Answer::arm)
    calendar_.at(now + config_.controller.coalesce_time, event::coalesce,
                 q.coalescer.epoch() << queue_bits_ | q.number);
}

void Controller::coalesced(std::uint32_t slot) {
  const std::uint32_t queue = slot & ((1U << queue_bits_) - 1);
  CompletionQueue& q = completions_[queue];
  if (q.coalescer.epoch() << queue_bits_ == slot - queue) answer(q, q.coalescer.expired(q.coalescer.epoch()));
}

CommandList Controller::take_completions(std::uint32_t queue) {
  CompletionQueue& q = completions_[queue];
  collect_postings(q);
  const CommandList all = q.completed;
  q.completed = CommandList{};
  q.coalescer.taken();
  return all;
}

void Controller::enable_interrupts(std::uint32_t queue) {
  if (nvme_) [[unlikely]]
    nvme_->taken(calendar_.now());
  CompletionQueue& q = completions_[queue];
  collect_postings(q);
  answer(q, q.coalescer.enable());
  watch_postings(q);
}

void Controller::collect_all() {
  for (CompletionQueue& q : completions_) collect_postings(q);
}

std::uint32_t Controller::outstanding() const {
  std::uint32_t all = 0;
  for (const CompletionQueue& q : completions_) all += q.outstanding;
  return all;
}

std::uint64_t Controller::interrupts_raised() const {
  std::uint64_t all = 0;
  for (const CompletionQueue& q : completions_) all += q.coalescer.raised();
  return all;
}

}  // namespace rainier::controller
