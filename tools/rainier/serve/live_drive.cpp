#include "tools/rainier/serve/live_drive.hpp"

#include "models/controller/guard.hpp"
#include "sim/archive/archive.hpp"
#include "tools/rainier/serve/arrival_log.hpp"
#include "tools/rainier/serve/intervention.hpp"

namespace rainier::live {
namespace {

constexpr std::array fio_ops{fio::Op::read, fio::Op::write, fio::Op::trim, fio::Op::sync};

Op op_of(fio::Op op) { return op == fio::Op::datasync ? Op::flush : static_cast<Op>(op); }

}  // namespace

LiveDrive::LiveDrive(const controller::DriveConfig& drive, const host::Params& host, std::uint64_t seed)
    : simulation_(drive, host, seed) {
  if (controller::Guard* guard = simulation_.controller().guard()) guard->expect_power_loss();
}

bool LiveDrive::is_mapped(std::uint64_t offset) const {
  const controller::Controller& drive = simulation_.controller();
  return drive.ftl().lookup(static_cast<ftl::Lpn>(offset / drive.config().unit_bytes())) != ftl::none;
}

void LiveDrive::arrived(std::string_view what, std::uint64_t offset, std::uint64_t length) {
  if (log_ != nullptr) log_->add(simulation_.events(), now(), what, offset, length);
}

void LiveDrive::ask(Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory, Asker& asker,
                    std::uint32_t tag) {
  const auto kind = static_cast<std::size_t>(op);
  arrived(op_names[kind], offset, length);
  ++arrivals_;
  const std::uint32_t request = simulation_.put(fio_ops[kind], offset, length, memory);
  if (request >= asked_.size()) asked_.resize(2 * request + 64);
  asked_[request] = {&asker, tag};
}

void LiveDrive::act(const std::string& what) {
  const std::function<void()> happen = intervention(simulation_, what);
  arrived(what);
  happen();
  advance(now());  // some of it is an event of this moment
}

void LiveDrive::reset_statistics() {
  arrived(reset_mark);
  statistics_ = {};
}

void LiveDrive::end_log() {
  arrived(end_mark);
  log_ = nullptr;
}

bool LiveDrive::come_to_rest(Time at_most, const std::function<bool()>& go_on) {
  end_requests();
  constexpr Time step(10'000'000'000);  // 10 ms
  for (const Time end = now() + at_most; !at_rest() && now() < end; advance(now() + step)) {
    if (!go_on()) return false;
    simulation_.controller().release_held();
  }
  return at_rest();
}

void LiveDrive::rest() {
  arrived(rest_mark);
  come_to_rest(Time(100'000'000'000), [] { return true; });
}

void LiveDrive::keep(Archive& archive) {
  if (!archive.reading()) arrived(keep_mark);
  simulation_.archive_life(archive);
  notes_.archive(archive, now());
}

void LiveDrive::end(std::uint32_t request) {
  const host::Request& r = simulation_.driver()[request];
  const auto kind = static_cast<std::size_t>(op_of(r.op));
  ++statistics_.count[kind];
  statistics_.bytes[kind] += r.length;
  statistics_.errors[kind] += r.error != controller::Error::none;
  // One program takes what has ended, as a worker of a job does: it is woken, or still at the one before.
  const host::Params& host = simulation_.host();
  awake_until_ = (now() < awake_until_ ? awake_until_ : now() + host.wakeup_time) + host.reap_time;
  statistics_.latency[kind].add(static_cast<std::uint64_t>((awake_until_ - r.start).ns()));
  ended_.push_back({asked_[request], r.error});
}

void LiveDrive::advance(Time until, std::uint64_t events, std::uint64_t requests) {
  simulation_.run_requests(until, events, [&](std::uint32_t request) {
    end(request);
    return --requests > 0;
  });
  // Askers ask again while they are told.
  std::vector<Ended> told;
  told.swap(ended_);
  for (const Ended& one : told) one.by.asker->ended(one.by.tag, one.error);
  told.clear();
  if (ended_.empty()) ended_.swap(told);
}

void LiveDrive::repeat(std::uint64_t events, Time until) {
  if (simulation_.events() < events) advance(Time::max(), events, ~std::uint64_t{0});
  if (now() < until) advance(until);
}

}  // namespace rainier::live
