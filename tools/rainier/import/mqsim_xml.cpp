#include "tools/rainier/import/mqsim_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

std::string trimmed(std::string text) {
  const char* const blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

int line_at(const std::string& text, std::ptrdiff_t offset) {
  const auto end =
      text.begin() + std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

}  // namespace

MqsimFile::MqsimFile(std::filesystem::path path, const char* root) : name_(path.string()) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path)) throw UsageError(name_ + ": can't read it");
  text_.assign(std::istreambuf_iterator<char>(stream), {});
  const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
  if (!result)
    throw UsageError(
        fmt::format("{}:{}: not XML: {}", name_, line_at(text_, result.offset), result.description()));
  root_ = document_.child(root);
  if (root_.empty())
    throw UsageError(fmt::format("{}: expected the element {}, not {}", name_, root,
                                 config::in_quotes(document_.document_element().name())));
}

int MqsimFile::line(const pugi::xml_node& node) const { return line_at(text_, node.offset_debug()); }

void MqsimFile::fail(const pugi::xml_node& node, const std::string& message) const {
  throw UsageError(fmt::format("{}:{}: {}: {}", name_, line(node), node.name(), message));
}

std::string MqsimValues::text(const char* key) {
  taken_.insert(key);
  return trimmed(node_.child(key).text().as_string());
}

std::uint64_t MqsimValues::number(const char* key, std::uint64_t otherwise) {
  const std::string value = text(key);
  if (!has(key)) return otherwise;
  try {
    return config::parse_unsigned(value);
  } catch (const config::BadQuantity&) {
    file_.fail(node_.child(key), "expected a whole number (got " + config::in_quotes(value) + ")");
  }
}

double MqsimValues::real(const char* key, double otherwise) {
  const std::string value = text(key);
  if (!has(key)) return otherwise;
  try {
    return config::parse_number(value);
  } catch (const config::BadQuantity&) {
    file_.fail(node_.child(key), "expected a number (got " + config::in_quotes(value) + ")");
  }
}

std::string MqsimValues::word(const char* key, const std::string& otherwise,
                              const std::vector<std::string>& choices) {
  std::string value = text(key);
  if (!has(key)) return otherwise;
  std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return std::toupper(c); });
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
  std::string list;
  for (const std::string& choice : choices) list += (list.empty() ? "" : ", ") + choice;
  file_.fail(node_.child(key), "expected one of " + list + " (got " + config::in_quotes(value) + ")" +
                                   config::did_you_mean(config::nearest(value, choices)));
}

// As MQSim: whatever is not FALSE is true.
bool MqsimValues::truth(const char* key, bool otherwise) {
  return word(key, otherwise ? "TRUE" : "FALSE") != "FALSE";
}

void MqsimValues::without(const char* key, const std::string& why) {
  taken_.insert(key);
  if (has(key)) remark(Remark::Kind::without, key, why);
}

void MqsimValues::remark(Remark::Kind kind, const char* key, const std::string& text) {
  const pugi::xml_node node = node_.child(key);
  remarks_.push_back({kind, file_.name(), node.empty() ? 0 : file_.line(node), key,
                      node.empty() ? "absent" : trimmed(node.text().as_string()), text});
}

void MqsimValues::finish() {
  const std::vector<std::string> known(taken_.begin(), taken_.end());
  for (const pugi::xml_node& node : node_.children()) {
    if (node.type() != pugi::node_element || taken_.contains(node.name())) continue;
    remarks_.push_back({Remark::Kind::quirk, file_.name(), file_.line(node), node.name(),
                        trimmed(node.text().as_string()),
                        "MQSim passes over it, and so was done here" +
                            config::did_you_mean(config::nearest(node.name(), known))});
  }
}

}  // namespace rainier::tool
