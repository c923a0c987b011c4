#pragma once

#include <cstdint>
#include <filesystem>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "tools/rainier/import/remarks.hpp"

namespace rainier::tool {

/// An XML file of MQSim. @throws UsageError, FILE:LINE, if it can't be read, is no XML, or has another root
class MqsimFile {
 public:
  MqsimFile(std::filesystem::path path, const char* root);
  pugi::xml_node root() const { return root_; }
  const std::string& name() const { return name_; }
  int line(const pugi::xml_node& node) const;
  /// @throws UsageError
  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& message) const;

 private:
  std::string name_, text_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

/// The parameters of one element, each taken once. What was asked for and is not there has MQSim's default;
/// what is there and was never asked for is no parameter of MQSim, which passes over it without a word:
/// finish() remarks it.
class MqsimValues {
 public:
  MqsimValues(const MqsimFile& file, pugi::xml_node node, Remarks& remarks)
      : file_(file), node_(node), remarks_(remarks) {}

  std::uint64_t number(const char* key, std::uint64_t otherwise);
  double real(const char* key, double otherwise);
  bool truth(const char* key, bool otherwise);
  /// In capitals. One of `choices`, unless there are none.
  std::string word(const char* key, const std::string& otherwise,
                   const std::vector<std::string>& choices = {});
  /// Nothing here does what it does: remarked if it is there.
  void without(const char* key, const std::string& why);
  void approximate(const char* key, const std::string& how) { remark(Remark::Kind::approximate, key, how); }
  void quirk(const char* key, const std::string& what) { remark(Remark::Kind::quirk, key, what); }
  bool has(const char* key) const { return !node_.child(key).empty(); }
  /// An element that holds others is read elsewhere.
  void elsewhere(const char* key) { taken_.insert(key); }
  void finish();

 private:
  std::string text(const char* key);
  void remark(Remark::Kind kind, const char* key, const std::string& text);

  const MqsimFile& file_;
  pugi::xml_node node_;
  Remarks& remarks_;
  std::set<std::string> taken_;
};

}  // namespace rainier::tool
