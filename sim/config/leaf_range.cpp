#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/config/leaf_text.hpp"

namespace rainier::config {

namespace {

std::optional<std::uint64_t> as_unsigned(const Scalar& value) {
  if (const auto* u = std::get_if<std::uint64_t>(&value)) return *u;
  const auto* i = std::get_if<std::int64_t>(&value);
  return i && *i >= 0 ? std::optional(static_cast<std::uint64_t>(*i)) : std::nullopt;
}

bool is_integer(const Scalar& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<std::uint64_t>(value);
}

/// An integer bound in a signed or unsigned type; none where the type ends before the bound does.
std::optional<Scalar> integer_bound(const Scalar& bound, bool is_signed) {
  const auto positive = as_unsigned(bound);
  if (!is_signed) return positive ? std::optional<Scalar>(*positive) : std::nullopt;
  if (!positive) return bound;
  if (*positive > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
  return Scalar(static_cast<std::int64_t>(*positive));
}

std::optional<Scalar> bound_for(const LeafEntry& leaf, const std::optional<Scalar>& bound) {
  if (!bound) return std::nullopt;
  switch (leaf.kind) {
    case Kind::integer:
    case Kind::bytes:
    case Kind::transfer_rate:
    case Kind::frequency:
      if (is_integer(*bound))
        return integer_bound(*bound, std::holds_alternative<std::int64_t>(*leaf.access.lowest));
      break;
    case Kind::number:
    case Kind::ratio:
    case Kind::power:
    case Kind::energy:
    case Kind::temperature:
      if (const auto* d = std::get_if<double>(&*bound)) return *d;
      if (const auto* i = std::get_if<std::int64_t>(&*bound)) return static_cast<double>(*i);
      if (const auto* u = std::get_if<std::uint64_t>(&*bound)) return static_cast<double>(*u);
      break;
    case Kind::time:
      if (std::holds_alternative<Time>(*bound)) return bound;
      break;
    case Kind::boolean:
    case Kind::text:
    case Kind::choice:
      break;
  }
  throw std::logic_error("a range of another type than its parameter, a " +
                         std::string(kind_name(leaf.kind)));
}

bool on_grid(const Range& range, const Scalar& value) {
  const auto n = as_unsigned(value);
  if (!n) return range.multiple == 1 && !range.only_powers_of_two;
  return *n % range.multiple == 0 && (!range.only_powers_of_two || (*n != 0 && (*n & (*n - 1)) == 0));
}

}  // namespace

Range in_type_of(const LeafEntry& leaf, const Range& range) {
  Range out = range;
  out.low = bound_for(leaf, range.low);
  out.high = bound_for(leaf, range.high);
  const bool grid = range.multiple != 1 || range.only_powers_of_two;
  if (range.multiple == 0 || (grid && !leaf.access.lowest))
    throw std::logic_error("multiples and powers of two are for integers and bytes");
  return out;
}

bool allows_all(const LeafEntry& leaf, const std::vector<Scalar>& values) {
  return std::all_of(values.begin(), values.end(), [&](const Scalar& value) { return allows(leaf, value); });
}

bool allows(const LeafEntry& leaf, const Scalar& value) {
  if (leaf.kind == Kind::choice) {
    return std::any_of(leaf.choices.begin(), leaf.choices.end(),
                       [&](const Choice& c) { return c.number == std::get<std::int64_t>(value); });
  }
  const Range& r = leaf.range;
  if (r.low && (value < *r.low || (r.low_excluded && value == *r.low))) return false;
  if (r.high && (*r.high < value || (r.high_excluded && value == *r.high))) return false;
  if (leaf.access.lowest) {
    if (value < *leaf.access.lowest || *leaf.access.highest < value) return false;
    return on_grid(r, value);
  }
  return true;
}

std::string range_text(const LeafEntry& leaf) {
  const Range& r = leaf.range;
  const auto bound = [&](const std::optional<Scalar>& b) { return format_scalar(leaf, *b); };
  std::string text;
  if (r.low && r.high) {
    text = (r.low_excluded ? "above " : "from ") + bound(r.low) + (r.high_excluded ? " to below " : " to ") +
           bound(r.high);
  } else if (r.low) {
    text = (r.low_excluded ? "above " : "at least ") + bound(r.low);
  } else if (r.high) {
    text = (r.high_excluded ? "below " : "at most ") + bound(r.high);
  }
  const auto append = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (r.multiple != 1) {
    const bool is_signed = std::holds_alternative<std::int64_t>(*leaf.access.lowest);
    append("a multiple of " + format_scalar(leaf, is_signed ? Scalar(static_cast<std::int64_t>(r.multiple))
                                                            : Scalar(r.multiple)));
  }
  if (r.only_powers_of_two) append("a power of two");
  return text;
}

}  // namespace rainier::config
