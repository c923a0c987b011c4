#include "models/channel/flash_array.hpp"

namespace rainier::channel {
namespace {

std::int64_t picojoules(double joules) { return static_cast<std::int64_t>(joules * 1e12 + 0.5); }

}  // namespace

FlashArray::FlashArray(const Params& params, const nand::Params& nand, const power::Params& power,
                       Calendar& calendar, Handlers handlers, power::Governor& governor, power::Meter& meter)
    : params_(params),
      nand_(nand),
      times_(nand.cells == nand::Cells::slc
                 ? std::array<ArrayTimes, 2>{ArrayTimes{nand.read_time, nand.program_time}, {}}
                 : std::array<ArrayTimes, 2>{ArrayTimes{nand.lower_read_time, nand.lower_program_time},
                                             ArrayTimes{nand.read_time, nand.upper_program_time()}}),
      read_first_(params.scheduler == Scheduler::read_first),
      ps_per_byte_(static_cast<std::int64_t>(params.ps_per_byte())),
      read_energy_(picojoules(power.read_joules)),
      erase_energy_(picojoules(power.erase_joules)),
      byte_energy_(picojoules(power.byte_joules)),
      calendar_(calendar),
      handlers_(handlers),
      governor_(governor),
      meter_(meter),
      by_channels_(params.channels),
      next_page_(nand::Die::blocks(nand) * params.dies),
      channels_(params.channels) {
  for (std::size_t kind = 0; kind < program_energy_.size(); ++kind)
    program_energy_[kind] =
        picojoules(power.program_joules * times_[kind].program.seconds() / nand.program_time.seconds());
  dies_.reserve(params.dies);
  const std::size_t blocks = nand::Die::blocks(nand);
  for (std::uint32_t i = 0; i < params.dies; ++i)
    dies_.emplace_back(nand, std::span(next_page_.data() + i * blocks, blocks));
}

void FlashArray::submit(std::uint32_t op) {
  FlashOp& o = ops_[op];
  o.queued = calendar_.now();
  DieState& die = dies_[o.die];
  const bool is_next = o.kind == Kind::read && die.reads.empty() && (read_first_ || die.others.empty());
  if (is_next && may_read(die)) return start_read(o.die, die, op);
  (read_first_ && o.kind == Kind::read ? die.reads : die.others).push(ops_, op);
  kick(o.die, die);
}

void FlashArray::submit_pair(std::uint32_t first, std::uint32_t second) {
  DieState& die = dies_[ops_[first].die];
  for (const std::uint32_t op : {first, second}) {
    ops_[op].queued = calendar_.now();
    die.others.push(ops_, op);
  }
  kick(ops_[first].die, die);
}

void FlashArray::start_next(std::uint32_t number, DieState& die) {
  Queue& queue = die.reads.empty() ? die.others : die.reads;
  if (ops_[queue.head()].kind != Kind::read) return start_write(number, die);
  if (may_read(die)) start_read(number, die, pop_with_pair(queue, die));
}

inline bool FlashArray::may_read(const DieState& die) const {
  const bool array_free = die.array == no_op && die.in == no_op && die.loaded == no_op;
  return array_free && (params_.cache || die.out == no_op);
}

/// The other plane's operation that would go with the first of the queue.
std::uint32_t FlashArray::partner(const Queue& queue, const DieState& die) const {
  const FlashOp& first = ops_[queue.head()];
  if (!params_.multi_plane || first.next == no_op) return no_op;
  const FlashOp& second = ops_[first.next];
  if (first.kind != second.kind || !nand::Die::may_pair(first.at, second.at)) return no_op;
  if (first.kind == Kind::read && !die.die.is_programmed(second.at)) return no_op;
  return first.next;
}

std::uint32_t FlashArray::pop_with_pair(Queue& queue, DieState& die) {
  const std::uint32_t pair = partner(queue, die), op = queue.pop(ops_);
  if (pair == no_op) return op;
  ops_[op].pair = queue.pop(ops_);
  ++counters_.multi_plane;
  return op;
}

void FlashArray::start_read(std::uint32_t number, DieState& die, std::uint32_t op) {
  FlashOp& o = ops_[op];
  if (o.pair == no_op)
    die.die.begin_read(o.at);
  else
    die.die.begin_read(o.at, ops_[o.pair].at);
  const Time now = calendar_.now();
  o.array_start = now;
  die.array = op;
  const std::int64_t energy = read_energy_ * pages(o);
  governor_.spend(now, energy);
  meter_.add(now, power::Use::read, energy);
  o.array_end = now + read_time(o);
  // While the cache register holds other data, nothing follows from the end of this read: whoever empties the
  // register looks at it.
  o.watched = die.out == no_op;
  if (o.watched) calendar_.at(o.array_end, handlers_.array_done, number);
}

bool FlashArray::granted(std::uint32_t number, DieState& die, std::int64_t energy) {
  const Time now = calendar_.now();
  FlashOp& op = ops_[die.others.head()];
  if (op.paid == 0) {
    op.paid = partner(die.others, die) == no_op ? 1 : 2;
    op.grant = governor_.grant(now, op.paid * energy);
    if (op.grant > now) calendar_.at(op.grant, handlers_.wake, number);
  }
  return op.grant <= now;
}

/// For what has joined an operation since it was granted.
void FlashArray::pay_rest(const FlashOp& op, std::int64_t energy) {
  if (pages(op) > op.paid) governor_.spend(calendar_.now(), (pages(op) - op.paid) * energy);
}

void FlashArray::start_write(std::uint32_t number, DieState& die) {
  const bool register_free = die.in == no_op && die.loaded == no_op && die.out == no_op;
  if (!register_free) return;
  FlashOp& head = ops_[die.others.head()];
  const bool array_free = die.array == no_op;
  if (head.kind == Kind::erase) {
    if (!array_free || !granted(number, die, erase_energy_)) return;
    const std::uint32_t op = pop_with_pair(die.others, die);
    FlashOp& o = ops_[op];
    die.die.begin_erase(o.at);
    o.array_start = calendar_.now();
    die.array = op;
    pay_rest(o, erase_energy_);
    meter_.spread(calendar_.now(), power::Use::erase, erase_energy_ * pages(o), nand_.erase_time);
    calendar_.at(calendar_.now() + params_.erase_overhead + nand_.erase_time, handlers_.array_done, number);
    return;
  }
  const bool array_takes_turns = array_free || (params_.cache && ops_[die.array].kind == Kind::program);
  if (!array_takes_turns || !granted(number, die, program_energy(head))) return;
  const std::uint32_t op = pop_with_pair(die.others, die);
  pay_rest(ops_[op], program_energy(ops_[op]));
  die.in = op;
  request_bus(op);
}

void FlashArray::begin_program(std::uint32_t number, DieState& die, std::uint32_t op) {
  FlashOp& o = ops_[op];
  if (o.pair == no_op)
    die.die.begin_program(o.at);
  else
    die.die.begin_program(o.at, ops_[o.pair].at);
  const Time now = calendar_.now();
  o.array_start = now;
  die.array = op;
  die.loaded = no_op;
  meter_.spread(now, power::Use::program, program_energy(o) * pages(o), program_time(o));
  const Time second_plane = o.pair == no_op ? Time() : nand_.plane_busy_time;
  calendar_.at(now + second_plane + program_time(o), handlers_.array_done, number);
}

inline void FlashArray::count(DieState& die, const FlashOp& o) {
  const Time busy = o.array_end - o.array_start;
  const auto kind = static_cast<std::size_t>(o.kind);
  die.busy += busy;
  counters_.array_busy[kind] += busy;
  ++counters_.operations[kind][static_cast<std::size_t>(o.source)];
  if (o.pair != no_op) ++counters_.operations[kind][static_cast<std::size_t>(ops_[o.pair].source)];
}

inline void FlashArray::move_out(DieState& die) {
  const std::uint32_t op = die.array;
  die.array = no_op;
  die.die.end_read();
  count(die, ops_[op]);
  die.out = op;
  request_bus(op);
}

std::uint32_t FlashArray::array_done(std::uint32_t number) {
  DieState& die = dies_[number];
  const std::uint32_t op = die.array;
  FlashOp& o = ops_[op];
  if (o.kind == Kind::read) {
    move_out(die);
    kick(number, die);
    return no_op;
  }
  die.array = no_op;
  o.array_end = calendar_.now();
  count(die, o);
  for (std::uint32_t each = op; each != no_op; each = each == op ? o.pair : no_op) {
    if (o.kind == Kind::program)
      die.die.end_program(ops_[each].at);
    else
      die.die.end_erase(ops_[each].at);
  }
  if (die.loaded != no_op) begin_program(number, die, die.loaded);
  kick(number, die);
  return op;
}

inline void FlashArray::request_bus(std::uint32_t op) {
  const FlashOp& o = ops_[op];
  const std::uint32_t channel = channel_of(o.die);
  Bus& bus = channels_[channel];
  if (bus.op == no_op)
    start_transfer(channel, op);
  else
    (read_first_ && o.kind == Kind::read ? bus.out : bus.in).push(ops_, op);
}

void FlashArray::start_transfer(std::uint32_t channel, std::uint32_t op) {
  FlashOp& o = ops_[op];
  Bus& bus = channels_[channel];
  bus.op = op;
  const Time now = calendar_.now();
  o.bus_start = now;
  const std::int64_t bytes = o.bytes + (o.pair == no_op ? 0 : ops_[o.pair].bytes);
  const Time overhead = o.kind == Kind::read ? params_.read_overhead : params_.program_overhead;
  const Time time = overhead + Time(bytes * ps_per_byte_);
  bus.busy += time;
  counters_.bus_busy += time;
  const std::int64_t energy = byte_energy_ * bytes;
  governor_.spend(now, energy);
  meter_.add(now, power::Use::channel, energy);
  calendar_.at(now + time, handlers_.bus_done, channel);
}

std::uint32_t FlashArray::bus_done(std::uint32_t channel) {
  Bus& bus = channels_[channel];
  const std::uint32_t op = bus.op;
  bus.op = no_op;
  FlashOp& o = ops_[op];
  const std::uint32_t number = o.die;
  o.bus_end = calendar_.now();
  Queue& next = bus.out.empty() ? bus.in : bus.out;
  if (!next.empty()) start_transfer(channel, next.pop(ops_));

  DieState& die = dies_[number];
  if (o.kind == Kind::read) {
    die.out = no_op;
    if (die.array != no_op && !ops_[die.array].watched) {
      const Time end = ops_[die.array].array_end;
      if (end <= o.bus_end)
        move_out(die);
      else
        calendar_.at(end, handlers_.array_done, number);
    }
    kick(number, die);
    return op;
  }
  die.in = no_op;
  die.loaded = op;
  if (die.array == no_op) begin_program(number, die, op);
  kick(number, die);
  return no_op;
}

void FlashArray::power_off() {
  for (DieState& die : dies_) {
    die.reads = die.others = Queue();
    die.array = die.out = die.in = die.loaded = no_op;
    die.die.power_off();
  }
  for (Bus& bus : channels_) {
    bus.out = bus.in = Queue();
    bus.op = no_op;
  }
  ops_.clear();
}

}  // namespace rainier::channel
