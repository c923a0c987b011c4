#include "models/link/sas.hpp"

#include <catch2/catch.hpp>

#include "models/link/link.hpp"
#include "sim/config/load.hpp"

using namespace rainier;
using namespace rainier::literals;
using link::Sas;
using link::SasParams;

namespace {

double seconds_of_many(const SasParams& params, std::uint64_t bytes) {
  Sas sas(params);
  Time end;
  for (int i = 0; i < 10'000; ++i) end = sas.send(Time(), bytes);
  return end.seconds() / 1e4;
}

}  // namespace

// 8b/10b leaves 300, 600 and 1,200 MB/s; 36 B around each frame of at most 1,024 B; a connection a transfer.
TEST_CASE("a SAS link carries what its frames and connections leave of its rate") {
  for (const std::uint32_t generation : {1U, 2U, 3U}) {
    SasParams params;
    params.generation = generation;
    params.connection_time = 2_us;
    const double rate = 150e6 * (1 << generation);
    CHECK(seconds_of_many(params, 4096) == Approx((4096 + 4 * 36) / rate + 2e-6).epsilon(1e-4));
    CHECK(seconds_of_many(params, 131072) == Approx((131072 + 128 * 36) / rate + 2e-6).epsilon(1e-4));
  }
}

TEST_CASE(
    "a SAS link is full duplex: reads leave the time of writes alone, but for the frames that ask for them") {
  SasParams params;
  params.connection_time = Time();
  Sas alone(params), both(params);
  Time one, other;
  for (int i = 0; i < 1000; ++i) one = alone.fetch(Time(), 4096, 0);
  for (int i = 0; i < 1000; ++i) {
    both.send(Time(), 4096);
    other = both.fetch(Time(), 4096, 0);
  }
  CHECK(one.seconds() == Approx(1000 * (4096 + 4 * 36) / 600e6).epsilon(1e-3));
  CHECK(other.seconds() < 1.02 * one.seconds());
  CHECK(both.up().busy().seconds() == Approx(1000 * ((4096 + 4 * 36) + (12 + 36)) / 600e6).epsilon(1e-4));
}

TEST_CASE("a write that is fetched in pieces is asked for once and carries the same frames") {
  SasParams params;
  Sas whole(params), pieces(params);
  const Time at_once = whole.fetch(Time(), 65536, 0);
  Time end;
  for (std::uint64_t before = 0; before < 65536; before += 4096) end = pieces.fetch(Time(), 4096, before);
  CHECK(std::abs((at_once - end).ps()) < 100);
}

TEST_CASE("a SAS command delays nobody but takes its time from the data that follow") {
  const SasParams params;
  Sas busy(params), alone(params);
  CHECK(busy.command(5_us) == 5_us + Time(106'667));  // 28 + 36 B at 600 MB/s
  CHECK(busy.fetch(Time(), 4096, 0) - alone.fetch(Time(), 4096, 0) == Time(106'667));
}

TEST_CASE("a link answers as SAS where it was configured so") {
  link::Params params;
  params.interface = link::Interface::sas;
  link::Link link(params);
  CHECK(link.send(Time(), 4096) == Sas(params.sas).send(Time(), 4096));
  CHECK(link.fetch_command(7_us, 64) == 7_us);
  CHECK(link.interrupt(7_us) == 7_us);
  CHECK(link.interrupt_bytes() == 0);
  CHECK(&link.up() != &link.down());
}
