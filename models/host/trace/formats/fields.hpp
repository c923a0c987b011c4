#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/host/trace/formats/outcome.hpp"

namespace rainier::trace {

/// The columns of one line, from left to right. The first that is not what it should be stays named in
/// fault(); after that nothing more is read. A comma may have blanks on either side; between columns that
/// blanks separate there may be any number. Nothing is allocated before fault() is asked for.
template <char separator>
class Fields {
 public:
  explicit Fields(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {
    skip_blanks();
  }

  /// A whole number without sign.
  bool number(std::uint64_t& value, const char* what) { return whole(value, what, 10); }
  bool number(std::int64_t& value, const char* what) { return whole(value, what, 10); }
  bool hexadecimal(std::uint64_t& value, const char* what) { return whole(value, what, 16); }

  /// `12.345` with `decimals` = 6 is 12,345,000: exact, rounded down past the last decimal.
  bool decimal(std::int64_t& value, int decimals, const char* what) {
    if (!begin(what)) return false;
    const char* const first = at_;
    std::int64_t whole = 0;
    auto [next, error] = std::from_chars(at_, end_, whole);
    if (error != std::errc() || *first == '-') return fail(what, first);
    std::int64_t fraction = 0;
    int missing = decimals;
    if (next != end_ && *next == '.') {
      for (++next; next != end_ && is_digit(*next); ++next) {
        if (missing == 0) continue;
        fraction = fraction * 10 + (*next - '0');
        --missing;
      }
    }
    std::int64_t scale = 1;
    for (int i = 0; i < decimals; ++i) scale *= 10;
    for (; missing > 0; --missing) fraction *= 10;
    if (__builtin_mul_overflow(whole, scale, &whole) || __builtin_add_overflow(whole, fraction, &value))
      return fail("a time that 64 bits hold", first);
    at_ = next;
    return close(what, first);
  }

  /// Any text up to the next separator; it may be empty between two commas.
  bool text(std::string_view& value, const char* what) {
    if (!begin(what)) return false;
    const char* const first = at_;
    while (at_ != end_ && *at_ != separator && !(separator == ' ' && *at_ == '\t')) ++at_;
    value = {first, static_cast<std::size_t>(at_ - first)};
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    return close(what, first);
  }

  /// What follows the last column that was read is none of the format's.
  bool done() {
    if (at_ == end_ && !after_separator_) return true;
    ++column_;
    return fail("the line's end", at_);
  }
  bool at_end() const { return at_ == end_ && !after_separator_; }
  const char* position() const { return at_; }

  /// Says that the column read last is wrong.
  Outcome reject(const char* what) { return fail(what, column_begin_), Outcome::fault; }
  /// Or an earlier one, whose text is given.
  Outcome reject(const char* what, std::string_view got, int columns_before) {
    column_ -= columns_before;
    what_ = what;
    got_ = got;
    return Outcome::fault;
  }
  std::string fault() const {
    std::string text = "column " + std::to_string(column_) + ": expected " + what_;
    if (got_.data() == end_) return text + ", but the line ends";
    return text + ", not \"" + std::string(got_.substr(0, 40)) + (got_.size() > 40 ? "..." : "") + "\"";
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  bool begin(const char* what) {
    ++column_;
    if (at_ == end_ && !after_separator_) return fail(what, end_);
    after_separator_ = false;
    column_begin_ = at_;
    return true;
  }
  template <class T>
  bool whole(T& value, const char* what, int base) {
    if (!begin(what)) return false;
    const char* const first = at_;
    const auto [next, error] = std::from_chars(at_, end_, value, base);
    if (error == std::errc::result_out_of_range) return fail("a number that 64 bits hold", first);
    if (error != std::errc() || *first == '-') return fail(what, first);
    at_ = next;
    return close(what, first);
  }
  /// Behind a column there must be a separator or the end.
  bool close(const char* what, const char* first) {
    const char* const behind = at_;
    skip_blanks();
    if (at_ == end_) return true;
    if constexpr (separator == ' ') {
      return behind != at_ ? true : fail(what, first);
    } else {
      if (*at_ != separator) return fail(what, first);
      ++at_;
      skip_blanks();
      after_separator_ = true;
      return true;
    }
  }
  bool fail(const char* what, const char* first) {
    const char* last = first;
    while (last != end_ && *last != separator) ++last;
    what_ = what;
    got_ = {first, static_cast<std::size_t>(last - first)};
    return false;
  }

  const char* at_;
  const char* end_;
  const char* column_begin_ = nullptr;
  int column_ = 0;
  bool after_separator_ = false;
  const char* what_ = "";
  std::string_view got_;
};

}  // namespace rainier::trace
