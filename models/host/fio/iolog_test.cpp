#include "models/host/fio/iolog.hpp"

#include <unistd.h>
#include <catch2/catch.hpp>
#include <cstdlib>

#include <filesystem>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/job_file.hpp"

using namespace rainier;
using namespace rainier::fio;
using namespace rainier::literals;

namespace {

constexpr std::uint64_t drive = 1 << 20;

/// A trace on disk that is gone afterwards.
class Trace {
 public:
  explicit Trace(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "rainier-iolog-XXXXXX").string();
    const int file = ::mkstemp(name.data());
    if (file < 0) throw std::runtime_error("no temporary file");
    ::close(file);
    path_ = name;
    std::ofstream(path_) << text;
  }
  ~Trace() { std::filesystem::remove(path_); }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  const std::string& path() const { return path_; }

  std::vector<Io> replay(std::vector<std::string> options = {}, std::uint32_t clone = 0) const {
    options.push_back("read_iolog=" + path_);
    Iolog log(parse_options(options).jobs.at(0), drive, clone);
    std::vector<Io> list;
    for (Io io; list.size() < 100 && log.next(io);) list.push_back(io);
    return list;
  }

  /// The message without the path.
  std::string error() const {
    try {
      replay();
    } catch (const JobError& error) {
      const std::string text = error.what();
      return text.starts_with(path_) ? text.substr(path_.size()) : text;
    }
    return "no error";
  }

 private:
  std::string path_;
};

const std::string v2 = "fio version 2 iolog\n/dev/x add\n/dev/x open\n";
const std::string v3 = "fio version 3 iolog\n0 /dev/x add\n0 /dev/x open\n";

}  // namespace

TEST_CASE("Version 2 replays its actions, each after the waits before it") {
  const auto ios = Trace(v2 +
                         "/dev/x read 0 4096\n/dev/x wait 150 0\n/dev/x write 8192 512\n/dev/x wait 1000 0\n"
                         "/dev/x trim 4096 4096\n/dev/x sync 0 0\n/dev/x datasync 0 0\n/dev/x close\n")
                       .replay();
  REQUIRE(ios.size() == 5);
  CHECK((ios[0].op == Op::read && ios[0].offset == 0 && ios[0].length == 4096 && ios[0].not_before == 0_us));
  CHECK((ios[1].op == Op::write && ios[1].offset == 8192 && ios[1].length == 512 &&
         ios[1].not_before == 150_us));
  CHECK((ios[2].op == Op::trim && ios[2].not_before == 1150_us));
  CHECK((ios[3].op == Op::sync && ios[3].length == 0));
  CHECK(ios[4].op == Op::datasync);
}

TEST_CASE("Waits under 100 us are dropped, as fio's manual says") {
  CHECK(Trace(v2 + "/dev/x wait 99 0\n/dev/x read 0 512\n").replay().at(0).not_before == 0_us);
  CHECK(Trace(v2 + "/dev/x wait 100 0\n/dev/x read 0 512\n").replay().at(0).not_before == 100_us);
}

TEST_CASE("Version 3 replays each action at its time") {
  const auto ios =
      Trace(v3 +
            "10 /dev/x read 0 4096\n10 /dev/x write 4096 4096\n2500 /dev/x sync 0 0\n3000 /dev/x close\n")
          .replay();
  REQUIRE(ios.size() == 3);
  CHECK(ios[0].not_before == 10_us);
  CHECK(ios[1].not_before == 10_us);
  CHECK(ios[2].not_before == 2500_us);
}

TEST_CASE("replay_time_scale=50 runs at half the rate, 200 at twice, replay_no_stall without times") {
  const Trace trace(v3 + "1000 /dev/x read 0 4096\n");
  CHECK(trace.replay({"replay_time_scale=50"}).at(0).not_before == 2000_us);
  CHECK(trace.replay({"replay_time_scale=200"}).at(0).not_before == 500_us);
  CHECK(trace.replay({"replay_no_stall=1"}).at(0).not_before == 0_us);
}

TEST_CASE("loops begin again after the trace's last time, and number_ios ends the replay") {
  const Trace trace(v3 + "0 /dev/x read 0 4096\n1000 /dev/x read 4096 4096\n");
  const auto ios = trace.replay({"loops=2"});
  REQUIRE(ios.size() == 4);
  CHECK(ios[2].not_before == 1000_us);
  CHECK(ios[3].not_before == 2000_us);
  CHECK(trace.replay({"loops=2", "number_ios=3"}).size() == 3);
  CHECK(trace.replay({"time_based", "runtime=1"}).size() == 100);
  CHECK(Trace(v3).replay({"time_based", "runtime=1"}).empty());
}

