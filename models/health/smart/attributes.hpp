#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::health {

/// What a drive knows of its health at one moment; counts are of its whole life.
struct Vitals {
  double hours = 0;  ///< powered
  std::uint64_t power_cycles = 1, power_losses = 0;
  std::uint64_t read_again = 0;     ///< reads that other thresholds corrected
  std::uint64_t reconstructed = 0;  ///< units read by way of their RAIN stripe
  std::uint64_t uncorrectable = 0;  ///< units that could not be read
  std::uint64_t mismatches = 0;     ///< units whose CRC or embedded LBA was wrong
  std::uint64_t program_failures = 0, erase_failures = 0;
  std::uint64_t spare_blocks = 0, spare_blocks_left = 0;
  /// Blocks that could stand in for others when the drive was made, and still can: the spare ones and those
  /// of over-provisioning, which gives its own when they run short. 0: of the spare ones alone.
  double stand_ins = 0, stand_ins_left = 0;
  double write_protect_share = 0;  ///< of all of these, below which no more writes are taken
  bool write_protected = false, shut_down = false;
  double mean_erases = 0, percent_of_life = 0;
  std::uint64_t crc_errors = 0;  ///< of the link
  std::uint64_t host_sectors = 0;
  std::uint64_t host_pages = 0, other_pages = 0;  ///< programmed for the host, and for GC and parity
  double temperature = 25, lowest = 25, highest = 25;

  /// Of the blocks that could stand in for others at first; at most the share of write protection once that
  /// has come.
  double spare_percent() const;
  /// Of the way from a full reserve to write protection, 0 to 100.
  double write_protect_progress() const;
};

/// One line of the SMART table, as ATA has it: of the values 100 is best, and one at or below the threshold
/// means that the drive fails (or, if it is no failure, has aged).
struct Attribute {
  std::uint8_t id = 0;
  std::string_view name;  ///< smartctl's
  std::uint16_t flags = 0;
  std::uint8_t value = 100, worst = 100, threshold = 0;
  std::uint64_t raw = 0;  ///< 48 bits
  std::string raw_text;

  static constexpr std::uint16_t prefailure = 1;
  bool failing() const { return threshold > 0 && value <= threshold; }
};

/// Which attributes there are: by the key that a configuration names them by.
struct AttributeName {
  std::string_view key;
  std::uint8_t id;
  std::string_view name;
  std::uint16_t flags;
};
std::span<const AttributeName> attribute_names();

/// The table in order of id, but for the attributes of these keys.
std::vector<Attribute> attributes_of(const Vitals& vitals, const std::vector<std::string>& without = {});
/// Whether the drive says that it is in order.
bool passes(const std::vector<Attribute>& attributes, const Vitals& vitals);

}  // namespace rainier::health
