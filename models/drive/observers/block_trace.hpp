#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "models/drive/observer.hpp"
#include "models/drive/observers/sink.hpp"
#include "models/drive/simulation.hpp"

namespace rainier::drive {

/// A run as the kernel's block layer would have traced it, in blktrace's binary format: of each request the
/// queue event, of each of its commands the issue (its doorbell) and the completion (worked off by the
/// driver). In order of time; the memory it takes is that of what is outstanding.
class BlockTrace final : public Observer {
 public:
  BlockTrace(Simulation& simulation, Sink::Write write);

  void submitted(std::uint32_t request) override;
  void worked_off(std::uint32_t command) override;
  void before(const Event& event) override;
  /// Writes what is left.
  void finish();

 private:
  struct Entry {
    Time at;
    std::uint64_t number;
    std::uint64_t sector;
    std::uint32_t bytes, action, pid;
    bool operator>(const Entry& o) const { return at != o.at ? at > o.at : number > o.number; }
  };

  void add(Time at, std::uint64_t sector, std::uint64_t bytes, std::uint32_t action, std::uint32_t worker);
  void write_until(Time at);
  void write(const Entry& entry);

  Simulation& simulation_;
  Sink sink_;
  Time start_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting_;
  std::uint64_t number_ = 0;
  std::uint32_t sequence_ = 0;
  std::vector<std::uint32_t> worker_of_;  ///< by command
};

}  // namespace rainier::drive
