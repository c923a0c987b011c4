#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/bridge/stripes.hpp"
#include "models/controller/coalescer.hpp"
#include "models/controller/controller.hpp"
#include "models/link/pcie.hpp"

namespace rainier::bridge {

using controller::Command;
using controller::CommandList;

/// Several drives behind one device. A command of the host comes over the shared uplink, is taken apart by
/// the bridge's processor, and goes to the drives as one command each, as far as they have free slots; it
/// ends when all of these have. Data rest in the bridge between the two links.
///
/// Each drive is a whole one, and unchanged: it has a calendar of its own, in which it is the host's only
/// drive, and what would interrupt its host interrupts the bridge. The calendars advance together, the
/// earliest event first, so that a drive costs no more behind a bridge than alone, and one alone costs
/// nothing for it.
class Bridge {
 public:
  /// A drive behind it; both outlive the bridge.
  struct Member {
    Calendar* calendar;
    controller::Controller* drive;
  };
  Bridge(const controller::BridgeParams& params, Calendar& calendar, std::vector<Member> members);

  // As a host's driver uses a drive.
  Slab<Command>& commands() { return commands_; }
  void ring(std::uint32_t command, Time at);
  CommandList take_completions();
  void enable_interrupts();

  /// An event of the host's calendar whose number is less than controller::event::interrupt.
  void handle(Event event);
  /// Lets time pass for all, up to and including `until` or until dispatch(event), which gets what is the
  /// host's, answers false.
  template <class Dispatch>
  void run(Time until, Dispatch&& dispatch);

  bool idle() const;
  std::size_t waiting_events() const;  ///< in the members' calendars
  std::uint64_t events() const;        ///< that the members' calendars have handed out
  std::uint64_t hash() const;          ///< of them
  const std::vector<Member>& members() const { return members_; }
  const link::Pcie& uplink() const { return uplink_; }
  Time busy() const { return processor_.busy(); }
  std::uint64_t commands_ended() const { return ended_; }
  std::uint64_t parts_sent() const { return parts_sent_; }
  std::uint64_t interrupts() const { return interrupts_.raised(); }
  /// Of the host's memory that reads, completions and interrupts have filled.
  std::uint64_t bytes_to_post(std::uint64_t read_bytes) const;

 private:
  /// What one drive does of a command.
  struct Part {
    std::uint32_t parent = 0, member = 0;
    std::uint64_t sector = 0;
    std::uint32_t sectors = 0;
    std::uint32_t next = controller::no_command;
  };
  struct Queue {
    CommandList waiting;  ///< parts, in order
    std::uint32_t under_way = 0;
  };
  enum Happening : std::uint32_t { rung, arrived, fetched, taken, data_here, part_ended, concluded, posted };

  void arrive(std::uint32_t command);
  void hand_out(std::uint32_t command);
  void add_part(std::uint32_t command, std::uint32_t member, Extent extent);
  void queue(std::uint32_t part);
  void send(std::uint32_t part);
  void interrupted_by(std::uint32_t member);
  void ended(std::uint32_t part, const Command& command);
  void part_over(std::uint32_t part);
  void answer(controller::Coalescer::Answer answer);
  void member_event(std::uint32_t member, const Event& event);

  controller::BridgeParams params_;
  Stripes stripes_;
  Calendar& calendar_;
  std::vector<Member> members_;
  std::vector<Queue> queues_;
  link::Pcie uplink_;
  FifoServer processor_;
  controller::Coalescer interrupts_;
  Slab<Command> commands_;
  Slab<Part> parts_;
  CommandList completed_;
  std::uint32_t outstanding_ = 0;
  std::uint64_t ended_ = 0, parts_sent_ = 0;
};

template <class Dispatch>
void Bridge::run(Time until, Dispatch&& dispatch) {
  bool goes_on = true;
  while (goes_on) {
    // Of equal times the host's comes first, then the drives' in their order.
    std::size_t earliest = 0;
    Time first = calendar_.next(), second = Time::max();
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const Time next = members_[m].calendar->next();
      if (next < first) {
        second = first;
        first = next;
        earliest = m + 1;
      } else if (next < second) {
        second = next;
      }
    }
    if (first > until || first == Time::max()) break;
    const Time end = std::min(until, second);
    if (earliest == 0) {
      calendar_.run(end, [&](Event event) {
        if (event.handler < controller::event::interrupt)
          handle(event);
        else
          goes_on = dispatch(event);
        if (!goes_on) calendar_.stop();
      });
    } else {
      const auto member = static_cast<std::uint32_t>(earliest - 1);
      members_[member].calendar->run(end, [&](Event event) { member_event(member, event); });
    }
  }
  if (!goes_on || until == Time::max()) return;
  calendar_.run(until, [](Event) {});
  for (const Member& member : members_) member.calendar->run(until, [](Event) {});
}

}  // namespace rainier::bridge
