#include <fmt/format.h>

#include <iterator>

#include "models/host/trace/output/writers.hpp"

namespace rainier::trace {
namespace {

/// Times in ns, the volume's number as the device. It knows neither trims nor syncs.
class MqsimWriter final : public Writer {
 public:
  bool add(const Record& r, std::string_view, std::string& out) override {
    if ((r.op != fio::Op::read && r.op != fio::Op::write) || r.length == 0) return false;
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {}\n", ns_of(r), r.volume, r.offset / 512,
                   r.length / 512, r.op == fio::Op::read ? 1 : 0);
    return true;
  }
  bool in_sectors() const override { return true; }
};

}  // namespace

std::unique_ptr<Writer> make_mqsim_writer() { return std::make_unique<MqsimWriter>(); }

}  // namespace rainier::trace
