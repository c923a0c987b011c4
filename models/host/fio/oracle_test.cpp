#include "models/host/fio/oracle_test.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "models/host/fio/address_stream.hpp"
#include "models/host/fio/job_file.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/units.hpp"
#include "sim/config/source_dir.hpp"

using namespace rainier;
using namespace rainier::fio;

namespace {

bool accepts(const std::string& text) {
  try {
    parse_job_text(text, "t.fio");
    return true;
  } catch (const JobError&) {
    return false;
  }
}

bool fio_is_missing() {
  if (!Oracle::installed()) WARN("fio is not installed: not compared with it");
  return !Oracle::installed();
}

std::vector<Io> requests(const std::vector<std::string>& options) {
  AddressStream stream(parse_options(options).jobs.at(0), std::uint64_t{1} << 30, 0, 1);
  std::vector<Io> list;
  for (Io io; stream.next(io);) list.push_back(io);
  return list;
}

std::string joined(const std::vector<std::string>& options) {
  std::string line;
  for (const std::string& option : options) line += "--" + option + " ";
  return line;
}

}  // namespace

TEST_CASE("Sizes mean what fio's own parser says") {
  if (fio_is_missing()) return;
  const std::vector<std::string> texts{"4",   "4b",   "4k",   "4kb",  "4ki",  "4KiB", "4M",
                                       "4mi", "4mib", "3g",   "3gib", "2t",   "2ti",  "2tib",
                                       "1p",  "1pib", "0x10", "010",  "0XFF", "+4k"};
  const KbBase base = GENERATE(KbBase::binary, KbBase::decimal);
  std::vector<std::string> jobs;
  for (const std::string& text : texts)
    jobs.push_back(fmt::format("kb_base={}\nsize={}", static_cast<int>(base), text));
  const auto numbers = Oracle().numbers(jobs);
  REQUIRE(numbers.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CAPTURE(texts[i]);
    CHECK(std::to_string(read_number(texts[i], base)) == numbers[i]);
  }
}

TEST_CASE("Times mean what fio's own parser says, in microseconds") {
  if (fio_is_missing()) return;
  using namespace literals;
  const std::vector<std::string> texts{"1",     "2d",  "3h",    "4m", "5s",  "6ms",
                                       "7msec", "8us", "9usec", "1H", "1MS", "0"};
  const auto& [option, bare] = GENERATE(std::pair{"runtime", 1_s}, std::pair{"thinktime", 1_us});
  std::vector<std::string> jobs;
  for (const std::string& text : texts) jobs.push_back(fmt::format("{}={}", option, text));
  const auto numbers = Oracle().numbers(jobs);
  REQUIRE(numbers.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    // fio keeps thinktime in 32 bits: days of it wrap there, and are days here.
    if (option == std::string("thinktime") && (texts[i] == "2d" || texts[i] == "3h")) continue;
    CAPTURE(option, texts[i]);
    CHECK(std::to_string(read_time(texts[i], bare).ps() / 1'000'000) == numbers[i]);
  }
}

TEST_CASE("Sizes of bssplit that are no multiple of the smallest are cut as fio cuts them") {
  if (fio_is_missing()) return;
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"rw=randread", "bssplit=4k/50:6k/50", "norandommap", "size=4m"},
        std::vector<std::string>{"rw=read", "bssplit=1536/30:4k/30:8k/40", "size=4m"},
        std::vector<std::string>{"rw=read", "bssplit=4k/50:6k/50", "bs_unaligned", "size=4m"},
        std::vector<std::string>{"rw=randread", "bssplit=512/50:4k/50", "blockalign=4k", "size=4m"}}) {
    CAPTURE(options);
    const auto sizes = [](const std::vector<Io>& ios) {
      std::map<std::uint64_t, std::size_t> count;
      for (const Io& io : ios) ++count[io.length];
      return count;
    };
    const std::vector<Io> here = requests(options), there = Oracle().requests(joined(options));
    const auto ours = sizes(here), theirs = sizes(there);
    REQUIRE(ours.size() == theirs.size());
    for (const auto& [bytes, count] : theirs) {
      REQUIRE(ours.contains(bytes));
      const double share = static_cast<double>(count) / static_cast<double>(there.size());
      CHECK(static_cast<double>(ours.at(bytes)) / static_cast<double>(here.size()) ==
            Approx(share).margin(0.08));
    }
  }
}

