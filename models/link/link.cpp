#include "models/link/link.hpp"

#include "sim/config/describe.hpp"

namespace rainier::link {

void describe(config::Schema& s, Params& p) {
  s.choice("interface", p.interface,
           {{"pcie", Interface::pcie, "PCI Express: the parameters of this group"},
            {"sata", Interface::sata, "Serial ATA: those of the group sata; the others have no effect"}},
           "kind of link");
  describe(s, static_cast<PcieParams&>(p));
  s.group("sata", p.sata, "Serial ATA link");
}

}  // namespace rainier::link
