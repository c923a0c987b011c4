#include "models/health/smart/attributes.hpp"

#include <algorithm>
#include <cmath>

namespace rainier::health {
namespace {

// Bits of the flags: prefailure, updated online, performance, error rate, event count, kept by itself.
constexpr std::uint16_t error_rate = 0x2f, failing = 0x33, event = 0x32, state = 0x22, wear = 0x30;

// Names and flags as smartmontools shows them for this maker's drives (smartmontools' drivedb.h).
constexpr std::array table{
    AttributeName{"raw_read_errors", 1, "Raw_Read_Error_Rate", error_rate},
    AttributeName{"reallocated_blocks", 5, "Reallocated_Block_Count", event},
    AttributeName{"power_on_hours", 9, "Power_On_Hours", event},
    AttributeName{"power_cycles", 12, "Power_Cycle_Count", event},
    AttributeName{"program_failures", 171, "Program_Fail_Count", event},
    AttributeName{"erase_failures", 172, "Erase_Fail_Count", event},
    AttributeName{"erase_count", 173, "Avg_Block-Erase_Count", event},
    AttributeName{"power_losses", 174, "Unexpect_Power_Loss_Ct", event},
    AttributeName{"spare_blocks", 180, "Unused_Rsvd_Blk_Cnt_Tot", failing},
    AttributeName{"end_to_end_errors", 184, "End-to-End_Error", event},
    AttributeName{"uncorrectable", 187, "Reported_Uncorrect", event},
    AttributeName{"temperature", 194, "Temperature_Celsius", state},
    AttributeName{"crc_errors", 199, "UDMA_CRC_Error_Count", event},
    AttributeName{"life_used", 202, "Percent_Lifetime_Used", wear},
    AttributeName{"rain_recoveries", 210, "RAIN_Success_Recovered", event},
    AttributeName{"write_protect_progress", 242, "Write_Protect_Progress", event},
    AttributeName{"host_sectors", 246, "Total_LBAs_Written", event},
    AttributeName{"host_pages", 247, "Host_Program_Page_Count", event},
    AttributeName{"background_pages", 248, "Bckgnd_Program_Page_Cnt", event},
};

std::uint8_t normalised(double percent) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(percent), 1.0, 100.0));
}

std::uint64_t degrees(double celsius) {
  return static_cast<std::uint64_t>(std::clamp(std::round(celsius), 0.0, 255.0));
}

void count(Attribute& a, std::uint64_t raw) {
  a.raw = raw & 0xFFFFFFFFFFFF;
  a.raw_text = std::to_string(a.raw);
}

void fill(Attribute& a, const Vitals& v) {
  switch (a.id) {
    case 1:
      return count(a, v.read_again + v.reconstructed + v.uncorrectable);
    case 5:
      a.value = a.worst = normalised(v.spare_percent());
      return count(a, v.spare_blocks - v.spare_blocks_left);
    case 9:
      return count(a, static_cast<std::uint64_t>(v.hours));
    case 12:
      return count(a, v.power_cycles);
    case 171:
      return count(a, v.program_failures);
    case 172:
      return count(a, v.erase_failures);
    case 173:
      a.value = a.worst = normalised(100 - v.percent_of_life);
      return count(a, static_cast<std::uint64_t>(v.mean_erases + 0.5));
    case 174:
      return count(a, v.power_losses);
    case 180:
      a.value = a.worst = normalised(v.spare_percent());
      a.threshold = static_cast<std::uint8_t>(std::clamp(100 * v.write_protect_share, 1.0, 99.0));
      return count(a, v.spare_blocks_left);
    case 184:
      return count(a, v.mismatches);
    case 187:
      return count(a, v.uncorrectable);
    case 194:
      // The raw words: now, lowest, highest.
      a.value = normalised(100 - v.temperature);
      a.worst = normalised(100 - v.highest);
      a.raw = degrees(v.temperature) | degrees(v.lowest) << 16 | degrees(v.highest) << 32;
      a.raw_text = std::to_string(degrees(v.temperature)) + " (Min/Max " + std::to_string(degrees(v.lowest)) +
                   "/" + std::to_string(degrees(v.highest)) + ")";
      return;
    case 199:
      return count(a, v.crc_errors);
    case 202:
      a.value = a.worst = normalised(100 - v.percent_of_life);
      a.threshold = 1;
      return count(a, static_cast<std::uint64_t>(std::clamp(v.percent_of_life, 0.0, 100.0)));
    case 210:
      return count(a, v.reconstructed);
    case 242:
      a.value = a.worst = normalised(100 - v.write_protect_progress());
      return count(a, static_cast<std::uint64_t>(v.write_protect_progress()));
    case 246:
      return count(a, v.host_sectors);
    case 247:
      return count(a, v.host_pages);
    case 248:
      return count(a, v.other_pages);
    default:
      return;
  }
}

}  // namespace

double Vitals::spare_percent() const {
  const double all = stand_ins > 0 ? stand_ins : static_cast<double>(spare_blocks);
  const double left = stand_ins > 0 ? stand_ins_left : static_cast<double>(spare_blocks_left);
  const double most = write_protected ? 100 * write_protect_share : 100;
  return all == 0 ? 100 : std::clamp(100 * left / all, 0.0, most);
}

double Vitals::write_protect_progress() const {
  if (write_protected) return 100;
  const double way = 100 * (1 - write_protect_share);
  return way <= 0 ? 0 : std::clamp(100 * (100 - spare_percent()) / way, 0.0, 100.0);
}

std::span<const AttributeName> attribute_names() { return table; }

std::vector<Attribute> attributes_of(const Vitals& vitals, const std::vector<std::string>& without) {
  std::vector<Attribute> all;
  for (const AttributeName& one : table) {
    if (std::find(without.begin(), without.end(), one.key) != without.end()) continue;
    Attribute a;
    a.id = one.id;
    a.name = one.name;
    a.flags = one.flags;
    fill(a, vitals);
    all.push_back(std::move(a));
  }
  return all;
}

bool passes(const std::vector<Attribute>& attributes, const Vitals& vitals) {
  const bool failed = std::any_of(attributes.begin(), attributes.end(), [](const Attribute& a) {
    return a.failing() && (a.flags & Attribute::prefailure) != 0;
  });
  return !failed && !vitals.write_protected && !vitals.shut_down;
}

}  // namespace rainier::health
