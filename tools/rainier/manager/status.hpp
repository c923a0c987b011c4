#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "models/health/smart/smartctl.hpp"
#include "models/media/event_log.hpp"
#include "models/power/power.hpp"

namespace rainier::manager {

/// Latencies of one span of time, in microseconds; all zero where nothing ended.
struct Latency {
  std::uint64_t count = 0;
  double mean = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, max = 0;
};

/// What goes one way, by simulated time.
struct Flow {
  double iops = 0, bytes_per_second = 0;
  Latency latency;
};

/// What most of a die's looked-at moments showed. The letters are those of the JSON.
enum class DieState : char {
  idle = '.',
  read = 'r',
  program = 'w',
  erase = 'e',
  collection = 'g',  ///< reads and programs of GC
  parity = 'p',
  rebuild = 'b',  ///< reads and programs for lost blocks
  upkeep = 'u',   ///< patrol, sampling, merges
  lost = 'x',
};

enum class RainState : std::uint8_t { none, whole, rebuilding, degraded };

/// How simulated time goes with that of the wall.
struct Pace {
  std::string name = "free";  ///< as it was asked for: real, x20, free
  double factor = 0;          ///< simulated seconds a second that it was asked for; 0: as many as can be
  double achieved = 0;        ///< that it is, over a second or so
  double lag = 0;             ///< seconds by which replies leave later than they should
};

/// All that the page and the command line show of a drive: one moment, and what happened since the one
/// before.
struct Status {
  health::Identity identity;
  struct Shape {
    std::uint32_t channels = 0, dies = 0, planes = 0, blocks = 0, pages = 0;  ///< dies of all channels
    std::uint64_t page_bytes = 0, raw_bytes = 0;
    std::string cells;
  } shape;

  double seconds = 0;       ///< simulated, since the drive was made
  double wall_seconds = 0;  ///< since it is served
  Pace pace;

  Flow read, write;
  double trims = 0;  ///< a second
  double depth = 0;  ///< mean of commands outstanding
  std::uint32_t slots = 0;
  std::uint64_t errors = 0;  ///< commands that ended with one, in all
  std::uint32_t clients = 0;

  struct Temperature {
    double now = 0, lowest = 0, highest = 0, ambient = 0, throttle = 0, shutdown = 0;
    bool throttles = false, throttling = false, shut_down = false;
  } temperature;
  struct Watts {
    double now = 0, cap = 0, idle = 0;  ///< no cap: 0
    std::array<double, power::uses> parts{};
  } watts;
  struct Wear {
    double percent_of_life = 0, mean_erases = 0, rated_cycles = 0;
    std::uint64_t spare = 0, spare_left = 0;
    bool write_protected = false;
    double amplification = 0, amplification_now = 0;  ///< parity included; 0: nothing was written
    double host_bytes = 0, media_bytes = 0;
  } wear;
  struct Rain {
    RainState state = RainState::none;
    std::uint32_t data = 0, lost_dies = 0;
    std::uint64_t blocks_left = 0, blocks_done = 0;  ///< of the rebuild under way, or of the last one
    std::uint64_t reconstructed = 0, uncorrectable = 0, lost_pages = 0;
    double parity_bytes_per_second = 0;
  } rain;
  struct Collection {
    bool active = false;
    double copies = 0, erases = 0;  ///< a second: mapping units, superblocks
    std::uint32_t free_superblocks = 0, superblocks = 0;
  } collection;

  std::vector<DieState> dies;    ///< die d is on channel d modulo channels
  std::vector<double> busy;      ///< share of the last span
  std::vector<double> erases;    ///< of the mean block of each die
  std::vector<double> bus_busy;  ///< by channel
  bool starting = false;         ///< after a loss of power it takes no commands yet
  bool locating = false;

  bool passed = true;
  std::vector<health::Attribute> attributes;
  std::vector<media::EventLog::Entry> events;
};

/// Sections in a fixed order: drive, time, load, temperature, power, wear, rain, gc, dies, erases, smart,
/// events. Numbers are rounded to what can be read.
nlohmann::ordered_json status_json(const Status& status);

}  // namespace rainier::manager
