#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "models/host/trace/output/writers.hpp"

namespace rainier::trace {
namespace {

/// Version 3, in us. A volume is a file of its name, added and opened before its first request.
class IologWriter final : public Writer {
 public:
  void begin(std::string& out) override { out += "fio version 3 iolog\n"; }
  bool add(const Record& r, std::string_view volume, std::string& out) override {
    const auto data = static_cast<std::size_t>(r.op) < fio::data_directions;
    if (data && r.length == 0) return false;
    last_us_ = ns_of(r) / 1000;
    if (r.volume >= files_.size()) files_.resize(r.volume + 1);
    if (files_[r.volume].empty()) {
      files_[r.volume] = volume;
      fmt::format_to(std::back_inserter(out), "{0} {1} add\n{0} {1} open\n", last_us_, volume);
    }
    static constexpr const char* names[] = {"read", "write", "trim", "sync", "datasync"};
    const char* const name = names[static_cast<std::size_t>(r.op)];
    if (data)
      fmt::format_to(std::back_inserter(out), "{} {} {} {} {}\n", last_us_, volume, name, r.offset, r.length);
    else
      fmt::format_to(std::back_inserter(out), "{} {} {} 0 0\n", last_us_, volume, name);
    return true;
  }
  void end(std::string& out) override {
    for (const std::string& file : files_)
      if (!file.empty()) fmt::format_to(std::back_inserter(out), "{} {} close\n", last_us_, file);
  }
  bool in_sectors() const override { return false; }

 private:
  std::vector<std::string> files_;  ///< those that are open, by the volume's number
  std::uint64_t last_us_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_iolog_writer() { return std::make_unique<IologWriter>(); }

}  // namespace rainier::trace
