#include "models/link/link.hpp"

#include "sim/config/describe.hpp"

namespace rainier::link {

// A TLP is replayed until it is whole: nothing of it is lost.
Time Link::faulty_send(Time at, std::uint64_t bytes, bool& lost) {
  return is_pcie_ ? pcie_.send(at, bytes, errors_) : sata_.send(at, bytes, errors_, lost);
}

Time Link::faulty_fetch(Time at, std::uint64_t bytes, std::uint64_t before, bool& lost) {
  return is_pcie_ ? pcie_.fetch(at, bytes, errors_) : sata_.fetch(at, bytes, before, errors_, lost);
}

Time Link::faulty_fetch_command(Time at, std::uint64_t bytes) {
  return is_pcie_ ? pcie_.fetch(at, bytes, errors_) : at;
}

Time Link::faulty_complete(Time at, std::uint64_t bytes) {
  return is_pcie_ ? pcie_.arrival(pcie_.send(at, bytes, errors_)) : sata_.complete(at, bytes, errors_);
}

Time Link::faulty_doorbell(Time at) {
  return is_pcie_ ? pcie_.doorbell(at, errors_) : sata_.command(at, errors_);
}

void describe(config::Schema& s, Params& p) {
  s.choice("interface", p.interface,
           {{"pcie", Interface::pcie, "PCI Express: the parameters of this group"},
            {"sata", Interface::sata, "Serial ATA: those of the group sata"},
            {"sas", Interface::sas, "Serial Attached SCSI: those of the group sas"}},
           "kind of link");
  describe(s, static_cast<PcieParams&>(p));
  s.group("sata", p.sata, "Serial ATA link");
  s.group("sas", p.sas, "Serial Attached SCSI link");
  s.group("errors", p.errors, "bits that go wrong on the wire, and their replay");
  s.only_with(
      {"generation", "lanes", "payload_bytes", "tlp_overhead_bytes", "dllp_share", "read_request_bytes",
       "tags", "posted_credits", "credit_return", "propagation", "memory_latency"},
      p, "interface: pcie", [](const Params& link) { return link.interface == Interface::pcie; });
  s.only_with({"sata"}, p, "interface: sata",
              [](const Params& link) { return link.interface == Interface::sata; });
  s.only_with({"sas"}, p, "interface: sas",
              [](const Params& link) { return link.interface == Interface::sas; });
  s.check(p, [](const Params& link) -> std::string {
    if (link.interface != Interface::sas || link.errors.bit_error_rate == 0) return "";
    return "errors.bit_error_rate needs interface: pcie or sata: bad frames of SAS are not modelled";
  });
}

}  // namespace rainier::link
