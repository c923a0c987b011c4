#pragma once

#include "models/link/pcie.hpp"
#include "models/link/sata.hpp"

namespace rainier::link {

enum class Interface : std::uint8_t { pcie, sata };

/// The host link: PCI Express, unless the interface is SATA.
struct Params : PcieParams {
  Interface interface = Interface::pcie;
  SataParams sata;

  double bytes_per_second() const {
    return interface == Interface::pcie ? PcieParams::bytes_per_second() : sata.bytes_per_second();
  }
};

void describe(config::Schema& schema, Params& params);

/// Either link by one set of words. Answers are the moments at which something is where it goes.
class Link {
 public:
  explicit Link(const Params& params)
      : is_pcie_(params.interface == Interface::pcie), pcie_(params), sata_(params.sata) {}

  /// Data for the host leave the device.
  Time send(Time at, std::uint64_t bytes) { return is_pcie_ ? pcie_.send(at, bytes) : sata_.send(at, bytes); }
  /// Data of a command come from the host, `before` bytes of it having come earlier.
  Time fetch(Time at, std::uint64_t bytes, std::uint64_t before) {
    return is_pcie_ ? pcie_.fetch(at, bytes) : sata_.fetch(at, bytes, before);
  }
  /// The device reads a command from host memory. Over SATA the host has sent it.
  Time fetch_command(Time at, std::uint64_t bytes) { return is_pcie_ ? pcie_.fetch(at, bytes) : at; }
  /// A command's completion is with the host.
  Time complete(Time at, std::uint64_t bytes) {
    return is_pcie_ ? pcie_.post(at, bytes) : sata_.complete(at, bytes);
  }
  /// An interrupt reaches the host. The SATA host adapter raises it by itself.
  Time interrupt(Time at) { return is_pcie_ ? pcie_.post(at, interrupt_bytes()) : at; }
  /// A command (or its doorbell) reaches the device.
  Time doorbell(Time at) { return is_pcie_ ? pcie_.doorbell(at) : sata_.command(at); }

  std::uint64_t interrupt_bytes() const { return is_pcie_ ? 4 : 0; }
  /// Towards the host; a half-duplex link has one bus for both.
  const FifoServer& up() const { return is_pcie_ ? pcie_.up() : sata_.bus(); }
  const FifoServer& down() const { return is_pcie_ ? pcie_.down() : sata_.bus(); }
  std::uint64_t posted_bytes() const { return is_pcie_ ? pcie_.posted_bytes() : sata_.posted_bytes(); }
  std::uint64_t fetched_bytes() const { return is_pcie_ ? pcie_.fetched_bytes() : sata_.fetched_bytes(); }

 private:
  bool is_pcie_;
  Pcie pcie_;
  Sata sata_;
};

}  // namespace rainier::link
