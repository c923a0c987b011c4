#include "models/controller/controller.hpp"

#include <bit>

#include "sim/kernel/invariant.hpp"

namespace rainier::controller {
namespace {

constexpr std::uint64_t sector_bytes = 512;

std::uint32_t usable_blocks(const DriveConfig& c) {
  return c.nand.blocks_per_plane - static_cast<std::uint32_t>(c.nand.blocks_per_plane * c.ftl.reserve);
}

ftl::Layout layout_of(const DriveConfig& c) {
  const std::uint32_t width = std::min(c.ftl.frontier * c.channel.channels, c.channel.dies);
  return {c.nand, c.channel.dies, width, c.ftl.planes, usable_blocks(c), c.ftl.parity};
}

}  // namespace

Controller::Controller(const DriveConfig& config, Calendar& calendar, std::uint64_t seed)
    : config_(config),
      calendar_(calendar),
      page_bytes_(static_cast<std::uint32_t>(config.nand.page_bytes)),
      full_page_channel_bytes_(config.channel_bytes(config.nand.page_bytes / config.nand.codeword_bytes)),
      page_shift_(static_cast<unsigned>(std::countr_zero(config.nand.page_bytes))),
      codeword_shift_(static_cast<unsigned>(std::countr_zero(config.nand.codeword_bytes))),
      link_(config.link),
      dram_(config.dram),
      governor_(config.power),
      meter_(config.power),
      link_byte_energy_(static_cast<std::int64_t>(config.power.link_byte_joules * 1e12 + 0.5)),
      ftl_(layout_of(config), config.ftl, config.logical_pages(), seed),
      bad_blocks_(config.nand, config.channel.dies, usable_blocks(config), config.ftl.factory_bad,
                  Philox(seed, "nand.bad_blocks")),
      flash_(config.channel, config.nand, config.power, calendar,
             {event::array_done, event::bus_done, event::wake}, governor_, meter_),
      coalescer_(config.controller),
      buffer_pages_(static_cast<std::uint32_t>(config.dram.write_buffer_bytes / config.nand.page_bytes)),
      buffer_free_(buffer_pages_),
      pins_(ftl_.superblocks().count(), 0),
      erases_left_(ftl_.superblocks().count(), 0),
      erase_pending_(ftl_.superblocks().count(), false),
      write_crossings_(config.ftl.parity == 0 ? 2 : 2 + 2.0 / config.ftl.parity) {
  for (std::uint32_t n = 0; n < channel_bytes_.size(); ++n) channel_bytes_[n] = config.channel_bytes(n);
}

void Controller::restore_dies() {
  const ftl::Layout& layout = ftl_.layout();
  for (std::uint32_t sb = 0; sb < layout.superblocks(); ++sb)
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      const ftl::Place place = place_of(layout.ppn(sb, column));
      flash_.die(place.die).restore(place.at, ftl_.programmed(sb, column));
    }
}

void Controller::handle(const Event& e) {
  switch (e.handler) {
    case event::array_done:
      return flash_done(flash_.array_done(e.slot));
    case event::bus_done:
      return flash_done(flash_.bus_done(e.slot));
    case event::dispatch:
      return dispatch(e.slot);
    case event::complete:
      posting_armed_ = false;
      collect_postings();
      return watch_postings();
    case event::arrive:
      return arrive(e.slot);
    case event::data_in:
      return data_in(e.slot);
    case event::wake:
      return flash_.wake(e.slot);
    case event::coalesce:
      return answer(coalescer_.expired(e.slot));
    default:
      invariant(false, "an event that is not the controller's");
  }
}

Controller::Slice Controller::slice(const Command& command, std::uint32_t index) const {
  const std::uint64_t first = command.sector * sector_bytes;
  const std::uint64_t end = first + command.sectors * sector_bytes;
  const std::uint64_t lpn = (first >> page_shift_) + index;
  const std::uint64_t from = std::max(first, lpn << page_shift_);
  const std::uint64_t to = std::min(end, (lpn + 1) << page_shift_);
  return {static_cast<ftl::Lpn>(lpn), static_cast<std::uint32_t>(from - (lpn << page_shift_)),
          static_cast<std::uint32_t>(to - from)};
}

