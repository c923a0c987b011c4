#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/per_direction.hpp"
#include "models/host/fio/share.hpp"

namespace rainier::fio {

namespace {

using Range = std::pair<std::uint64_t, std::uint64_t>;

/// `1k-4k` or `1k:4k`, in either order.
Range read_range(std::string_view text, KbBase kb_base) {
  const auto mark = text.find_first_of("-:");
  if (mark == std::string_view::npos)
    throw ValueError(fmt::format("expected a range such as 1k-4k, not \"{}\"", text));
  const std::uint64_t a = read_positive(trim(text.substr(0, mark)), kb_base);
  const std::uint64_t b = read_positive(trim(text.substr(mark + 1)), kb_base);
  return std::minmax(a, b);
}

/// fio separates directions by `,` or, in ranges, by `/`.
void set_ranges(Draft& draft, std::string_view value) {
  std::string text(value);
  std::replace(text.begin(), text.end(), '/', ',');
  read_each(text, draft.job.range, [&](std::string_view part) { return read_range(part, draft.kb_base); });
}

constexpr std::array table{
    Option{"bs", "blocksize", Form::value,
           [](Draft& draft, std::string_view value) {
             read_each(value, draft.block,
                       [&](std::string_view part) { return read_positive(part, draft.kb_base); });
           }},
    Option{"bsrange", "blocksize_range", Form::value, set_ranges},
    Option{"bssplit", "", Form::value,
           [](Draft& draft, std::string_view value) {
             read_each(value, draft.split,
                       [&](std::string_view part) { return read_block_shares(part, draft.kb_base); });
           }},
    Option{"bs_unaligned", "blocksize_unaligned", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.unaligned_sizes = read_bool(value); }},
    Option{"ba", "blockalign", Form::value,
           [](Draft& draft, std::string_view value) {
             read_each(value, draft.job.align,
                       [&](std::string_view part) { return read_positive(part, draft.kb_base); });
           }},
};

}  // namespace

std::span<const Option> block_options() { return table; }

}  // namespace rainier::fio
