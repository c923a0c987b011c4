#include <fmt/format.h>

#include <iterator>

#include "models/host/trace/formats/csv.hpp"
#include "models/host/trace/output/writers.hpp"

namespace rainier::trace {
namespace {

class CsvWriter final : public Writer {
 public:
  void begin(std::string& out) override { out += std::string(Csv::columns) + "\n"; }
  bool add(const Record& r, std::string_view volume, std::string& out) override {
    static constexpr const char* names[] = {"read", "write", "trim", "sync", "sync"};
    fmt::format_to(std::back_inserter(out), "{},{},{},{},{}\n", ns_of(r), volume,
                   names[static_cast<std::size_t>(r.op)], r.offset, r.length);
    return true;
  }
  bool in_sectors() const override { return false; }
};

}  // namespace

std::unique_ptr<Writer> make_csv_writer() { return std::make_unique<CsvWriter>(); }

}  // namespace rainier::trace
