#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace rainier::manager {

/// A conversation with a drive over its control socket.
class ControlClient {
 public:
  /// @throws UsageError where nobody answers
  ControlClient(const std::filesystem::path& path, const std::string& name);
  ~ControlClient();
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;

  /// Asks, and waits for the answer, ten seconds at most. @throws UsageError with what the drive says where
  /// it refuses, or where it has gone
  nlohmann::ordered_json ask(const nlohmann::ordered_json& what);

 private:
  [[noreturn]] void gone() const;

  std::string name_, received_;
  int socket_;
};

}  // namespace rainier::manager