void Controller::ring(std::uint32_t command, Time at) {
  Command& c = commands_[command];
  ++outstanding_;
  if (c.sectors > 0) {
    const std::uint64_t first = c.sector * sector_bytes >> page_shift_;
    const std::uint64_t last = ((c.sector + c.sectors) * sector_bytes - 1) >> page_shift_;
    c.pages = static_cast<std::uint32_t>(last - first + 1);
  }
  calendar_.at(link_.doorbell(at), event::arrive, command);
}

void Controller::arrive(std::uint32_t command) {
  Command& c = commands_[command];
  const Time now = calendar_.now();
  c.arrived = now;
  const bool has_data = c.operation == Operation::read || c.operation == Operation::write;
  const std::uint64_t segments = has_data ? c.pages : 0;
  if (c.operation == Operation::read) {
    // The state of the page's block is on its way from memory while the command is in the pipeline.
    const ftl::Ppn ppn = ftl_.lookup(static_cast<ftl::Lpn>(c.sector * sector_bytes >> page_shift_));
    const ftl::Place place = place_of(ppn == ftl::none ? 0 : ppn);
    flash_.prefetch(place.die, place.at);
  }
  const Time fetched =
      link_.fetch(now, config_.controller.command_bytes + segments * config_.controller.segment_bytes);
  const std::int64_t more_pages = has_data && c.pages > 1 ? c.pages - 1 : 0;
  const Time service = config_.controller.command_time + config_.controller.page_time * more_pages;
  calendar_.in_lane(event::lane_dispatch, pipeline_.serve(fetched, service), event::dispatch, command);
}

void Controller::dispatch(std::uint32_t command) {
  Command& c = commands_[command];
  const Time now = calendar_.now();
  c.dispatched = c.data_in = c.done = now;
  c.remaining = c.pages;
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
  finish_page(command, now);
}

void Controller::trim(std::uint32_t command) {
  const Command& c = commands_[command];
  for (std::uint32_t i = 0; i < c.pages; ++i) {
    const Slice part = slice(c, i);
    if (part.bytes == page_bytes_ && part.lpn < ftl_.logical_pages()) ftl_.trim(part.lpn);
  }
}

void Controller::finish_page(std::uint32_t command, Time at) {
  Command& c = commands_[command];
  c.done = std::max(c.done, at);
  if (--c.remaining == 0) post(command);
}

// The link posts in order, so completions become visible in the order of this list. Nobody looks at them
// while the host keeps interrupts off: only then is there an event for the first.
void Controller::post(std::uint32_t command) {
  Command& c = commands_[command];
  c.posted = link_.post(c.done, config_.controller.completion_bytes);
  posting_.push(commands_, command);
  watch_postings();
}

void Controller::watch_postings() {
  if (!coalescer_.enabled() || posting_armed_ || posting_.empty()) return;
  posting_armed_ = true;
  calendar_.at(std::max(commands_[posting_.head].posted, calendar_.now()), event::complete, 0);
}

void Controller::collect_postings() {
  const Time now = calendar_.now();
  while (!posting_.empty() && commands_[posting_.head].posted <= now) completed(posting_.pop(commands_));
}

void Controller::completed(std::uint32_t command) {
  const Command& c = commands_[command];
  ++counters_.commands[static_cast<std::size_t>(c.operation)];
  if (c.operation == Operation::read) counters_.read_bytes += c.sectors * sector_bytes;
  if (c.operation == Operation::write) counters_.write_bytes += c.sectors * sector_bytes;
  counters_.slot_time += c.posted - c.arrived;
  --outstanding_;
  completed_.push(commands_, command);
  answer(coalescer_.completed(outstanding_));
}

void Controller::answer(Coalescer::Answer answer) {
  const Time now = calendar_.now();
  if (answer == Coalescer::Answer::raise)
    calendar_.at(link_.post(now, 4), event::interrupt, 0);
  else if (answer == Coalescer::Answer::arm)
    calendar_.at(now + config_.controller.coalesce_time, event::coalesce, coalescer_.epoch());
}

CommandList Controller::take_completions() {
  collect_postings();
  const CommandList all = completed_;
  completed_ = CommandList{};
  coalescer_.taken();
  return all;
}

void Controller::enable_interrupts() {
  collect_postings();
  answer(coalescer_.enable());
  watch_postings();
}

}  // namespace rainier::controller
