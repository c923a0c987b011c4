#include <catch2/catch.hpp>

#include "validation/checks/test_drive_test.hpp"

using namespace rainier;
using namespace rainier::checks;
using namespace rainier::literals;

namespace {

constexpr double read_of_memory = 550e-9, command_time = 66e-9;
constexpr double bytes_per_second = 4e9 * (1 - 0.0208);

double small_reads(const Overrides& overrides) {
  TestDrive drive(drive_config("p320h-700", 1.0 / 64, overrides), host_params("linux-fio", {}),
                  "seq:128KiB:1");
  return drive.measure({"rw=randread", "bs=512", "norandommap", "iodepth=32", "numjobs=8"}, 2_ms, 20_ms)
      .iops();
}

}  // namespace

TEST_CASE("commands that are fetched one by one bound small reads by the way to host memory and back") {
  // A request, and three completions: header, FIS and a descriptor, each with a TLP's 24 B.
  const double wire = (24 + 2 * (24 + 32) + 24 + 16) / bytes_per_second;
  const double bound = 1 / (read_of_memory + wire + command_time);
  const double iops = small_reads({});
  CHECK(iops < bound);
  // A request waits for half a data TLP at most, a completion now and then for a doorbell.
  CHECK(iops > 1 / (1 / bound + ((24 + 128) / 2.0 + 24 + 4) / bytes_per_second));
}

TEST_CASE("two commands that are fetched at once come in faster") {
  CHECK(small_reads({"controller.command_fetches=2"}) > 1.2 * small_reads({}));
}