TEST_CASE("Clones take the traces of a list in turn") {
  const Trace first(v2 + "/dev/x read 0 512\n"), second(v2 + "/dev/x write 0 512\n");
  const Job job = parse_options({"read_iolog=" + first.path() + ":" + second.path()}).jobs.at(0);
  Io io;
  REQUIRE(Iolog(job, drive, 0).next(io));
  CHECK(io.op == Op::read);
  REQUIRE(Iolog(job, drive, 1).next(io));
  CHECK(io.op == Op::write);
  REQUIRE(Iolog(job, drive, 2).next(io));
  CHECK(io.op == Op::read);
}

TEST_CASE("Blank lines, carriage returns and a missing last newline do not matter") {
  CHECK(Trace("fio version 2 iolog\r\n/dev/x add\r\n\r\n/dev/x open\r\n/dev/x read 0 512\r\n\n/dev/x read "
              "512 512")
            .replay()
            .size() == 2);
}

TEST_CASE("A bad line of a trace is named with its number and what was expected") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"", ":1: expected \"fio version 2 iolog\" or \"fio version 3 iolog\", but the file is empty"},
      {"0, 0, 4096\n",
       ":1: expected \"fio version 2 iolog\" or \"fio version 3 iolog\" (rainier replay plays other traces)"},
      {v3 + "20 /dev/x read 0 512\n\n10 /dev/x read 0 512\n", ":6: times out of order: 10 us after 20 us"},
      {v3 + "soon /dev/x read 0 512\n", ":4: expected a time in us, not \"soon\""},
      {v3 + "5 /dev/x wait 100\n", ":4: wait: version 3 has a time on each line instead"},
      {v3 + "99999999999999 /dev/x read 0 512\n", ":4: a time of 99999999999999 us is beyond 30 days"},
      {v2 + "/dev/x raed 0 512\n",
       ":4: expected add, open, close, read, write, trim, sync, datasync or wait, not \"raed\"; did you mean "
       "\"read\"?"},
      {v2 + "# a comment\n",
       ":4: expected add, open, close, read, write, trim, sync, datasync or wait, not \"a\""},
      {v2 + "/dev/x\n", ":4: expected FILE ACTION [OFFSET LENGTH]"},
      {v3 + "7\n", ":4: expected TIME FILE ACTION [OFFSET LENGTH]"},
      {v2 + "/dev/x read 0\n", ":4: read: expected an offset and a length after it"},
      {v2 + "/dev/x read 0 512 7\n", ":4: read: expected an offset and a length after it"},
      {v2 + "/dev/x read x 512\n", ":4: expected an offset in bytes, not \"x\""},
      {v2 + "/dev/x read 0 -512\n", ":4: expected a length in bytes, not \"-512\""},
      {v2 + "/dev/x read 0 99999999999999999999\n",
       ":4: expected a length in bytes, not \"99999999999999999999\""},
      {v2 + "/dev/x read 0 0\n", ":4: read: expected a length above 0"},
      {v2 + "/dev/x read 100 512\n",
       ":4: read: expected multiples of 512 bytes, not offset 100 and length 512"},
      {v2 + "/dev/x write 1048576 512\n",
       ":4: write: 512 bytes at 1048576 reach past the end of the drive, which has 1048576 bytes"},
      {v2 + "/dev/x write 18446744073709551104 1024\n",
       ":4: write: 1024 bytes at 18446744073709551104 reach past the end of the drive, which has 1048576 "
       "bytes"},
      {v2 + "/dev/y read 0 512\n", ":4: read: \"/dev/y\" is not open"},
      {v2 + "/dev/x close\n/dev/x read 0 512\n", ":5: read: \"/dev/x\" is not open"},
      {v2 + "/dev/y open\n", ":4: open: \"/dev/y\" was not added"},
      {v2 + "/dev/y close\n", ":4: close: \"/dev/y\" is not open"},
      {v2 + "/dev/x wait\n", ":4: wait: expected FILE wait MICROSECONDS"},
      {v2 + std::string(5000, 'x') + "\n", ":4: a line of more than 4095 characters"},
  }));
  CAPTURE(text.substr(0, 200));
  CHECK(Trace(text).error() == expected);
}

TEST_CASE("A trace that is not there is refused where the job names it") {
  const auto jobs = parse_job_text("[j]\nread_iolog=/no/such\n", "t.fio").jobs;
  CHECK_THROWS_WITH(Iolog(jobs[0], drive),
                    "t.fio:1: read_iolog: can't read \"/no/such\": No such file or directory");
}
