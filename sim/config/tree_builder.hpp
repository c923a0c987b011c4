#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <string>
#include <vector>

#include "sim/config/document.hpp"

namespace rainier::config {

/// Builds a Node from the YAML parser's events, and refuses what the format has no use for.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::string file) : file_(std::move(file)) {}

  Node root;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  struct Open {
    Node* node;
    bool key_read;  ///< of a map: the next node is the value of the last field
  };

  Node* take(Node node);
  void take_key(Node& map, const Node& node);
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Type type);
  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const;
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const;
  std::string open_path() const;
  [[noreturn]] void fail(int line, const std::string& message) const;

  std::string file_;
  std::vector<Open> open_;
};

}  // namespace rainier::config
