#include "models/controller/power_loss.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/controller/checkpoint.hpp"
#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::FlashOp;
using channel::Kind;

PowerLoss::PowerLoss(Controller& drive, Guard& guard)
    : drive_(drive),
      guard_(guard),
      writes_(static_cast<std::size_t>(drive.ftl_.layout().pages())),
      acknowledged_(drive.ftl_.logical_pages()),
      changed_at_(drive.ftl_.layout().superblocks()),
      torn_(drive.ftl_.layout().superblocks(), false),
      half_erased_(drive.ftl_.layout().superblocks(), false),
      writer_(no_command) {}

void PowerLoss::step(std::uint32_t slot) {
  switch (slot) {
    case cut_slot:
      return cut();
    case ready_slot:
      return ready();
    case resume_slot:
      return resume();
    case tidy_slot:
      return tidy();
    default:
      if (slot >= first_erase_slot) return guard_.start_erase(slot - first_erase_slot);
      guard_.log_.add(drive_.calendar_.now(), fmt::format("start: {} % of the map rebuilt", 10 * slot));
  }
}

void PowerLoss::cut() {
  ++counters_.losses;
  // Lost again before it had started: the host waits on.
  if (state_ == State::on) cut_at_ = drive_.calendar_.now();
  const std::uint64_t failed = counters_.failed_commands;
  fail_commands();
  guard_.log_.add(drive_.calendar_.now(),
                  fmt::format("power lost: {} {} under way", counters_.failed_commands - failed,
                              counters_.failed_commands - failed == 1 ? "command was" : "commands were"));
  const Time held = hold_up();
  forget();
  state_ = State::starting;
  drive_.refusing_ |= Controller::starting;
  recover(held);
  for (; failed_now_ > 0; --failed_now_) guard_.command_ended();
}

/// Every command that is in the drive ends with an error, as the host's driver sees the link go down.
void PowerLoss::fail_commands() {
  drive_.collect_all();
  drive_.calendar_.keep_only([](const Event& e) {
    const bool of_host = e.handler >= event::interrupt || e.handler == event::coalesce;
    const bool upkeep =
        e.handler == event::upkeep && e.slot != static_cast<std::uint32_t>(Upkeep::Turn::collect);
    return of_host || upkeep || e.handler == event::fault ||
           (e.handler == event::power && e.slot == cut_slot);
  });
  drive_.refusing_ &= static_cast<std::uint8_t>(~Controller::queued);
  if (writer_ != no_command) drive_.commands_.give(std::exchange(writer_, no_command));
  writing_back_ = 0;
  held_erases_.clear();
  std::vector<bool> ended(drive_.commands_.capacity(), false);
  for (CompletionQueue& q : drive_.completions_) {
    for (std::uint32_t c = q.completed.head; c != no_command; c = drive_.commands_[c].next) {
      ended[c] = true;
      if (c == q.completed.tail) break;
    }
    q.posting = CommandList{};
    q.postings = 0;
    q.armed = false;
  }
  if (drive_.nvme_) drive_.nvme_->forget();
  const Time now = drive_.calendar_.now();
  drive_.way_in_.forget(now);
  for (std::uint32_t c = 0; c < ended.size(); ++c) {
    if (!drive_.commands_.is_taken(c) || ended[c]) continue;
    Command& command = drive_.commands_[c];
    if (command.seen != Time()) continue;  // with the host
    command.error = Error::power_lost;
    command.done = command.posted = now;
    ++drive_.counters_.commands[static_cast<std::size_t>(command.operation)];
    CompletionQueue& queue = drive_.completions_[command.queue];
    --queue.outstanding;
    queue.completed.push(drive_.commands_, c);
    ++counters_.failed_commands;
    ++failed_now_;
    drive_.answer(queue, queue.coalescer.completed(queue.outstanding));
  }
  waiting_.clear();
}

/// For how long the drive worked on.
Time PowerLoss::hold_up() {
  const Time most = drive_.config_.startup.hold_up;
  Time spent;
  double programs = 0;  // what is left of those under way, in pages
  for (std::uint32_t die = 0; die < drive_.flash_.dies(); ++die) {
    const FlashOp* in_array = drive_.flash_.in_array(die);
    if (in_array == nullptr || in_array->kind == Kind::read) continue;
    const bool erases = in_array->kind == Kind::erase;
    const Time left = drive_.flash_.program_ends(*in_array) - drive_.calendar_.now();
    const bool ends = !erases && left <= most;
    const FlashOp first = *in_array;
    if (ends) {
      spent = std::max(spent, left);
      const Time all = drive_.flash_.program_ends(first) - first.array_start;
      programs += (first.pair == channel::no_op ? 1 : 2) * (left.seconds() / all.seconds());
    }
    if (first.pair != channel::no_op) stop(drive_.flash_[first.pair], ends);
    stop(first, ends);
  }
  if (most == Time()) return spent;
  const std::uint64_t pages = save(most - spent, spent);
  account(spent, programs, pages);
  return spent;
}

