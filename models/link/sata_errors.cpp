#include <algorithm>

#include "models/link/sata.hpp"

namespace rainier::link {

/// Wire time that sending a frame without data again takes.
Time Sata::retries(std::uint64_t bytes, Errors& errors) const {
  const Time one = wire(bytes) + errors.params().replay_time;
  Time all;
  while (errors.first_bad(1, bytes, Errors::Carries::nothing) == 0) {
    all += one;
    errors.replayed(bytes, one);
  }
  return all;
}

/// Whether one of the Data FISes goes bad.
bool Sata::loses_data(std::uint64_t bytes, Errors& errors) const {
  bool lost = false;
  while (bytes > 0) {
    const std::uint64_t payload = std::min(bytes, params_.fis_payload_bytes);
    if (errors.first_bad(1, payload + params_.frame_bytes) == 0) {
      errors.lost();
      lost = true;
    }
    bytes -= payload;
  }
  return lost;
}

Time Sata::send(Time at, std::uint64_t bytes, Errors& errors, bool& lost) {
  wire_.serve(at, retries(dma_setup_bytes, errors));
  lost = loses_data(bytes, errors);
  return send(at, bytes);
}

Time Sata::fetch(Time at, std::uint64_t bytes, std::uint64_t before, Errors& errors, bool& lost) {
  if (before == 0) wire_.serve(at, retries(dma_setup_bytes, errors));
  lost = loses_data(bytes, errors);
  return fetch(at, bytes, before);
}

Time Sata::command(Time at, Errors& errors) { return command(at + retries(command_bytes, errors)); }

Time Sata::complete(Time at, std::uint64_t bytes, Errors& errors) {
  wire_.serve(at, retries(bytes, errors));
  return complete(at, bytes);
}

}  // namespace rainier::link
