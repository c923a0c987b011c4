#include <fmt/format.h>

#include <array>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {
namespace {

void set_verify(Draft& draft, std::string_view value) {
  Job& job = draft.job;
  if (value == "0" || value == "none")
    job.verify = Verify::none;
  else if (value == "crc32c" || value == "crc32c-intel")
    job.verify = Verify::crc32c;
  else if (value == "pattern")
    job.verify = Verify::pattern;
  else
    throw ValueError(fmt::format(
        "expected crc32c, pattern or none (fio's other checks are not simulated), not \"{}\"", value));
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// `0xdeadbeef` is its bytes in this order, `"abcd"` its characters, a decimal number its bytes from the
/// lowest.
std::vector<std::uint8_t> read_pattern(std::string_view text) {
  std::vector<std::uint8_t> pattern;
  if (text.size() > 2 && text.front() == '"' && text.back() == '"') {
    for (const char c : text.substr(1, text.size() - 2)) pattern.push_back(static_cast<std::uint8_t>(c));
  } else if (text.starts_with("0x") || text.starts_with("0X")) {
    std::string digits(text.substr(2));
    if (digits.size() % 2 == 1) digits.insert(digits.begin(), '0');
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
      const int high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
      if (high < 0 || low < 0) return {};
      pattern.push_back(static_cast<std::uint8_t>(high * 16 + low));
    }
  } else if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    for (std::uint64_t number = read_number(text, KbBase::binary); number > 0; number >>= 8)
      pattern.push_back(static_cast<std::uint8_t>(number));
    if (pattern.empty()) pattern.push_back(0);
  }
  return pattern.size() <= 512 ? pattern : std::vector<std::uint8_t>();
}

void set_verify_pattern(Draft& draft, std::string_view value) {
  draft.job.verify_pattern = read_pattern(value);
  if (draft.job.verify_pattern.empty())
    throw ValueError("expected 0x and hexadecimal digits, a decimal number or a \"text\", up to 512 bytes");
}

void set_continue(Draft& draft, std::string_view value) {
  struct Name {
    std::string_view name;
    ContinueOnError what;
  };
  static constexpr std::array names{Name{"none", {false, false, false}}, Name{"0", {false, false, false}},
                                    Name{"read", {true, false, false}},  Name{"write", {false, true, false}},
                                    Name{"io", {true, true, false}},     Name{"verify", {false, false, true}},
                                    Name{"all", {true, true, true}},     Name{"1", {true, true, true}},
                                    Name{"", {true, true, true}}};
  for (const Name& each : names)
    if (each.name == value) {
      draft.job.continue_on_error = each.what;
      return;
    }
  throw ValueError(fmt::format("expected none, read, write, io, verify or all, not \"{}\"", value));
}

constexpr std::array table{
    Option{"verify", "", Form::value, set_verify},
    Option{"verify_pattern", "", Form::value, set_verify_pattern},
    Option{"do_verify", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.do_verify = read_bool(value); }},
    Option{"verify_fatal", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.verify_fatal = read_bool(value); }},
    Option{"continue_on_error", "", Form::text, set_continue},
};

}  // namespace

std::span<const Option> verify_options() { return table; }

}  // namespace rainier::fio
