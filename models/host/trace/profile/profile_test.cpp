#include "models/host/trace/profile/profile.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "sim/random/philox.hpp"

namespace rainier::trace {
namespace {

using namespace literals;

Record request(Time time, std::uint64_t offset, std::uint64_t length, fio::Op op = fio::Op::read,
               std::uint32_t volume = 0) {
  return {time, offset, length, volume, 1, op};
}

TEST_CASE("distinct numbers are estimated within four standard errors, few of them almost exactly") {
  for (const int bits : {10, 16}) {
    const double error = 1.04 / static_cast<double>(1 << bits / 2);
    for (const std::uint64_t count : {0, 1, 10, 1'000, 100'000, 2'000'000}) {
      Distinct distinct(bits);
      for (std::uint64_t i = 0; i < count; ++i) {
        distinct.add(i * 4096);
        if (i % 3 == 0) distinct.add(i * 4096);
      }
      INFO(bits << " bits, " << count);
      REQUIRE(distinct.estimate() == Approx(static_cast<double>(count)).epsilon(4 * error).margin(0.01));
    }
  }
  Distinct a, b;
  for (std::uint64_t i = 0; i < 20'000; ++i) (i % 2 == 0 ? a : b).add(i);
  a.merge(b);
  REQUIRE(a.estimate() == Approx(20'000).epsilon(0.065));
}

TEST_CASE("a profile counts what a second look at the same requests counts") {
  Philox random(4, "profile");
  Profile profile;
  std::set<std::pair<std::uint32_t, std::uint64_t>> blocks, written;
  std::uint64_t reads = 0, write_bytes = 0;
  Time time;
  for (int i = 0; i < 50'000; ++i) {
    time += Time(static_cast<std::int64_t>(random.below(2'000'000'000)));
    const auto volume = static_cast<std::uint32_t>(random.below(3));
    const std::uint64_t block = random.below(30'000), count = 1 + random.below(4);
    const bool write = random.chance(0.3);
    for (std::uint64_t b = block; b < block + count; ++b) {
      blocks.emplace(volume, b);
      if (write) written.emplace(volume, b);
    }
    reads += !write;
    write_bytes += write ? count * 4096 : 0;
    profile.add(request(time, block * 4096, count * 4096, write ? fio::Op::write : fio::Op::read, volume));
  }
  REQUIRE(profile.amounts().requests[0] == reads);
  REQUIRE(profile.amounts().bytes[1] == write_bytes);
  REQUIRE(profile.volumes().size() == 3);
  REQUIRE(profile.footprint() == Approx(static_cast<double>(blocks.size())).epsilon(0.02));
  REQUIRE(profile.write_footprint() == Approx(static_cast<double>(written.size())).epsilon(0.02));
  REQUIRE(profile.sizes().size() == 4);
  REQUIRE(profile.gaps().mean() == Approx(1e6).epsilon(0.02));
  REQUIRE(profile.intervals().size() <= Profile::most_intervals);
  REQUIRE(profile.intervals().size() > Profile::most_intervals / 2);
  REQUIRE(profile.interval() == 256_ms);
  std::uint64_t requests = 0;
  for (const Interval& interval : profile.intervals()) requests += interval.amounts.all_requests();
  REQUIRE(requests == 50'000);
}

TEST_CASE(
    "a request that begins where the volume's last one ended is sequential, whatever came between "
    "elsewhere") {
  Profile profile;
  profile.add(request(0_s, 0, 4096, fio::Op::read, 0));
  profile.add(request(1_s, 0, 4096, fio::Op::read, 1));
  profile.add(request(2_s, 4096, 8192, fio::Op::write, 0));
  profile.add(request(3_s, 4096, 4096, fio::Op::read, 0));
  profile.add(request(4_s, 4096, 512, fio::Op::read, 1));
  REQUIRE(profile.sequential() == 2);
  REQUIRE(profile.sequential_bytes() == 8192 + 512);
  REQUIRE(profile.volumes()[0].end == 12288);
  REQUIRE(profile.unaligned() == 0);
  REQUIRE(profile.unaligned_blocks() == 1);
}

TEST_CASE("disorder, empty and enormous requests and syncs are counted, and none takes long") {
  Profile profile;
  profile.add(request(5_s, 0, 0));
  profile.add(request(3_s, 1, 4096));
  profile.add(request(9_s, 0, std::uint64_t{1} << 62));
  profile.add(request(9_s, 0, 0, fio::Op::sync));
  REQUIRE(profile.out_of_order() == 1);
  REQUIRE(profile.furthest_back() == 2_s);
  REQUIRE(profile.span() == 6_s);
  REQUIRE(profile.empty() == 1);
  REQUIRE(profile.unaligned() == 1);
  REQUIRE(profile.amounts().syncs == 1);
  REQUIRE(profile.amounts().all_requests() == 3);
}

}  // namespace
}  // namespace rainier::trace
