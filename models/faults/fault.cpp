#include "models/faults/fault.hpp"

#include <fmt/format.h>

#include <vector>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"

namespace rainier::faults {
namespace {

constexpr std::array table{
    KindName{"codeword", Kind::codeword, 6, "one codeword can't be corrected until its block is erased"},
    KindName{"page", Kind::page, 5, "no codeword of a page can be corrected until its block is erased"},
    KindName{"block", Kind::block, 4, "a block can't be read, programmed or erased any more"},
    KindName{"plane", Kind::plane, 3, "a plane of a die is lost"},
    KindName{"die", Kind::die, 2, "a die is lost"},
    KindName{"channel", Kind::channel, 1, "all dies of a channel are lost"},
    KindName{"program", Kind::program, 2, "the next program of a die fails, and with it its block"},
    KindName{"erase", Kind::erase, 2, "the next erase of a die fails, and with it its block"},
    KindName{"link", Kind::link, 0, "the next TLP or FIS with data arrives with a wrong CRC"},
    KindName{"power", Kind::power, 0, "the drive loses its power and starts again"},
};

constexpr std::array<std::string_view, levels> level_names{"channel", "die",  "plane",
                                                           "block",   "page", "codeword"};

/// How the whole is written: `@WHEN` is there, or is not.
struct Form {
  std::string_view when, example;
};
constexpr Form later{"@WHEN", "@10s"}, now{"", ""};

[[noreturn]] void refuse(std::string_view text, const std::string& expected) {
  throw BadFault(fmt::format("{} (got {})", expected, config::in_quotes(std::string(text))));
}

const KindName& find_kind(std::string_view name, std::string_view text, Form form) {
  std::vector<std::string> names;
  for (const KindName& kind : table) {
    if (kind.name == name) return kind;
    names.emplace_back(kind.name);
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  refuse(text,
         fmt::format("expected KIND:ADDRESS{} such as die:3.2{}, with KIND {}{}", form.when, form.example,
                     list, config::did_you_mean(config::nearest(std::string(name), names))));
}

std::string address_form(const KindName& kind) {
  std::string form;
  for (std::uint32_t i = 0; i < kind.levels; ++i)
    form += fmt::format("{}{}", i == 0 ? "" : ".", level_names[i]);
  return form;
}

void read_address(Fault& fault, const KindName& kind, std::string_view address, std::string_view text) {
  if (address == "any") {
    fault.anywhere = true;
    return;
  }
  const auto wrong = [&] {
    if (kind.levels == 0) refuse(text, fmt::format("expected {}:any", kind.name));
    refuse(text, fmt::format("expected {}:{} with numbers from 0, or {}:any", kind.name, address_form(kind),
                             kind.name));
  };
  if (kind.levels == 0) wrong();
  for (std::uint32_t i = 0; i < kind.levels; ++i) {
    const std::size_t end = address.find('.');
    const bool last = i + 1 == kind.levels;
    if ((end == std::string_view::npos) != last) wrong();
    std::uint64_t number = 0;
    try {
      number = config::parse_unsigned(address.substr(0, end));
    } catch (const config::BadQuantity&) {
      wrong();
    }
    if (number > 0xFFFFFFFF) wrong();
    fault.address[i] = static_cast<std::uint32_t>(number);
    if (!last) address.remove_prefix(end + 1);
  }
}

void read_when(Fault& fault, std::string_view when, std::string_view text) {
  const std::string expected =
      "expected a time (10s), a count of host commands (5000ops) or a rate (1e-6/op) after the @";
  try {
    if (when.ends_with("/op")) {
      fault.rate = config::parse_number(when.substr(0, when.size() - 3));
      if (fault.rate <= 0 || fault.rate > 1) refuse(text, "expected a rate above 0, up to 1");
    } else if (when.ends_with("ops")) {
      fault.operations = config::parse_unsigned(when.substr(0, when.size() - 3));
    } else {
      fault.at = config::parse_time(when);
      if (*fault.at < Time()) refuse(text, expected);
    }
  } catch (const config::BadQuantity&) {
    refuse(text, expected);
  }
}

}  // namespace

std::span<const KindName> kinds() { return table; }

Fault parse_now(std::string_view text) {
  Fault fault;
  fault.text = text;
  const std::size_t colon = text.find(':');
  const KindName& kind = find_kind(text.substr(0, colon), text, now);
  const bool nowhere = colon == std::string_view::npos;
  if (nowhere && kind.levels > 0) refuse(text, fmt::format("expected {}:ADDRESS such as die:3.2", kind.name));
  fault.kind = kind.kind;
  read_address(fault, kind, nowhere ? "any" : text.substr(colon + 1), text);
  return fault;
}

Fault parse(std::string_view text) {
  Fault fault;
  fault.text = text;
  const std::size_t at = text.find('@');
  const std::string_view what = text.substr(0, at);
  const std::size_t colon = what.find(':');
  const KindName& kind = find_kind(what.substr(0, colon), text, later);
  const bool nowhere = colon == std::string_view::npos;
  if (at == std::string_view::npos && kind.levels == 0)
    refuse(text, fmt::format("expected {0}@WHEN such as {0}@10ms", kind.name));
  if (at == std::string_view::npos || (nowhere && kind.levels > 0))
    refuse(text, fmt::format("expected {}:ADDRESS@WHEN such as die:3.2@10s", kind.name));
  fault.kind = kind.kind;
  read_address(fault, kind, nowhere ? "any" : what.substr(colon + 1), text);
  read_when(fault, text.substr(at + 1), text);
  return fault;
}

void check(const Fault& fault, const Bounds& bounds) {
  if (fault.anywhere) return;
  std::uint32_t used = 0;
  for (const KindName& kind : table)
    if (kind.kind == fault.kind) used = kind.levels;
  for (std::uint32_t i = 0; i < used; ++i)
    if (fault.address[i] >= bounds[i])
      refuse(fault.text, fmt::format("expected a {} from 0 to {}", level_names[i], bounds[i] - 1));
}

}  // namespace rainier::faults
