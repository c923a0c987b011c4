#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "models/host/fio/address_stream.hpp"
#include "models/host/fio/iolog.hpp"
#include "models/host/fio/job_error.hpp"
#include "models/host/fio/job_file.hpp"
#include "models/host/fio/option.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::fio;

namespace {

constexpr std::uint64_t drive = std::uint64_t{1} << 30;

const std::vector<std::string> seeds{
    "[global]\nioengine=libaio\ndirect=1\nkb_base=1000\n[a]\nrw=randrw:8\nrwmixread=70\nbs=4kib,8kib,"
    "16kib\nsize="
    "10%\n",
    "[j]\nrw=randread\nbssplit=4k/60:8k/30:64k/10,2k/:1k/"
    "\nrandom_distribution=zipf:1.2:0.5\nio_size=1g\nloops=2\n",
    "[j]\nrw=randtrimwrite\nbsrange=1k-4k,2k-8k\nbs_unaligned\nblockalign=512\noffset=1m\noffset_increment=5%"
    "\n",
    "[j]\nrw=read:4k\nruntime=1m\ntime_based\nrate=1m,,2m\nthinktime=5ms\nthinktime_spin=1ms\nstartdelay=1-"
    "2s\n",
    "[j]\nrandom_distribution=zoned:60/10:30/20:10/"
    "70\nsteadystate=iops:0.3%\nss_dur=10\npercentile_list=50:99.9\n",
    "[j]\nrandom_distribution=pareto:0.2\nwrite_lat_log=x\nlog_avg_msec=5\niodepth=$ncpus*2\nnumber_ios=5\n# "
    "x\n",
};

const std::vector<std::string> pieces{
    "=",  "\n", ":",  "/",  ",",      "%",   "-",  "0",  "1",     "99999999999999999999",
    "[",  "]",  "\t", ";",  "${X}",   "$",   "k",  "ib", "e",     "0x",
    ".5", "-1", "\0", "\r", "[j]\nn", "512", "1t", "%%", "zoned", "include x\n"};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed, "fuzz") {}

  std::string mutate(std::string text) {
    for (std::uint64_t n = 1 + random_.below(2); n > 0; --n) change(text);
    return text;
  }

 private:
  template <class List>
  const auto& any(const List& list) {
    return list[random_.below(list.size())];
  }

  void change(std::string& text) {
    const std::size_t at = random_.below(text.size() + 1);
    const std::size_t length = random_.below(6);
    switch (random_.below(6)) {
      case 0:
        text.erase(at, length);
        return;
      case 1:
        text.insert(at, any(pieces));
        return;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random_.below(256));
        return;
      case 3:
        text.insert(at, "\n" + any(known_names()) + "=" + any(pieces));
        return;
      case 4:
        text.replace(at, std::min(length, text.size() - at), any(pieces));
        return;
      default:
        text.insert(at, text.substr(random_.below(text.size() + 1), 20));
    }
  }

  Philox random_;
};

bool one_line(const std::string& text) { return !text.empty() && text.find('\n') == std::string::npos; }

/// Parses a text and draws from its jobs; false if something else than one clear line comes of it.
bool survives(const std::string& text) {
  try {
    for (const Job& job : parse_job_text(text, "/nonexistent/fuzz.fio").jobs) {
      AddressStream stream(job, drive, 0, 1);
      Io io;
      for (int i = 0; i < 64 && stream.next(io); ++i) {
        if (io.length == 0 || io.offset > drive || io.length > drive - io.offset || io.offset % 512 != 0)
          return false;
      }
    }
  } catch (const JobError& error) {
    return one_line(error.what());
  }
  return true;
}

}  // namespace

TEST_CASE("Thousands of damaged job files are each parsed, or refused in one clear line") {
  for (const std::string& seed : seeds) CHECK_NOTHROW(parse_job_text(seed, "seed.fio"));
  Mutator mutator(1);
  int parsed = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string text = mutator.mutate(seeds[std::size_t(i) % seeds.size()]);
    if (!survives(text)) {
      CAPTURE(text);
      CHECK(false);
    }
    try {
      parse_job_text(text, "/nonexistent/fuzz.fio");
      ++parsed;
    } catch (const JobError&) {
    }
  }
  CHECK(parsed > 300);  // enough of them are still job files
  CHECK(parsed < 5400);
}

TEST_CASE("Thousands of damaged traces are each replayed, or refused in one clear line") {
  const std::string path = "/tmp/rainier-fuzz-" + std::to_string(::getpid());
  Mutator mutator(2);
  const std::string v2 =
      "fio version 2 iolog\nx add\nx open\nx read 0 512\nx wait 100 0\nx write 4096 512\nx sync 0 0\nx "
      "close\n";
  const std::string v3 =
      "fio version 3 iolog\n0 x add\n1 x open\n2 x read 0 512\n3 x trim 4096 512\n9 x close\n";
  const Job job = parse_options({"read_iolog=" + path}).jobs.at(0);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutator.mutate(i % 2 == 0 ? v2 : v3);
    std::ofstream(path, std::ios::binary) << text;
    try {
      Iolog log(job, drive);
      for (Io io; log.next(io);) {
        if (io.offset > drive || io.length > drive - io.offset) FAIL("past the end");
      }
    } catch (const JobError& error) {
      if (!one_line(error.what())) {
        CAPTURE(text, std::string(error.what()));
        CHECK(false);
      }
    }
  }
  std::remove(path.c_str());
}
