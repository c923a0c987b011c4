#pragma once

#include "models/link/errors.hpp"
#include "models/link/pcie.hpp"
#include "models/link/sas.hpp"
#include "models/link/sata.hpp"

namespace rainier::link {

enum class Interface : std::uint8_t { pcie, sata, sas };

/// The host link: PCI Express, unless the interface is SATA or SAS.
struct Params : PcieParams {
  Interface interface = Interface::pcie;
  SataParams sata;
  SasParams sas;
  ErrorParams errors;

  double bytes_per_second() const {
    if (interface == Interface::sas) return sas.bytes_per_second();
    return interface == Interface::pcie ? PcieParams::bytes_per_second() : sata.bytes_per_second();
  }
  double bits_per_byte() const { return interface == Interface::pcie ? PcieParams::bits_per_byte() : 10; }
};

void describe(config::Schema& schema, Params& params);

/// Any of the links by one set of words. Answers are the moments at which something is where it goes. A wire
/// without errors pays nothing for those that another may have.
class Link {
 public:
  /// `faulty`: frames may go bad, be it only because somebody asks for it.
  explicit Link(const Params& params, bool faulty = false, std::uint64_t seed = 0)
      : is_pcie_(params.interface == Interface::pcie),
        wire_(faulty || params.errors.bit_error_rate > 0 ? Wire::faulty
              : is_pcie_                                 ? Wire::pcie
              : params.interface == Interface::sata      ? Wire::sata
                                                         : Wire::sas),
        pcie_(params),
        sata_(params.sata),
        sas_(params.sas),
        errors_(params.errors, params.bits_per_byte(), Philox(seed, "link.errors")) {}

  /// Data for the host leave the device. `lost()` is called where the command has to be sent again for them.
  template <class Lost>
  Time send(Time at, std::uint64_t bytes, Lost&& lost) {
    if (wire_ == Wire::pcie) return pcie_.send(at, bytes);
    if (wire_ == Wire::sata) return sata_.send(at, bytes);
    if (wire_ == Wire::sas) return sas_.send(at, bytes);
    bool is_lost = false;
    const Time sent = faulty_send(at, bytes, is_lost);
    if (is_lost) lost();
    return sent;
  }
  Time send(Time at, std::uint64_t bytes) {
    return send(at, bytes, [] {});
  }
  /// Data of a command come from the host, `before` bytes of it having come earlier. `lost()` as above.
  template <class Lost>
  Time fetch(Time at, std::uint64_t bytes, std::uint64_t before, Lost&& lost) {
    if (wire_ == Wire::pcie) return pcie_.fetch(at, bytes);
    if (wire_ == Wire::sata) return sata_.fetch(at, bytes, before);
    if (wire_ == Wire::sas) return sas_.fetch(at, bytes, before);
    bool is_lost = false;
    const Time fetched = faulty_fetch(at, bytes, before, is_lost);
    if (is_lost) lost();
    return fetched;
  }
  /// The device reads a command from host memory. Over SATA and SAS the host has sent it.
  Time fetch_command(Time at, std::uint64_t bytes) {
    if (wire_ == Wire::pcie) return pcie_.fetch(at, bytes);
    return wire_ == Wire::faulty ? faulty_fetch_command(at, bytes) : at;
  }
  /// A command's completion is with the host.
  Time complete(Time at, std::uint64_t bytes) {
    if (wire_ == Wire::pcie) return pcie_.post(at, bytes);
    if (wire_ == Wire::sata) return sata_.complete(at, bytes);
    if (wire_ == Wire::sas) return sas_.complete(at, bytes);
    return faulty_complete(at, bytes);
  }
  /// An interrupt reaches the host. A SATA or SAS host adapter raises it by itself.
  Time interrupt(Time at) {
    if (!is_pcie_) return at;
    return wire_ == Wire::pcie ? pcie_.post(at, interrupt_bytes()) : faulty_complete(at, interrupt_bytes());
  }
  /// A command (or its doorbell) reaches the device.
  Time doorbell(Time at) {
    if (wire_ == Wire::pcie) return pcie_.doorbell(at);
    if (wire_ == Wire::sata) return sata_.command(at);
    if (wire_ == Wire::sas) return sas_.command(at);
    return faulty_doorbell(at);
  }

  std::uint64_t interrupt_bytes() const { return is_pcie_ ? 4 : 0; }
  /// Towards the host; a half-duplex link has one bus for both.
  const FifoServer& up() const {
    if (wire_ == Wire::sas) return sas_.up();
    return is_pcie_ ? pcie_.up() : sata_.bus();
  }
  const FifoServer& down() const {
    if (wire_ == Wire::sas) return sas_.down();
    return is_pcie_ ? pcie_.down() : sata_.bus();
  }
  std::uint64_t posted_bytes() const {
    if (wire_ == Wire::sas) return sas_.posted_bytes();
    return is_pcie_ ? pcie_.posted_bytes() : sata_.posted_bytes();
  }
  std::uint64_t fetched_bytes() const {
    if (wire_ == Wire::sas) return sas_.fetched_bytes();
    return is_pcie_ ? pcie_.fetched_bytes() : sata_.fetched_bytes();
  }

  bool is_faulty() const { return wire_ == Wire::faulty; }
  /// The next frame with data of a faulty wire goes bad.
  void fail_next() { errors_.fail_next(); }
  const ErrorCounters& errors() const { return errors_.counters(); }
  /// What outlasts the power: how many errors there were.
  void archive(Archive& archive) { errors_.archive(archive); }

 private:
  enum class Wire : std::uint8_t { pcie, sata, sas, faulty };
  [[gnu::cold]] Time faulty_send(Time at, std::uint64_t bytes, bool& lost);
  [[gnu::cold]] Time faulty_fetch(Time at, std::uint64_t bytes, std::uint64_t before, bool& lost);
  [[gnu::cold]] Time faulty_fetch_command(Time at, std::uint64_t bytes);
  [[gnu::cold]] Time faulty_complete(Time at, std::uint64_t bytes);
  [[gnu::cold]] Time faulty_doorbell(Time at);

  bool is_pcie_;
  Wire wire_;
  Pcie pcie_;
  Sata sata_;
  Sas sas_;
  Errors errors_;
};

}  // namespace rainier::link