TEST_CASE("What fio refuses in a job file is refused") {
  if (fio_is_missing()) return;
  const Oracle fio;
  for (const std::string text : {"[j]\nrw=bogus",
                                 "[j]\nrw=randrw\nrwmixread=101",
                                 "[j]\nBS=4k",
                                 "[j]\nbs=0",
                                 "[j]\niodepth=0",
                                 "[j]\niodept=4",
                                 "[j]\nbs 4k",
                                 "bs=4k\n[j]",
                                 "[j]\nbs=",
                                 "[j]\nbs",
                                 "[j]\nrandrepeat",
                                 "[j]\nrandrepeat=2",
                                 "[j]\nrunning",
                                 "[j]\nrandom_distribution=zipf:1",
                                 "[j]\nrandom_distribution=zipf:1.2:1.5",
                                 "[j]\nrandom_distribution=pareto:1",
                                 "[j]\nrandom_distribution=uniform",
                                 "[j]\nrandom_distribution=zoned:50/60:50/60",
                                 "[j]\nbsrange=4k",
                                 "[j]\nbssplit=x/100",
                                 "[j]\nrate_process=fast",
                                 "[j]\nsteadystate=iops",
                                 "[j]\nkb_base=500",
                                 "[j]\nio_size=101%",
                                 "[j]\npercentile_list=x",
                                 "[j]\nrw_sequencer=no",
                                 "[j]\nthinktime_blocks_type=no",
                                 "[j]\nreplay_time_scale=0"}) {
    CAPTURE(text);
    CHECK_FALSE(fio.accepts_text(text));
    CHECK_FALSE(accepts(text));
  }
}

TEST_CASE("What fio takes in a job file is taken") {
  if (fio_is_missing()) return;
  const Oracle fio;
  std::string together;
  for (const std::string text : {"[global]\nbs=4k\n[a b c]\nrw=randread ; why\n# no\n[b]\nrw=write",
                                 "[j]\nrw=randread:8",
                                 "[j]\nrw=read:4k",
                                 "[j]\nrw=trimwrite",
                                 "[j]\nreadwrite=randtrimwrite",
                                 "[j]\nblocksize=8k,32k,",
                                 "[j]\nbs=,8k",
                                 "[j]\nbsrange=1k:4k,8k-16k",
                                 "[j]\nbsrange=4k-1k/2k-8k",
                                 "[j]\nbssplit=4k/50:1k/:32k/",
                                 "[j]\nbssplit=2k/50:4k/50,4k/90:8k/10",
                                 "[j]\nbssplit=4k/60:8k/10",
                                 "[j]\nrandom_distribution=zipf",
                                 "[j]\nrandom_distribution=zipf:0.5:0.3",
                                 "[j]\nrandom_distribution=zoned:60/10:30/20:8/30:2/40",
                                 "[j]\nrandom_distribution=zoned_abs:60/20g:40/100g",
                                 "[j]\nrandom_distribution=zoned:50/20:50/30",
                                 "[j]\nnorandommap",
                                 "[j]\nnorandommap=0",
                                 "[j]\nrate=,500k",
                                 "[j]\nrate_iops=1k,,3k",
                                 "[j]\nstartdelay=5-10s",
                                 "[j]\nwait_for_previous",
                                 "[j]\nexitall\nexit_what=all",
                                 "[j]\nwrite_lat_log",
                                 "[j]\nwrite_bw_log=",
                                 "[j]\nss=bw:10m\nss_dur=10\nss_ramp=5",
                                 "[j]\nsteadystate=iops_slope:0.3%\nsteadystate_duration=60",
                                 "[j]\nsize=10%\noffset=5%\noffset_increment=1%\nio_limit=50%\nsize=20%",
                                 "[j]\nbs=4k\nkb_base=1000\nbs=4096",
                                 "[j]\niodepth=2*$ncpus",
                                 "[j]\nbs=$pagesize",
                                 "[j]\nioengine=libaio\nuserspace_reap\ndirect=1\nthread",
                                 "[j]\npercentage_random=50,20",
                                 "[j]\nrwmixwrite=40\nrwmixread=70",
                                 "[j]\nthinktime=5ms\nthinktime_spin=1ms",
                                 "[j]\nbs_unaligned\nblocksize_range=4k-64k",
                                 "[j]\n\tiodepth = 4\t\r\nnumjobs=2",
                                 "[j]\ntimeout=5\ntime_based",
                                 "[globally]\nbs=8k\n[j]",
                                 "[j]\nread_iolog=x\nreplay_time_scale=50\nreplay_no_stall=1",
                                 "[j]\nioengine=null"}) {
    CAPTURE(text);
    CHECK(accepts(text));
    if (text.starts_with("[j]"))
      together += text + "\n";
    else
      CHECK(fio.accepts_text(text));
  }
  CHECK(fio.accepts_text(together));
}

