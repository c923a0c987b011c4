#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "models/controller/controller.hpp"
#include "models/controller/small_drive_test.hpp"

namespace rainier::controller {

/// A drive with a host that costs no time: it rings doorbells and takes completions as soon as it is
/// interrupted.
class Bench {
 public:
  explicit Bench(const DriveConfig& config) : drive_(config, calendar_, 1) {}

  /// Sends a command now; its number.
  std::uint32_t send(Operation operation, std::uint64_t sector, std::uint32_t sectors,
                     std::uint8_t queue = 0) {
    const std::uint32_t command = drive_.take();
    Command& c = drive_[command];
    c.operation = operation;
    c.sector = sector;
    c.sectors = sectors;
    c.queue = queue;
    c.owner = sent_++;
    c.requested = calendar_.now();
    drive_.ring(command, calendar_.now());
    return c.owner;
  }
  void run(Time until = Time::max()) {
    calendar_.run(until, [this](const Event& event) { dispatch(event); });
  }
  /// One command, until all it set in motion is at rest.
  Command alone(Operation operation, std::uint64_t sector, std::uint32_t sectors) {
    const std::uint32_t number = send(operation, sector, sectors);
    run();
    return done(number);
  }
  const Command& done(std::uint32_t number) const { return done_.at(number); }
  bool is_done(std::uint32_t number) const { return done_.contains(number); }
  std::size_t ended() const { return done_.size(); }
  /// Of the command from its doorbell to its interrupt.
  static Time latency(const Command& c) { return c.seen - c.requested; }
  Controller& drive() { return drive_; }
  Time now() const { return calendar_.now(); }
  std::uint64_t interrupts() const { return interrupts_; }
  std::uint64_t operations(channel::Kind kind, channel::Source source) const {
    return drive_.flash().counters().operations[static_cast<std::size_t>(kind)]
                                               [static_cast<std::size_t>(source)];
  }
  std::uint64_t flash_reads() const {
    std::uint64_t all = 0;
    for (const std::uint64_t n : drive_.flash().counters().operations[0]) all += n;
    return all;
  }

 private:
  void dispatch(const Event& event) {
    if (event.handler != event::interrupt) return drive_.handle(event);
    ++interrupts_;
    CommandList all = drive_.take_completions(event.slot);
    while (!all.empty()) {
      const std::uint32_t command = all.pop(drive_);
      drive_[command].seen = calendar_.now();
      REQUIRE(done_.emplace(drive_[command].owner, drive_[command]).second);
      drive_.give(command);
    }
    drive_.enable_interrupts(event.slot);
  }

  Calendar calendar_;
  Controller drive_;
  std::uint32_t sent_ = 0;
  std::uint64_t interrupts_ = 0;
  std::map<std::uint32_t, Command> done_;
};

}  // namespace rainier::controller
