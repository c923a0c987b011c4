#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/kernel/event.hpp"
#include "sim/kernel/invariant.hpp"

namespace rainier {

/// A fixed number of first-in-first-out lists of events on one slab of nodes, which grows by doubling. The
/// beginning of a list is a link like any other, so that appending needs no case for the empty list.
class EventLists {
 public:
  explicit EventLists(std::uint32_t lists) : lists_(lists), links_(lists), tails_(lists) {
    std::iota(tails_.begin(), tails_.end(), 0U);
  }

  bool empty(std::uint32_t list) const { return tails_[list] == list; }
  /// Whether a list that is not empty holds a single event.
  bool single(std::uint32_t list) const { return tails_[list] == links_[list]; }
  const Event& first(std::uint32_t list) const { return events_[links_[list] - lists_]; }

  void append(std::uint32_t list, const Event& event) {
    if (free_ == none) [[unlikely]]
      grow();
    const std::uint32_t link = free_;
    free_ = links_[link];
    events_[link - lists_] = event;
    append_link(list, link);
  }

  /// Frees the first event of the list.
  void drop(std::uint32_t list) {
    const std::uint32_t link = links_[list];
    links_[list] = links_[link];
    if (link == tails_[list]) tails_[list] = list;
    links_[link] = free_;
    free_ = link;
  }

  /// Empties a list and appends each of its events, in order, to the list that `place(event)` names.
  template <class Place>
  void distribute(std::uint32_t list, Place&& place) {
    const std::uint32_t last = tails_[list];
    std::uint32_t link = links_[list];
    tails_[list] = list;
    for (bool more = true; more;) {
      const std::uint32_t following = links_[link];
      more = link != last;
      append_link(place(events_[link - lists_]), link);
      link = following;
    }
  }

  /// Empties the list `from` and appends what it held to `to`.
  void splice(std::uint32_t from, std::uint32_t to) {
    links_[tails_[to]] = links_[from];
    tails_[to] = tails_[from];
    tails_[from] = from;
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  void append_link(std::uint32_t list, std::uint32_t link) {
    links_[tails_[list]] = link;
    tails_[list] = link;
  }

  [[gnu::cold, gnu::noinline]] void grow() {
    const std::size_t old = links_.size();
    const std::size_t added = events_.empty() ? 256 : events_.size();
    invariant(old + added < none, "four billion events are pending");
    events_.resize(events_.size() + added);
    links_.resize(old + added);
    for (auto link = static_cast<std::uint32_t>(old + added); link-- > old;) {
      links_[link] = free_;
      free_ = link;
    }
  }

  std::uint32_t lists_;
  std::uint32_t free_ = none;
  std::vector<std::uint32_t> links_;  ///< the first link of each list, then the following link of each node
  std::vector<std::uint32_t> tails_;  ///< the last link of each list: its own number when it is empty
  std::vector<Event> events_;
};

}  // namespace rainier