/// What the capacitors deliver: the drive's idle power, the rest of the programs under way, whose energy is
/// counted since they began, and the pages that are saved.
void PowerLoss::account(Time spent, double left_of_programs, std::uint64_t saved_pages) {
  const power::Params& p = drive_.config_.power;
  const auto pages = static_cast<double>(saved_pages);
  const auto picojoules = [](double joules) { return static_cast<std::int64_t>(joules * 1e12 + 0.5); };
  const std::int64_t saved = picojoules(pages * p.program_joules);
  const std::int64_t moved = picojoules(pages * drive_.page_channel_bytes_ * p.byte_joules);
  drive_.meter_.spread(drive_.calendar_.now(), power::Use::program, saved, spent);
  drive_.meter_.spread(drive_.calendar_.now(), power::Use::channel, moved, spent);
  const double others = p.idle_watts * spent.seconds() + left_of_programs * p.program_joules;
  counters_.longest_hold_up = std::max(counters_.longest_hold_up, spent);
  counters_.hold_up_picojoules = std::max(counters_.hold_up_picojoules, picojoules(others) + saved + moved);
}

/// What becomes of an operation in an array.
void PowerLoss::stop(const FlashOp& o, bool ends) {
  nand::Die& die = drive_.flash_.die(o.die);
  // Of a save that is not whole: it is erased and written anew.
  if (o.source == channel::Source::map)
    return o.kind == Kind::erase ? die.end_erase(o.at) : die.end_program(o.at);
  const std::uint32_t superblock = guard_.layout_.superblock(o.ppn);
  if (o.kind == Kind::erase) {
    die.end_erase(o.at);
    if (guard_.real()) guard_.store_->erase(o.die, o.at);
    guard_.failures_.erased(o.die, o.at);
    half_erased_[superblock] = true;
    return;
  }
  if (o.source == channel::Source::rain) return;  // a rebuild goes on where it was
  die.end_program(o.at);
  if (!ends) return break_page(o);
  if (guard_.fails_program(o)) {
    ++guard_.counters_.program_failures;
    torn_[superblock] = true;
    return guard_.failures_.fail_page(o.die, o.at);
  }
  changed_at_[superblock] = drive_.calendar_.now();
  const ftl::Ppn page = o.ppn & ~guard_.in_page_;
  for (std::uint32_t unit = 0; unit <= guard_.in_page_; ++unit) {
    auto node = guard_.buffer_.extract(page + unit);
    guard_.store(o, unit, node.empty() ? media::no_content : node.mapped());
  }
  programmed(o);
}

void PowerLoss::break_page(const FlashOp& o) {
  const nand::Params& nand = drive_.config_.nand;
  torn_[guard_.layout_.superblock(o.ppn)] = true;
  guard_.failures_.fail_page(o.die, o.at);
  ++counters_.broken_pages;
  if (!nand.is_upper(o.at.page)) return;
  nand::PageAddress lower = o.at;
  lower.page = static_cast<std::uint16_t>(nand.lower_of(o.at.page));
  guard_.failures_.fail_page(o.die, lower);
  ++counters_.broken_pages;
}

/// Saves what waits for its program, and the trims, as far as the time goes. Answers how many pages that is.
std::uint64_t PowerLoss::save(Time left, Time& spent) {
  struct Unit {
    std::uint32_t write;
    ftl::Ppn ppn;
  };
  std::vector<Unit> units;
  const ftl::Ftl& map = drive_.ftl_;
  for (const auto& [ppn, content] : guard_.buffer_) {
    const ftl::Lpn lpn = map.owner(ppn);
    if (lpn >= map.logical_pages() || map.lookup(lpn) != ppn || copies_.contains(ppn)) continue;
    units.push_back({writes_[ppn], ppn});
  }
  std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) { return a.write < b.write; });
  const std::uint64_t in_page = guard_.in_page_ + 1, page_bytes = drive_.config_.nand.page_bytes;
  const std::uint64_t unit_pages = (units.size() + in_page - 1) / in_page;
  const std::uint64_t trim_pages = (trims_.size() * 8 + page_bytes - 1) / page_bytes;
  std::uint64_t pages = unit_pages + trim_pages;
  while (pages > 0 && save_time(pages) > left) --pages;
  spent += save_time(pages);
  std::uint64_t saved = 0;
  for (; saved < std::min<std::uint64_t>(units.size(), pages * in_page); ++saved) {
    const ftl::Ppn ppn = units[saved].ppn;
    if (guard_.mutation_ == Mutation::hold_up_stops && ++guard_.mutations_ % 16 == 0) continue;
    std::uint32_t& content = guard_.buffer_.at(ppn);
    saved_.push_back({map.owner(ppn), units[saved].write, std::exchange(content, media::no_content), ppn});
    ++counters_.held_units;
  }
  if (pages == unit_pages + trim_pages) saved_trims_ = trims_;
  if (saved < units.size())
    guard_.log_.add(drive_.calendar_.now(),
                    fmt::format("hold-up over: {} of {} units saved", saved, units.size()));
  return pages;
}