TEST_CASE("Sequences without chance are fio's own, request by request") {
  if (fio_is_missing()) return;
  const Oracle fio;
  using Options = std::vector<std::string>;
  const Options options = GENERATE(
      Options{"rw=read", "bs=4k", "size=64k"}, Options{"rw=write", "bs=4k", "size=10k"},
      Options{"rw=read", "bs=4k", "size=16k", "io_size=40k"},
      Options{"rw=read", "bs=4k", "size=64k", "io_size=10k"}, Options{"rw=read:4k", "bs=4k", "size=64k"},
      Options{"rw=read:-8k", "bs=4k", "size=64k"}, Options{"rw=write", "bs=8k", "size=32k", "loops=3"},
      Options{"rw=read", "bs=4k", "size=64k", "number_ios=3"},
      Options{"rw=read", "bs=4k", "size=64k", "number_ios=3", "loops=2"},
      Options{"rw=read", "bs=4k", "size=64k", "io_size=20k", "loops=2"},
      Options{"rw=trimwrite", "bs=4k", "size=16k"},
      Options{"rw=trimwrite", "bs=4k", "size=64k", "number_ios=3"},
      Options{"rw=trimwrite", "bs=4k", "size=64k", "io_size=12k"}, Options{"rw=trim", "bs=4k", "size=16k"},
      Options{"rw=randread", "bs=4k", "size=4k", "loops=2"});
  CAPTURE(options);
  const auto expected = fio.requests(joined(options));
  const auto actual = requests(options);
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    CAPTURE(i);
    CHECK(actual[i].op == expected[i].op);
    CHECK(actual[i].offset == expected[i].offset);
    CHECK(actual[i].length == expected[i].length);
  }
}

TEST_CASE("Every option that fio has is simulated, ignored or refused as fio's own") {
  if (fio_is_missing()) return;
  const auto names = Oracle().option_names();
  CHECK(names.size() > 200);
  for (const std::string& name : names) {
    CAPTURE(name);
    const bool cut =
        name == "buffer_compress_percenta" || name == "dedupe_working_set_per" || name.size() >= 22;
    CHECK((cut || find_option(name) != nullptr || foreign(name, "") != Foreign::no));
  }
}

TEST_CASE("The shipped mixes have the reviews' shares of block sizes") {
  const auto shares = [](const std::string& name) {
    std::map<std::uint64_t, double> result;
    const auto jobs = parse_job_file(config::in_sources("configs/workloads/") + name).jobs;
    for (const BlockShare& share : jobs.at(0).blocks[0]) result[share.bytes] += share.percent;
    return result;
  };
  using Shares = std::map<std::uint64_t, double>;
  CHECK(shares("file-server.fio") ==
        Shares{{512, 10}, {1024, 5}, {2048, 5}, {4096, 60}, {8192, 2}, {16384, 4}, {32768, 4}, {65536, 10}});
  CHECK(shares("web-server.fio") == Shares{{512, 22},
                                           {1024, 15},
                                           {2048, 8},
                                           {4096, 23},
                                           {8192, 15},
                                           {16384, 2},
                                           {32768, 6},
                                           {65536, 7},
                                           {131072, 1},
                                           {524288, 1}});
  CHECK(parse_job_file(config::in_sources("configs/workloads/database.fio")).jobs[0].read_percent == 67);
  CHECK(parse_job_file(config::in_sources("configs/workloads/workstation.fio")).jobs[0].random_percent[1] ==
        80);
}

TEST_CASE("The shipped workloads are job files of fio") {
  const bool missing = fio_is_missing();
  const Oracle fio;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(config::in_sources("configs/workloads"))) {
    if (entry.path().extension() != ".fio") continue;
    CAPTURE(entry.path());
    if (!missing) CHECK(fio.accepts(entry.path()));
    CHECK(parse_job_file(entry.path()).jobs.size() == 1);
    ++count;
  }
  CHECK(count >= 9);
}
