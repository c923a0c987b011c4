#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/health/smart/smartctl.hpp"

namespace rainier::health {
namespace {

using Json = nlohmann::ordered_json;
using Sector = std::array<std::uint8_t, 512>;

void set_word(Sector& sector, std::size_t word, std::uint64_t value) {
  sector[2 * word] = static_cast<std::uint8_t>(value);
  sector[2 * word + 1] = static_cast<std::uint8_t>(value >> 8);
}

/// ATA strings have the first character of each pair in the upper byte.
void set_string(Sector& sector, std::size_t word, std::size_t length, const std::string& text) {
  for (std::size_t i = 0; i < length; ++i)
    sector[2 * word + (i ^ 1)] = i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{' '};
}

/// All bytes of the sector add up to 0.
void set_checksum(Sector& sector) {
  std::uint8_t sum = 0;
  for (std::size_t i = 0; i + 1 < sector.size(); ++i) sum = static_cast<std::uint8_t>(sum + sector[i]);
  sector[511] = static_cast<std::uint8_t>(-sum);
}

// Words of ACS-2's IDENTIFY DEVICE.
Sector identify(const Json& smart) {
  Sector s{};
  const auto blocks = smart.at("user_capacity").at("blocks").get<std::uint64_t>();
  set_word(s, 0, 0x0040);
  set_string(s, 10, 20, smart.at("serial_number").get<std::string>());
  set_string(s, 23, 8, smart.at("firmware_version").get<std::string>());
  set_string(s, 27, 40, smart.at("model_name").get<std::string>());
  set_word(s, 49, 0x0f00);  // LBA, DMA
  const std::uint64_t of_lba28 = std::min<std::uint64_t>(blocks, 0x0fffffff);
  set_word(s, 60, of_lba28);
  set_word(s, 61, of_lba28 >> 16);
  set_word(s, 80, 0x03fc);  // up to ACS-2
  set_word(s, 82, 0x0001);  // SMART
  set_word(s, 83, 0x7400);  // 48-bit addresses, FLUSH CACHE
  set_word(s, 84, 0x4000);
  set_word(s, 85, 0x0001);
  set_word(s, 86, 0x3400);
  set_word(s, 87, 0x4000);
  for (std::size_t i = 0; i < 4; ++i) set_word(s, 100 + i, blocks >> 16 * i);
  set_word(s, 106, 0x6003);  // eight logical sectors in a physical one
  set_word(s, 217, 1);       // does not rotate
  s[510] = 0xa5;
  set_checksum(s);
  return s;
}

template <class Fill>
Sector table(const Json& smart, Fill fill) {
  Sector s{};
  set_word(s, 0, 16);
  std::size_t at = 2;
  for (const Json& a : smart.at("ata_smart_attributes").at("table")) {
    if (at + 12 > 2 + 30 * 12) break;
    s[at] = a.at("id").get<std::uint8_t>();
    fill(a, &s[at]);
    at += 12;
  }
  return s;
}

Sector values(const Json& smart) {
  Sector s = table(smart, [](const Json& a, std::uint8_t* entry) {
    const auto flags = a.at("flags").at("value").get<std::uint16_t>();
    entry[1] = static_cast<std::uint8_t>(flags);
    entry[2] = static_cast<std::uint8_t>(flags >> 8);
    entry[3] = a.at("value").get<std::uint8_t>();
    entry[4] = a.at("worst").get<std::uint8_t>();
    const auto raw = a.at("raw").at("value").get<std::uint64_t>();
    for (std::size_t i = 0; i < 6; ++i) entry[5 + i] = static_cast<std::uint8_t>(raw >> 8 * i);
  });
  set_checksum(s);
  return s;
}

Sector thresholds(const Json& smart) {
  Sector s = table(smart, [](const Json& a, std::uint8_t* entry) { entry[1] = a.at("thresh"); });
  set_checksum(s);
  return s;
}

std::string command(const char* name, int status, const Sector* data) {
  std::string out = fmt::format("REPORT-IOCTL: Device=sim Command={}\n", name);
  out += fmt::format("REPORT-IOCTL: Device=sim Command={} returned {}\n", name, status);
  if (data == nullptr) return out;
  out += fmt::format("\n===== [{}] DATA START (BASE-16) =====\n", name);
  for (std::size_t line = 0; line < 512; line += 16) {
    out += fmt::format("{:03}-{:03}:", line, line + 15);
    for (std::size_t i = line; i < line + 16; ++i) out += fmt::format(" {:02x}", (*data)[i]);
    out += '\n';
  }
  return out + fmt::format("===== [{}] DATA END (512 Bytes) =====\n\n", name);
}

}  // namespace

std::string ataioctl_text(const Json& smart) {
  const Sector of_identify = identify(smart), of_values = values(smart), of_thresholds = thresholds(smart);
  const bool passed = smart.at("smart_status").at("passed").get<bool>();
  return command("IDENTIFY DEVICE", 0, &of_identify) + command("SMART READ ATTRIBUTE VALUES", 0, &of_values) +
         command("SMART READ ATTRIBUTE THRESHOLDS", 0, &of_thresholds) +
         command("SMART STATUS CHECK", passed ? 0 : 1, nullptr);
}

}  // namespace rainier::health
