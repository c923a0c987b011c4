#include "sim/config/leaf_text.hpp"

namespace rainier::config {

std::string values_text(const LeafEntry& leaf, const std::vector<Scalar>& values) {
  if (leaf.access.shape != Shape::many) return values.empty() ? "null" : format_scalar(leaf, values.front());
  std::string text = "[";
  for (const Scalar& value : values) {
    if (text.size() > 1) text += ", ";
    const std::string one = format_scalar(leaf, value);
    text += leaf.kind == Kind::text ? in_double_quotes(one) : one;
  }
  return text + "]";
}

std::string default_text(const LeafEntry& leaf) {
  return leaf.required ? "required" : values_text(leaf, leaf.initial);
}

std::string in_double_quotes(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20 || code == 0x7f) {
      out += std::string("\\u00") + hex[code >> 4] + hex[code & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace rainier::config
