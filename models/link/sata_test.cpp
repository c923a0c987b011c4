#include "models/link/sata.hpp"

#include <catch2/catch.hpp>

#include "models/link/link.hpp"

using namespace rainier;
using namespace rainier::literals;
using link::Sata;
using link::SataParams;

namespace {

double megabytes_per_second(const SataParams& params, std::uint64_t bytes) {
  Sata sata(params);
  Time end;
  for (int i = 0; i < 10'000; ++i) end = sata.send(Time(), bytes);
  return static_cast<double>(bytes) * 1e4 / end.seconds() / 1e6;
}

}  // namespace

// physics.md, section 3: 600 MB/s after 8b/10b; 16 B around each Data FIS and 40 B of DMA Setup before it.
TEST_CASE("a 6 Gb/s link carries what its frames leave of 600 MB/s") {
  const SataParams params;
  CHECK(megabytes_per_second(params, 8192) == Approx(600.0 * 8192 / (8192 + 16 + 40)).epsilon(1e-4));
  CHECK(megabytes_per_second(params, 65536) == Approx(600.0 * 65536 / (65536 + 8 * 16 + 40)).epsilon(1e-4));
}

TEST_CASE("each generation has twice the rate of the one before") {
  SataParams params;
  params.generation = 1;
  CHECK(params.bytes_per_second() == Approx(150e6));
  params.generation = 2;
  CHECK(params.bytes_per_second() == Approx(300e6));
  params.generation = 3;
  CHECK(params.bytes_per_second() == Approx(600e6));
}

TEST_CASE("the set-up of a Data FIS is paid once for each 8 KiB of a command, however it is fetched") {
  SataParams params;
  params.data_fis_time = 10_us;
  Sata whole(params), pieces(params);
  const Time at_once = whole.fetch(Time(), 65536, 0);
  Time end;
  for (std::uint64_t before = 0; before < 65536; before += 4096) end = pieces.fetch(Time(), 4096, before);
  CHECK(std::abs((at_once - end).ps()) < 100);
  CHECK(at_once > 8 * 10_us);
  CHECK(at_once < 8 * 10_us + 112_us);
}

TEST_CASE("the link is half duplex: both directions share its time") {
  const SataParams params;
  Sata sata(params);
  const Time read = sata.send(Time(), 8192);
  const Time write = sata.fetch(Time(), 8192, 0);
  CHECK(std::abs((write - 2 * read).ps()) < 10);
  CHECK(sata.posted_bytes() == 8192);
  CHECK(sata.fetched_bytes() == 8192);
}

TEST_CASE("a command delays nobody but takes its time on the wire from those that follow") {
  const SataParams params;
  Sata busy(params), alone(params);
  CHECK(busy.command(5_us) > 5_us);
  const Time with = busy.send(Time(), 4096), without = alone.send(Time(), 4096);
  CHECK(with - without == Time(53'333));  // 32 B at 600 MB/s
}

TEST_CASE("a link answers as the kind it was configured as") {
  link::Params params;
  CHECK(link::Link(params).send(Time(), 4096) == link::Pcie(params).send(Time(), 4096));
  CHECK(link::Link(params).interrupt_bytes() == 4);
  params.interface = link::Interface::sata;
  link::Link sata(params);
  CHECK(sata.send(Time(), 4096) == Sata(params.sata).send(Time(), 4096));
  CHECK(sata.fetch_command(7_us, 64) == 7_us);
  CHECK(sata.interrupt(7_us) == 7_us);
  CHECK(sata.interrupt_bytes() == 0);
}
