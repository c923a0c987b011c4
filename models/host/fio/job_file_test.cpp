#include "models/host/fio/job_file.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace rainier;
using namespace rainier::fio;
using namespace rainier::literals;

namespace {

Environment fixed_environment() {
  Environment environment;
  environment.variable = [](const std::string& name) -> std::optional<std::string> {
    if (name == "SIZE") return "64m";
    return {};
  };
  environment.cpus = 4;
  environment.memory_mib = 2048;
  return environment;
}

JobFile parse(const std::string& text) { return parse_job_text(text, "t.fio", fixed_environment()); }
Job parse_one(const std::string& options) { return parse("[j]\n" + options).jobs.at(0); }

template <class Action>
std::string error_in(Action action) {
  try {
    action();
  } catch (const JobError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of(const std::string& text) {
  return error_in([&] { parse(text); });
}

/// Files in a folder that is gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "rainier-jobs-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("A job without options is fio's default: 4 KiB sequential reads at depth 1") {
  const Job job = parse_one("");
  CHECK(job.name == "j");
  CHECK((job.reads && !job.writes && !job.trims && !job.random));
  CHECK(job.blocks[0].at(0).bytes == 4096);
  CHECK(job.iodepth == 1);
  CHECK(job.numjobs == 1);
  CHECK_FALSE(job.size);
}

TEST_CASE("A global section holds for the jobs below it, and later ones add to it") {
  const JobFile file = parse("[global]\nbs=8k\n[a]\n[global]\nrw=randwrite\n[b]\nbs=16k\n[c]\n");
  REQUIRE(file.jobs.size() == 3);
  CHECK(file.jobs[0].reads);
  CHECK(file.jobs[0].blocks[0][0].bytes == 8192);
  CHECK((file.jobs[1].writes && file.jobs[1].random));
  CHECK(file.jobs[1].blocks[1][0].bytes == 16384);
  CHECK(file.jobs[2].blocks[1][0].bytes == 8192);
  CHECK(file.jobs[2].index == 2);
}

TEST_CASE("Options are kept as written for the report, those of global sections apart") {
  const JobFile file = parse("[global]\nreadwrite=randread\n[a]\nblocksize=8k\ngroup_reporting\ndirect=1\n");
  using Written = std::vector<std::pair<std::string, std::string>>;
  CHECK(file.global_options == Written{{"rw", "randread"}});
  CHECK(file.jobs[0].options == Written{{"bs", "8k"}, {"group_reporting", ""}, {"direct", "1"}});
}

TEST_CASE("Options that can't matter to a simulated drive are listed once") {
  const JobFile file =
      parse("[global]\nioengine=libaio\ndirect=1\n[a]\nfilename=/dev/nvme0n1\ndirect=0\n[b]\nthread\n");
  CHECK(file.ignored == std::vector<std::string>{"ioengine", "direct", "filename", "thread"});
}

TEST_CASE("Comments begin with ; or # anywhere, blanks and carriage returns do not matter") {
  const Job job = parse_one("; bs=8k\n# bs=16k\n\t bs = 32k ; half\r\n  iodepth=8# x\r\n\r\n");
  CHECK(job.blocks[0][0].bytes == 32768);
  CHECK(job.iodepth == 8);
}

TEST_CASE("Every form of rw sets its directions") {
  struct Form {
    const char* text;
    bool reads, writes, trims, random, pairs;
  };
  const Form form = GENERATE(values<Form>({{"read", true, false, false, false, false},
                                           {"write", false, true, false, false, false},
                                           {"trim", false, false, true, false, false},
                                           {"randread", true, false, false, true, false},
                                           {"randwrite", false, true, false, true, false},
                                           {"randtrim", false, false, true, true, false},
                                           {"rw", true, true, false, false, false},
                                           {"readwrite", true, true, false, false, false},
                                           {"randrw", true, true, false, true, false},
                                           {"trimwrite", false, true, true, false, true},
                                           {"randtrimwrite", false, true, true, true, true}}));
  CAPTURE(form.text);
  const Job job = parse_one("readwrite=" + std::string(form.text));
  CHECK(job.reads == form.reads);
  CHECK(job.writes == form.writes);
  CHECK(job.trims == form.trims);
  CHECK(job.random == form.random);
  CHECK(job.trim_then_write == form.pairs);
}

TEST_CASE("The suffix of rw is a run of accesses if random, a step if sequential") {
  CHECK(parse_one("rw=randread:8").sequential_run == 8);
  CHECK(parse_one("rw=randread:8\nrw_sequencer=identical").identify == Job::Identify::identical);
  CHECK(parse_one("rw=read:4k").sequential_skip == 4096);
  CHECK(parse_one("rw=write:-8k").sequential_skip == -8192);
  CHECK(error_of("[j]\nrw=randread:0") == "t.fio:2: rw: expected more than 0");
  CHECK(error_of("[j]\nrw=randread:-4") ==
        "t.fio:2: rw: expected a number of accesses from 1 to 2^32 - 1 after the colon");
  CHECK(error_of("[j]\nrw=read:100") == "t.fio:2: rw: expected a multiple of 512 bytes, not 100");
  CHECK(error_of("[j]\nrw=read:") == "t.fio:2: rw: expected a whole number such as 4096, 4k or 1g, not \"\"");
}

TEST_CASE("Block sizes by direction follow the examples of fio's manual") {
  const auto sizes = [](const std::string& value) {
    const Job job = parse_one("bs=" + value);
    return std::vector<std::uint64_t>{job.blocks[0][0].bytes, job.blocks[1][0].bytes, job.blocks[2][0].bytes};
  };
  using Sizes = std::vector<std::uint64_t>;
  CHECK(sizes("256k") == Sizes{262144, 262144, 262144});
  CHECK(sizes("8k,32k") == Sizes{8192, 32768, 32768});
  CHECK(sizes("8k,32k,") == Sizes{8192, 32768, 4096});
  CHECK(sizes(",8k") == Sizes{4096, 8192, 8192});
  CHECK(sizes(",8k,") == Sizes{4096, 8192, 4096});
}

TEST_CASE("bssplit beats bsrange, which beats bs, whatever their order") {
  CHECK(parse_one("bssplit=16k/100\nbsrange=1k-4k\nbs=8k").blocks[0][0].bytes == 16384);
  const Job job = parse_one("bsrange=4k-1k,2k:8k\nbs=8k");
  CHECK(job.range[0] == std::pair<std::uint64_t, std::uint64_t>{1024, 4096});
  CHECK(job.range[1] == std::pair<std::uint64_t, std::uint64_t>{2048, 8192});
}

TEST_CASE("kb_base holds for its whole section, whatever stands above it") {
  CHECK(parse_one("size=4m\nkb_base=1000").size == 4'000'000U);
  const auto jobs = parse("[global]\nkb_base=1000\n[a]\nsize=1m\n[b]\nkb_base=1024\nsize=1m\n").jobs;
  CHECK(jobs[0].size == 1'000'000U);
  CHECK(jobs[1].size == 1'048'576U);
}

TEST_CASE("rwmixread and rwmixwrite override each other in the order written") {
  CHECK(parse_one("rwmixread=70\nrwmixwrite=40").read_percent == 60);
  CHECK(parse_one("rwmixwrite=40\nrwmixread=70").read_percent == 70);
}

TEST_CASE("Variables and keywords are replaced on the right of the equals sign") {
  CHECK(parse_one("size=${SIZE}").size == 64U << 20);
  CHECK(parse_one("bs=${NOTHING}8k").blocks[0][0].bytes == 8192);
  CHECK(parse_one("iodepth=$ncpus").iodepth == 4);
  CHECK(parse_one("iodepth=8*$ncpus/2").iodepth == 16);
  CHECK(parse_one("bs=$pagesize").blocks[0][0].bytes == 4096);
  CHECK(parse_one("iodepth=$mb_memory").iodepth == 2048);
  CHECK(error_of("[j]\niodepth=$ncpus/0").find("t.fio:2: iodepth: expected a whole number") == 0);
  CHECK(error_of("[j]\nsize=${NOTHING}") == "t.fio:2: size: expected a value after =");
}

TEST_CASE("Flags may stand alone, booleans need 0 or 1, as in fio") {
  CHECK(parse_one("time_based\nruntime=1").time_based);
  CHECK_FALSE(parse_one("time_based=0").time_based);
  CHECK_FALSE(parse_one("norandommap").random_map);
  CHECK(parse_one("stonewall\ngroup_reporting=1\nnew_group").stonewall);
  CHECK(error_of("[j]\nrandrepeat") == "t.fio:2: randrepeat: expected a value after =");
  CHECK(error_of("[j]\nrandrepeat=true") == "t.fio:2: randrepeat: expected 0 or 1, not \"true\"");
  CHECK(error_of("[j]\nnorandommap=2") == "t.fio:2: norandommap: expected 0 or 1, not \"2\"");
}

TEST_CASE("Times take the unit of their option") {
  const Job job = parse_one(
      "runtime=2m\nramp_time=5\nstartdelay=1-2500ms\nthinktime=50\nthinktime_spin=10us\nlog_avg_msec=500\n"
      "thinktime_iotime=9\nrate_cycle=250");
  CHECK(job.runtime == 120_s);
  CHECK(job.ramp_time == 5_s);
  CHECK(job.start_delay == 1_s);
  CHECK(job.start_delay_high == 2500_ms);
  CHECK(job.thinktime == 50_us);
  CHECK(job.thinktime_spin == 10_us);
  CHECK(job.log_interval == 500_ms);
  CHECK(job.thinktime_iotime == 9_s);
  CHECK(job.rate_cycle == 250_ms);
}

TEST_CASE("Rates are per direction, and an empty part sets no limit") {
  CHECK(parse_one("rate=1m,500k").rate == PerDirection<std::uint64_t>{1048576, 512000, 512000});
  CHECK(parse_one("rate=,500k").rate == PerDirection<std::uint64_t>{0, 512000, 512000});
  CHECK(parse_one("rate=500k,").rate == PerDirection<std::uint64_t>{512000, 0, 0});
  CHECK(parse_one("rate_iops=1k\nrate_process=poisson").poisson);
}

TEST_CASE("Batches and the low mark are cut to the depth, as fio cuts them") {
  Job job = parse_one("iodepth=16\niodepth_batch=100\niodepth_low=100\niodepth_batch_complete=32");
  CHECK(job.batch_submit == 16);
  CHECK(job.batch_complete_min == 16);
  CHECK(job.batch_complete_max == 16);
  CHECK_FALSE(job.iodepth_low);
  job = parse_one("iodepth=16\niodepth_batch_submit=0\niodepth_low=4\niodepth_batch_complete_min=0");
  CHECK(job.batch_submit == 16);
  CHECK(job.iodepth_low == 4U);
  CHECK(job.batch_complete_min == 0);
  CHECK(job.batch_complete_max == 0);
}

TEST_CASE("Distributions take their parameters, with fio's defaults") {
  CHECK(parse_one("random_distribution=zipf").theta[0] == 1.1);
  Job job = parse_one("random_distribution=zipf:0.8:0.25");
  CHECK(job.distribution[1] == Distribution::zipf);
  CHECK(job.theta[1] == 0.8);
  CHECK(job.center[1] == 0.25);
  job = parse_one("random_distribution=zoned:60/10:40/90,100/50");
  CHECK(job.zones[0].size() == 2);
  CHECK(job.zones[2].size() == 1);
  CHECK(error_of("[j]\nrandom_distribution=normal:10") ==
        "t.fio:2: random_distribution: fio's normal distribution is not simulated");
  CHECK(error_of("[j]\nrandom_distribution=zipf:1") ==
        "t.fio:2: random_distribution: expected a zipf theta above 0 and other than 1");
}

TEST_CASE("A steady state has fio's criteria, and is refused where it would never be judged") {
  const Job job = parse_one("ss=iops:0.3%\nss_dur=60\nss_ramp=10");
  REQUIRE(job.steady_state);
  CHECK(job.steady_state->metric == SteadyState::Metric::iops);
  CHECK(job.steady_state->limit == 0.3);
  CHECK(job.steady_state->percent);
  CHECK(job.steady_state->duration == 60_s);
  CHECK(job.steady_state->ramp == 10_s);
  CHECK(parse_one("steadystate=bw_slope:10m\nss_dur=5").steady_state->limit == 10 << 20);
  CHECK(parse_one("ss_dur=5").steady_state->metric == SteadyState::Metric::iops_slope);
  CHECK(error_of("[j]\nsteadystate=iops:0.3%") ==
        "t.fio:2: steadystate: has no effect without steadystate_duration");
}

TEST_CASE("Logs may have a prefix of their own") {
  const Job job = parse_one("write_lat_log\nwrite_bw_log=out/x\nlog_offset=1\nlog_max_value=1");
  CHECK((job.log_latency && job.log_bandwidth && !job.log_iops));
  CHECK(job.lat_log.empty());
  CHECK(job.bw_log == "out/x");
  CHECK((job.log_offset && job.log_max));
}

TEST_CASE("Percentiles are sorted, at most 20, and within 0 to 100") {
  CHECK(parse_one("percentile_list=99.9:50:99").percentiles.list == std::vector<double>{50, 99, 99.9});
  CHECK(error_of("[j]\npercentile_list=50:101") ==
        "t.fio:2: percentile_list: expected percentiles above 0, up to 100");
}

TEST_CASE("Percentiles are of the latencies that are named, and of clat where none is") {
  const auto of = [](const std::string& options) {
    const Percentiles p = parse_one(options).percentiles;
    return std::array{p.slat, p.clat, p.lat};
  };
  CHECK(of("") == std::array{false, true, false});
  CHECK(of("lat_percentiles=1\nclat_percentiles=0") == std::array{false, false, true});
  CHECK(of("slat_percentiles=1") == std::array{true, true, false});
  CHECK(error_of("[j]\nlat_percentiles").find("t.fio:2: lat_percentiles: expected a value") == 0);
}

TEST_CASE("exitall ends what exit_what says") {
  CHECK(parse_one("").exit_all == ExitAll::none);
  CHECK(parse_one("exit_what=all").exit_all == ExitAll::none);
  CHECK(parse_one("exitall").exit_all == ExitAll::group);
  CHECK(parse_one("exitall\nexit_what=stonewall").exit_all == ExitAll::stonewall);
}

TEST_CASE("An unknown option is named with its file, its line and the nearest option") {
  CHECK(error_of("[j]\nbs=4k\niodepht=4\n") ==
        "t.fio:3: iodepht: expected an option of a fio job; did you mean \"iodepth\"?");
  CHECK(error_of("[j]\nrandread\n").find("t.fio:2: randread: expected an option of a fio job") == 0);
}

TEST_CASE("An option of fio that would change the work is refused unless it asks for nothing") {
  CHECK(error_of("[j]\nverify=md5") ==
        "t.fio:2: verify: expected crc32c, pattern or none (fio's other checks are not simulated), not "
        "\"md5\"");
  CHECK(error_of("[j]\nzonemode=zbd") == "t.fio:2: zonemode: fio option zonemode is not simulated");
  CHECK(error_of("[j]\nlatency_target=5ms") ==
        "t.fio:2: latency_target: fio option latency_target is not simulated");
  CHECK(error_of("[j]\nverify=0\nzonemode=none\nsync=0\nnrfiles=1") == "no error");
}

TEST_CASE("Values that make no sense are refused where they stand") {
  const auto [options, expected] = GENERATE(table<std::string, std::string>({
      {"bs=0", "2: bs: expected more than 0"},
      {"size=0", "2: size: expected more than 0"},
      {"size=0%", "2: size: expected more than 0"},
      {"size=101%", "2: size: expected 0 to 100 percent, not 101"},
      {"io_size=0", "2: io_size: expected more than 0"},
      {"iodepth=0", "2: iodepth: expected at least 1"},
      {"numjobs=0", "2: numjobs: expected at least 1"},
      {"iodepth=5g", "2: iodepth: expected less than 2^32"},
      {"loops=0", "2: loops: expected more than 0"},
      {"bs=1000", "2: bs: expected a multiple of 512 bytes, not 1000"},
      {"bs=4kib", "2: bs: expected a multiple of 512 bytes, not 4000"},
      {"bsrange=1k-1500", "2: bsrange: expected a multiple of 512 bytes, not 1500"},
      {"bssplit=4k/50:100/50", "2: bssplit: expected a multiple of 512 bytes, not 100"},
      {"ba=100", "2: ba: expected a multiple of 512 bytes, not 100"},
      {"offset=100", "2: offset: expected a multiple of 512 bytes, not 100"},
      {"offset_increment=100", "2: offset_increment: expected a multiple of 512 bytes, not 100"},
      {"bs=2t", "2: bs: expected blocks of at most 1 TiB, not 2199023255552"},
      {"bs=8k\nsize=4k", "3: size: 4096 bytes are less than one block of 8192 bytes (reads)"},
      {"rw=randrw\nrwmixread=101", "3: rwmixread: expected 0 to 100 percent, not 101"},
      {"bssplit=4k/60:8k/60", "2: bssplit: expected percentages that sum to at most 100, not 120"},
      {"bs=4k,8k,16k,32k", "2: bs: expected at most three values: reads,writes,trims"},
      {"time_based", "2: time_based: needs a runtime"},
      {"rate=1m\nrate_iops=5", "3: rate_iops: rate and rate_iops exclude each other"},
      {"rate=1m\nrate_min=2m", "3: rate_min: expected at most rate"},
      {"thinktime=5\nthinktime_spin=10", "3: thinktime_spin: expected at most thinktime"},
      {"thinktime_blocks=5", "2: thinktime_blocks: has no effect without thinktime"},
      {"bs_unaligned", "2: bs_unaligned: has no effect without bsrange or bssplit"},
      {"runtime=1min", "2: runtime: expected a time such as 30, 30s, 5m, 100ms or 20us, not \"1min\""},
      {"=4", "2: expected an option's name before \"=4\""},
  }));
  CAPTURE(options);
  CHECK(error_of("[j]\n" + options) == "t.fio:" + expected);
}

TEST_CASE("Text outside a section, broken headers and files without jobs are refused") {
  CHECK(error_of("bs=4k\n[j]\n") == "t.fio:1: \"bs=4k\" stands before the first [section]");
  CHECK(error_of("[j\n") == "t.fio:1: expected [name], not \"[j\"");
  CHECK(error_of("[]\n") == "t.fio:1: a section needs a name between [ and ]");
  CHECK(error_of("") == "t.fio: expected at least one [job] section");
  CHECK(error_of("[global]\nbs=4k\n") == "t.fio: expected at least one [job] section");
}

TEST_CASE("Includes are relative to the file that has them, and may nest") {
  const Folder folder;
  const auto main =
      folder.write("main.fio", "[global]\ninclude parts/all.fio\n[j]\ninclude parts/depth.fio\nnumjobs=2\n");
  folder.write("parts/all.fio", "bs=8k\ninclude more/rw.fio\n");
  folder.write("parts/more/rw.fio", "rw=randwrite\n");
  folder.write("parts/depth.fio", "iodepth=7\n");
  const Job job = parse_job_file(main).jobs.at(0);
  CHECK(job.blocks[1][0].bytes == 8192);
  CHECK((job.writes && job.random));
  CHECK(job.iodepth == 7);
  CHECK(job.numjobs == 2);
}

TEST_CASE("Includes that can't be read, that circle or that have sections are refused with both places") {
  const Folder folder;
  const auto missing = folder.write("missing.fio", "[j]\ninclude nope.fio\n");
  CHECK(error_in([&] { parse_job_file(missing); }).find("missing.fio:2: can't read") != std::string::npos);
  folder.write("b.fio", "include a.fio\n");
  const auto circle = folder.write("a.fio", "[j]\ninclude b.fio\n");
  CHECK(error_in([&] { parse_job_file(circle); }).find("b.fio:1: include:") != std::string::npos);
  CHECK(error_in([&] { parse_job_file(circle); }).find("includes itself") != std::string::npos);
  folder.write("s.fio", "[x]\n");
  const auto sections = folder.write("t.fio", "[j]\ninclude s.fio\n");
  CHECK(error_in([&] { parse_job_file(sections); }).find("s.fio:1: an included file may not have sections") !=
        std::string::npos);
  folder.write("bad.fio", "\nbs=zero\n");
  const auto inner = folder.write("u.fio", "[j]\ninclude bad.fio\n");
  CHECK(error_in([&] { parse_job_file(inner); }).find("bad.fio:2: bs: expected") != std::string::npos);
}

TEST_CASE("A job file that is missing or a folder is refused in one line") {
  CHECK(error_in([] { parse_job_file("/no/such.fio"); }) ==
        "can't read \"/no/such.fio\": No such file or directory");
  CHECK(error_in([] { parse_job_file("/tmp"); }) == "can't read \"/tmp\": is a directory");
}