/// What the controller had in memory is gone.
void PowerLoss::forget() {
  Controller& d = drive_;
  d.flash_.power_off();
  if (d.checkpoint_) d.checkpoint_->power_off();
  d.units_.clear();
  d.filling_.fill(Controller::no_unit);
  for (std::vector<std::uint32_t>& held : d.held_) std::fill(held.begin(), held.end(), channel::no_op);
  d.held_pages_.fill(0);
  d.waiting_writes_ = d.waiting_merges_ = CommandList{};
  d.buffer_free_ = d.buffer_units_;
  d.merging_ = false;
  d.stalled_.clear();
  d.stalled_head_ = 0;
  d.copies_in_flight_ = d.copies_waiting_ = 0;
  std::fill(d.pins_.begin(), d.pins_.end(), 0);
  std::fill(d.erases_left_.begin(), d.erases_left_.end(), 0);

  Guard& g = guard_;
  for (std::uint32_t& content : g.parts_) g.contents_.give(std::exchange(content, media::no_content));
  for (auto& [ppn, copy] : g.copies_) g.contents_.give(copy.content);
  for (auto& [ppn, content] : g.buffer_) g.contents_.give(content);
  g.copies_.clear();
  g.buffer_.clear();
  g.parity_.clear();
  for (std::uint32_t r = 0; r < g.reconstructions_.capacity(); ++r)
    if (g.reconstructions_.is_taken(r))
      for (const std::uint32_t sum : g.reconstructions_[r].sums) g.contents_.give(sum);
  g.reconstructions_.clear();
  if (g.correction_) g.correction_->upkeep().power_off();
  g.programs_out_.clear();
  std::erase_if(g.poisoned_, [&](ftl::Ppn ppn) { return !g.is_programmed(ppn); });
  copies_.clear();
  under_way_.clear();
}

void PowerLoss::placed(std::uint32_t unit, ftl::Ppn ppn, std::uint64_t write) {
  const Controller::UnitWrite& u = drive_.units_[unit];
  const auto number = static_cast<std::uint32_t>(write);
  writes_[ppn] = number;
  trims_.erase(u.lpn);
  if (drive_.config_.controller.acknowledge == Acknowledge::buffer)
    acknowledged_[u.lpn] = number;
  else
    under_way_.insert(number);
  if (u.command == writer_) ended_writing_back();
}

void PowerLoss::copied(ftl::Ppn source, ftl::Ppn ppn) {
  writes_[ppn] = writes_[source];
  // The copy of a unit that is in no block yet is all there is of it.
  if (guard_.is_programmed(source)) copies_.insert(ppn);
}

void PowerLoss::programmed(const FlashOp& o) {
  const ftl::Ftl& map = drive_.ftl_;
  changed_at_[guard_.layout_.superblock(o.ppn)] = drive_.calendar_.now();
  const ftl::Ppn page = o.ppn & ~guard_.in_page_;
  for (std::uint32_t unit = 0; unit <= guard_.in_page_; ++unit) {
    const ftl::Ppn ppn = page + unit;
    if (copies_.erase(ppn) > 0) continue;
    const ftl::Lpn lpn = map.owner(ppn);
    if (lpn >= map.logical_pages() || drive_.config_.controller.acknowledge == Acknowledge::buffer) continue;
    if (!trims_.contains(lpn)) acknowledged_[lpn] = std::max(acknowledged_[lpn], writes_[ppn]);
    end_write(writes_[ppn]);
  }
  if (writer_ != no_command && writing_back_ == 0)
    drive_.calendar_.at(drive_.calendar_.now(), event::power, tidy_slot);
}

void PowerLoss::end_write(std::uint32_t write) {
  if (under_way_.erase(write) == 0 || held_erases_.empty()) return;
  const std::uint32_t oldest = under_way_.empty() ? ~std::uint32_t{0} : *under_way_.begin();
  std::erase_if(held_erases_, [&](const HeldErase& held) {
    if (oldest <= held.after) return false;
    drive_.calendar_.at(drive_.calendar_.now(), event::power, first_erase_slot + held.op);
    return true;
  });
}

bool PowerLoss::holds_erase(std::uint32_t op) {
  if (under_way_.empty() || guard_.mutation_ == Mutation::erase_unordered) return false;
  held_erases_.push_back({op, *under_way_.rbegin()});
  return true;
}

void PowerLoss::erased(std::uint32_t superblock) {
  changed_at_[superblock] = drive_.calendar_.now();
  half_erased_[superblock] = drive_.erases_left_[superblock] > 1;
  if (torn_[superblock]) --torn_superblocks_;
  torn_[superblock] = false;
}

void PowerLoss::trimmed(ftl::Lpn lpn, std::uint64_t write) {
  trims_[lpn] = static_cast<std::uint32_t>(write);
  acknowledged_[lpn] = 0;
}

void PowerLoss::abandoned(std::uint32_t unit) {
  if (drive_.units_[unit].command == writer_) ended_writing_back();
}

}  // namespace rainier::controller
