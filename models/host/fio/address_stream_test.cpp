#include "models/host/fio/address_stream.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/job_file.hpp"

using namespace rainier;
using namespace rainier::fio;

namespace {

constexpr std::uint64_t drive = std::uint64_t{1} << 30;
constexpr std::uint64_t KiB = 1024, MiB = 1024 * KiB;

using Options = std::vector<std::string>;

AddressStream stream(const Options& options, std::uint32_t clone = 0, std::uint64_t seed = 1) {
  return AddressStream(parse_options(options).jobs.at(0), drive, clone, seed);
}

std::vector<Io> take(AddressStream stream, std::size_t most = 1'000'000) {
  std::vector<Io> list;
  for (Io io; list.size() < most && stream.next(io);) list.push_back(io);
  return list;
}

std::vector<std::uint64_t> offsets(const std::vector<Io>& ios) {
  std::vector<std::uint64_t> list;
  for (const Io& io : ios) list.push_back(io.offset);
  return list;
}

std::uint64_t bytes(const std::vector<Io>& ios) {
  std::uint64_t sum = 0;
  for (const Io& io : ios) sum += io.length;
  return sum;
}

std::size_t distinct(const std::vector<Io>& ios) {
  const auto list = offsets(ios);
  return std::set<std::uint64_t>(list.begin(), list.end()).size();
}

template <class Part>
double share(const std::vector<Io>& ios, Part part) {
  return double(std::count_if(ios.begin(), ios.end(), part)) / double(ios.size());
}

/// Five standard deviations of a share measured n times.
Approx about(double p, std::size_t n) { return Approx(p).margin(5 * std::sqrt(p * (1 - p) / double(n))); }

std::string error_of(const Options& options, std::uint64_t drive_bytes = drive, std::uint32_t clone = 0) {
  try {
    AddressStream(parse_options(options).jobs.at(0), drive_bytes, clone, 1);
  } catch (const JobError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("Random requests cover every block of the range once a pass") {
  const auto ios = take(stream({"rw=randread", "bs=4k", "size=64m", "offset=1m"}));
  CHECK(ios.size() == 16384);
  CHECK(distinct(ios) == 16384);
  CHECK(bytes(ios) == 64 * MiB);
  const auto list = offsets(ios);
  CHECK(*std::min_element(list.begin(), list.end()) == MiB);
  CHECK(*std::max_element(list.begin(), list.end()) == 65 * MiB - 4096);
}

TEST_CASE("Reads and writes of a mix share the map, in the proportion of rwmixread") {
  const auto ios = take(stream({"rw=randrw", "rwmixread=70", "bs=4k", "size=256m"}));
  CHECK(distinct(ios) == 65536);
  CHECK(share(ios, [](const Io& io) { return io.op == Op::read; }) == about(0.7, ios.size()));
}

TEST_CASE("A sequential mix walks from the start of the range in each direction") {
  const auto ios = take(stream({"rw=rw", "bs=4k", "size=1m"}));
  CHECK(bytes(ios) == MiB);
  std::uint64_t next[2] = {0, 0};
  for (const Io& io : ios) {
    std::uint64_t& expected = next[io.op == Op::write];
    CHECK(io.offset == expected);
    expected += io.length;
  }
}

TEST_CASE("Without a map some blocks are missed and some repeated, as chance has it") {
  const auto ios = take(stream({"rw=randread", "bs=4k", "size=256m", "norandommap"}));
  CHECK(ios.size() == 65536);
  CHECK(double(distinct(ios)) / 65536 == Approx(1 - std::exp(-1)).margin(0.01));
}

TEST_CASE("A pass after the first repeats the order, because fio seeds anew; not with randrepeat=0") {
  // fio 3.33 with --rw=randread --bs=4k --size=32k --loops=2: eight offsets, then the same eight in that
  // order.
  const Options repeat = GENERATE(Options{"loops=2"}, Options{"io_size=32m"});
  Options options{"rw=randread", "bs=4k", "size=16m"};
  options.insert(options.end(), repeat.begin(), repeat.end());
  const auto same = offsets(take(stream(options)));
  REQUIRE(same.size() == 8192);
  CHECK(std::equal(same.begin(), same.begin() + 4096, same.begin() + 4096));
  options.emplace_back("randrepeat=0");
  const auto other = offsets(take(stream(options)));
  REQUIRE(other.size() == 8192);
  CHECK_FALSE(std::equal(other.begin(), other.begin() + 4096, other.begin() + 4096));
  CHECK(std::set<std::uint64_t>(other.begin() + 4096, other.end()).size() == 4096);
}

TEST_CASE("time_based covers the range again and again, each time in a new order") {
  const auto list =
      offsets(take(stream({"rw=randwrite", "bs=4k", "size=16m", "time_based", "runtime=1"}), 3 * 4096));
  REQUIRE(list.size() == 3 * 4096);
  CHECK(std::set<std::uint64_t>(list.begin(), list.begin() + 4096).size() == 4096);
  CHECK(std::set<std::uint64_t>(list.begin() + 4096, list.begin() + 8192).size() == 4096);
  CHECK_FALSE(std::equal(list.begin(), list.begin() + 4096, list.begin() + 4096));
}

TEST_CASE("time_based wraps a sequential walk") {
  const auto list = offsets(take(stream({"rw=read", "bs=4k", "size=8k", "time_based", "runtime=1"}), 5));
  CHECK(list == std::vector<std::uint64_t>{0, 4096, 0, 4096, 0});
}

TEST_CASE("number_ios ends a time_based job too") {
  CHECK(take(stream({"rw=randread", "size=1m", "time_based", "runtime=1", "number_ios=1000"})).size() ==
        1000);
}

TEST_CASE("Mixed sizes with a map cover every block once, by cutting requests short") {
  // fio with --bssplit=4k/50:8k/50 --size=1m did 1048576 bytes, with more 4 KiB requests than asked for.
  const auto ios = take(stream({"rw=randwrite", "bssplit=4k/50:8k/50", "size=16m"}));
  std::vector<int> seen(4096);
  for (const Io& io : ios) {
    for (std::uint64_t at = io.offset; at < io.offset + io.length; at += 4096) ++seen[at / 4096];
  }
  CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
  CHECK(share(ios, [](const Io& io) { return io.length == 4096; }) > 0.55);
}

TEST_CASE("bssplit gives each size its share, per direction") {
  const auto ios = take(stream({"rw=randrw", "bssplit=2k/50:4k/50,4k/90:8k/10", "norandommap", "size=512m"}));
  std::vector<Io> reads, writes;
  for (const Io& io : ios) (io.op == Op::read ? reads : writes).push_back(io);
  CHECK(share(reads, [](const Io& io) { return io.length == 2048; }) == about(0.5, reads.size()));
  CHECK(share(reads, [](const Io& io) { return io.length == 4096; }) == about(0.5, reads.size()));
  CHECK(share(writes, [](const Io& io) { return io.length == 8192; }) == about(0.1, writes.size()));
}

TEST_CASE("bsrange draws multiples of the low end as fio does, and sectors if bs_unaligned") {
  // fio with --bsrange=4k-10k made 4096, 8192 and 10240 in 0.43 : 0.38 : 0.20 over few thousand requests.
  const auto ios = take(stream({"rw=randread", "bsrange=4k-10k", "norandommap", "size=512m"}));
  CHECK(share(ios, [](const Io& io) { return io.length == 4096; }) == about(0.4, ios.size()));
  CHECK(share(ios, [](const Io& io) { return io.length == 8192; }) == about(0.4, ios.size()));
  CHECK(share(ios, [](const Io& io) { return io.length == 10240; }) == about(0.2, ios.size()));
  std::set<std::uint64_t> lengths;
  for (const Io& io :
       take(stream({"rw=randread", "bsrange=4k-6k", "bs_unaligned", "norandommap", "size=64m"}))) {
    lengths.insert(io.length);
  }
  CHECK(lengths == std::set<std::uint64_t>{4096, 4608, 5120, 5632, 6144});
}

TEST_CASE("blockalign places requests at its multiples and turns the map off") {
  const auto ios = take(stream({"rw=randread", "bs=4k", "ba=512", "size=16m"}));
  CHECK(ios.size() == 4096);
  CHECK(std::all_of(ios.begin(), ios.end(), [](const Io& io) { return io.offset % 512 == 0; }));
  CHECK(std::any_of(ios.begin(), ios.end(), [](const Io& io) { return io.offset % 4096 != 0; }));
  CHECK(std::all_of(ios.begin(), ios.end(), [](const Io& io) { return io.offset + 4096 <= 16 * MiB; }));
}

TEST_CASE("percentage_random follows the last access with the rest of the requests") {
  const auto ios = take(stream({"rw=randread", "percentage_random=80", "bs=4k", "size=512m", "norandommap"}));
  std::size_t following = 0;
  for (std::size_t i = 1; i < ios.size(); ++i) following += ios[i].offset == ios[i - 1].offset + 4096;
  CHECK(double(following) / double(ios.size()) == about(0.2, ios.size()));
}

TEST_CASE("rw=randread:N goes on from each random offset for N accesses, or repeats it") {
  const auto ios = take(stream({"rw=randread:4", "bs=4k", "size=64m", "norandommap"}));
  for (std::size_t i = 0; i < 4000; ++i) {
    if (i % 4 != 0 && ios[i - 1].offset + 4096 < 64 * MiB) CHECK(ios[i].offset == ios[i - 1].offset + 4096);
  }
  const auto same = take(stream({"rw=randread:4", "rw_sequencer=identical", "bs=4k", "size=64m"}));
  for (std::size_t i = 0; i < 4000; ++i) {
    if (i % 4 != 0) CHECK(same[i].offset == same[i - 1].offset);
  }
}

TEST_CASE("randtrimwrite writes each block right after its trim") {
  const auto ios = take(stream({"rw=randtrimwrite", "bs=4k", "size=1m"}));
  REQUIRE(ios.size() == 512);
  for (std::size_t i = 0; i < ios.size(); i += 2) {
    CHECK(ios[i].op == Op::trim);
    CHECK(ios[i + 1].op == Op::write);
    CHECK(ios[i].offset == ios[i + 1].offset);
  }
  CHECK(distinct(ios) == 256);
}

TEST_CASE("Zones get their shares of the accesses, spread evenly") {
  const std::string list =
      GENERATE("zoned:60/10:30/20:8/30:2/40", "zoned_abs:60/12800k:30/25600k:8/38400k:2/51200k");
  const auto ios =
      take(stream({"rw=randread", "bs=4k", "size=128000k", "io_size=400m", "random_distribution=" + list}));
  const auto within = [&](double from, double to) {
    return share(ios, [=](const Io& io) {
      return io.offset >= from * 128'000 * KiB && io.offset < to * 128'000 * KiB;
    });
  };
  CHECK(within(0, 0.1) == about(0.6, ios.size()));
  CHECK(within(0, 0.05) == about(0.3, ios.size()));
  CHECK(within(0.1, 0.3) == about(0.3, ios.size()));
  CHECK(within(0.3, 0.6) == about(0.08, ios.size()));
  CHECK(within(0.6, 1) == about(0.02, ios.size()));
}

TEST_CASE("A centered zipf has its most likely block there, and all others scattered over the range") {
  const auto ios =
      take(stream({"rw=randread", "bs=4k", "size=4m", "io_size=1g", "random_distribution=zipf:1.2:0.25"}));
  std::map<std::uint64_t, std::size_t> count;
  for (const Io& io : ios) ++count[io.offset];
  double zeta = 0;
  for (int k = 1; k <= 1024; ++k) zeta += std::pow(k, -1.2);
  CHECK(double(count[MiB]) / double(ios.size()) == about(1 / zeta, ios.size()));
  std::vector<std::pair<std::size_t, std::uint64_t>> ranked;
  for (const auto& [offset, n] : count) ranked.emplace_back(n, offset);
  std::sort(ranked.rbegin(), ranked.rend());
  CHECK(double(ranked[1].first) / double(ios.size()) == about(std::pow(2, -1.2) / zeta, ios.size()));
  CHECK(std::abs(std::int64_t(ranked[1].second) - std::int64_t(MiB)) > 4096);
}

TEST_CASE("Percentages are resolved as fio resolves them") {
  // fio 3.33 on a file of 100 MiB with bs=64k (7k in the last but one): begin, and end of the last request.
  const std::uint64_t hundred = 100 * MiB;
  const auto extent = [&](const Options& options, std::uint32_t clone = 0) {
    return resolve_extent(parse_options(options).jobs.at(0), hundred, clone);
  };
  CHECK(extent({"bs=64k", "size=10%", "offset=33%"}).begin == 34'603'008);
  CHECK(extent({"bs=64k", "size=10%", "offset=33%"}).bytes == 10'485'760);
  CHECK(extent({"bs=64k", "size=50%", "offset=90%"}).bytes == 10'485'760);
  CHECK(extent({"bs=64k", "size=50%", "io_size=10%"}).work == 5'242'880);
  CHECK(extent({"bs=7k", "offset=33%"}).begin == 34'607'104);
  CHECK(extent({"bs=64k", "offset=50%", "offset_align=3m"}).begin == 53'477'376);
  CHECK(extent({"bs=64k", "size=1m", "offset_increment=10%"}, 1).begin + MiB == 11'534'336);
}

TEST_CASE("Everything follows from seed, job and clone, and each of them changes it") {
  const Options options{"rw=randrw", "bssplit=4k/50:8k/50", "size=64m", "random_distribution=zipf:0.9"};
  const auto first = offsets(take(stream(options), 1000));
  CHECK(first == offsets(take(stream(options), 1000)));
  CHECK(first != offsets(take(stream(options, 1), 1000)));
  CHECK(first != offsets(take(stream(options, 0, 2), 1000)));
  Options seeded = options;
  seeded.emplace_back("randseed=7");
  CHECK(offsets(take(stream(seeded, 0, 1), 1000)) == offsets(take(stream(seeded, 0, 2), 1000)));
  const auto jobs = parse_job_text("[a]\nrw=randread\n[a]\nrw=randread\n", "t.fio").jobs;
  CHECK(offsets(take(AddressStream(jobs[0], drive, 0, 1), 1000)) !=
        offsets(take(AddressStream(jobs[1], drive, 0, 1), 1000)));
}

TEST_CASE("A stream moves and copies with its state") {
  AddressStream original = stream({"rw=randread", "size=1m"});
  Io io;
  for (int i = 0; i < 100; ++i) original.next(io);
  AddressStream copy = original;
  CHECK(offsets(take(original)) == offsets(take(std::move(copy))));
}

TEST_CASE("A job that does not fit the drive is refused with the numbers") {
  CHECK(error_of({"size=2g"}) ==
        "command line: size: job \"rainier\" needs 2147483648 bytes from byte 0 on, but the drive has "
        "1073741824 bytes");
  CHECK(error_of({"name=late", "offset=1g"}) ==
        "command line: offset: job \"late\" begins at byte 1073741824, but the drive has 1073741824 bytes");
  CHECK(error_of({"size=512m", "offset=513m"}).find("needs 536870912 bytes from byte 537919488 on") !=
        std::string::npos);
  CHECK(error_of({"numjobs=4", "offset_increment=512m"}, drive, 2)
            .find("job \"rainier\", clone 3, begins at byte") != std::string::npos);
  CHECK(error_of({"bs=1m"}, 512 * KiB).find("less than one block of 1048576 bytes") != std::string::npos);
  CHECK(error_of({"rw=rw", "bs=4k,1m"}, 512 * KiB).find("less than a block of 1048576 bytes") !=
        std::string::npos);
  CHECK(error_of({"offset=100%"}).find("begins at byte") != std::string::npos);
  CHECK(error_of({"offset=18446744073709551104", "offset_increment=1p", "numjobs=2"}, drive, 1)
            .find("begins at byte") != std::string::npos);
  CHECK(error_of({"rw=randread", "random_distribution=zoned_abs:100/2g"})
            .find("the zones take 2147483648 bytes") != std::string::npos);
}

TEST_CASE("A random map that would take more than 512 MiB is refused, with what to do instead") {
  const Options mixed{"rw=randread", "bssplit=512/50:1k/50"};
  CHECK(error_of(mixed, std::uint64_t{4} << 40).find("use norandommap or a smaller size") !=
        std::string::npos);
  CHECK(error_of({"rw=randread", "bs=512"}, std::uint64_t{4} << 40) == "no error");
}

TEST_CASE("No request of any kind of job leaves its range or is empty or unaligned") {
  const std::string pattern = GENERATE("read", "randread", "rw", "randrw", "randrw:3", "read:1m",
                                       "write:-20k", "randtrim", "trimwrite", "randtrimwrite");
  const Options blocks = GENERATE(Options{"bs=4k"}, Options{"bs=6k,10k,3k"}, Options{"bsrange=3k-17k"},
                                  Options{"bsrange=512-9k", "bs_unaligned"},
                                  Options{"bssplit=512/30:7k/30:64k/40"}, Options{"bs=4k", "ba=1536"});
  const Options spread =
      GENERATE(Options{}, Options{"norandommap"}, Options{"percentage_random=40"},
               Options{"random_distribution=zipf:1.1"}, Options{"random_distribution=pareto:0.3:1"},
               Options{"random_distribution=zoned:50/1:50/99"}, Options{"size=100000"},
               Options{"rw_sequencer=identical"}, Options{"time_based", "runtime=1"});
  Options options{"rw=" + pattern, "offset=1536", "size=333k", "io_size=2m", "loops=2"};
  options.insert(options.end(), blocks.begin(), blocks.end());
  options.insert(options.end(), spread.begin(), spread.end());
  CAPTURE(options);
  AddressStream s = stream(options);
  const std::uint64_t begin = s.extent().begin, end = begin + s.extent().bytes;
  CHECK((begin == 1536 && end <= 1536 + 333 * KiB));
  std::size_t count = 0;
  bool good = true;
  for (Io io; count < 5000 && s.next(io); ++count) {
    good = good && io.offset >= begin && io.length != 0 && io.offset + io.length <= end;
    good = good && io.offset % 512 == 0 && io.length % 512 == 0;
  }
  CHECK(good);
  CHECK(count > 8);
}
