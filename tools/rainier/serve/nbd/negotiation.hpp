#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tools/rainier/serve/nbd/protocol.hpp"

namespace rainier::nbd {

/// The device that is offered.
struct Export {
  std::string name, description;
  std::uint64_t size = 0;
  std::uint32_t least = 512, preferred = 4096, most = 32U << 20;  ///< bytes of a request
};

/// The talk before requests are sent, as the server has it: bytes in, bytes out.
class Negotiation {
 public:
  enum class State : std::uint8_t {
    talking,
    chosen,  ///< requests follow
    over,    ///< what was said last is to be sent, then the connection ends
  };

  explicit Negotiation(const Export& offered) : export_(offered) {}

  /// What the server says first.
  static std::string greeting();
  /// Takes what is whole at the front of the input and appends the answers; how many bytes it took. Takes
  /// nothing more once it is no longer talking.
  std::size_t take(std::span<const std::byte> input, std::string& out);

  State state() const { return state_; }
  bool structured() const { return structured_; }
  /// Whether base:allocation was chosen.
  bool context() const { return context_; }

  /// Options with more data end the connection.
  static constexpr std::uint32_t most_data = 16'384;

 private:
  void answer(std::uint32_t option, std::span<const std::byte> data, std::string& out);
  void answer_go(Option option, std::span<const std::byte> data, std::string& out);
  void answer_context(Option option, std::span<const std::byte> data, std::string& out);
  bool is_offered(std::string_view name) const { return name.empty() || name == export_.name; }
  std::uint16_t flags() const;

  const Export& export_;
  State state_ = State::talking;
  bool greeted_ = false, zeroes_ = true, structured_ = false, context_ = false;
};

}  // namespace rainier::nbd
