#include "models/host/trace/formats/trace_text_test.hpp"

/// What goes wrong in real traces. Each is one clear line with its number, or the tolerance that is
/// documented.
namespace rainier::trace {
namespace {

struct Trap {
  const char* format;
  const char* second_line;
  const char* said;  ///< after `:2: `
};

const std::vector<Trap> traps{
    // Extra columns.
    {"msr", "1,hm,0,Read,0,512,1,9", "column 8: expected the line's end, not \"9\""},
    {"mqsim", "1 0 16 8 1 9", "column 6: expected the line's end, not \"9\""},
    {"disksim", "1.0 0 16 8 1 9", "column 6: expected the line's end, not \"9\""},
    {"alibaba", "3,R,0,512,1,9", "column 6: expected the line's end, not \"9\""},
    {"tencent", "1,16,8,0,7,9", "column 6: expected the line's end, not \"9\""},
    {"systor", "1.0,0.1,R,0,0,512,9", "column 7: expected the line's end, not \"9\""},
    {"iolog", "1 /dev/sda add now", "column 4: expected the line's end, not \"now\""},
    {"csv", "1,sda,read,0,512,9", "column 6: expected the line's end, not \"9\""},
    // Truncated lines.
    {"msr", "1,hm,0,Read,0", "column 6: expected a size in bytes, but the line ends"},
    {"msr", "1,hm", "column 3: expected a disk number, but the line ends"},
    {"spc", "0,16,4096,r", "column 5: expected a time in seconds, but the line ends"},
    {"mqsim", "1 0 16", "column 4: expected a size in sectors, but the line ends"},
    {"disksim", "1.0 0 16 8", "column 5: expected flags in hexadecimal, but the line ends"},
    {"alibaba", "3,R,0,512", "column 5: expected a time in us, but the line ends"},
    {"tencent", "1,16,8,0", "column 5: expected a volume, but the line ends"},
    {"systor", "1.0,0.1,R,0,0", "column 6: expected a size in bytes, but the line ends"},
    {"fiu", "1 4892 syslogd 16 8 R 6", "column 8: expected a minor device number, but the line ends"},
    {"blkparse", "8,0 3 1 0.5 697 D R 16 +", "column 10: expected a number of sectors, but the line ends"},
    {"iolog", "1 /dev/sda", "column 3: expected an action, but the line ends"},
    {"csv", "1,sda,read,0", "column 5: expected a length in bytes, but the line ends"},
    // Blank or unknown types.
    {"msr", "1,hm,0,,0,512,1", "column 4: expected Read or Write, not \"\""},
    {"spc", "0,16,4096,,1.0", "column 4: expected R or W, not \"\""},
    {"mqsim", "1 0 16 8 2", "column 5: expected 0 for a write or 1 for a read, not \"2\""},
    {"alibaba", "3,,0,512,1", "column 2: expected R or W, not \"\""},
    {"tencent", "1,16,8,3,7", "column 4: expected 0 for a read or 1 for a write, not \"3\""},
    {"systor", "1.0,0.1,X,0,0,512", "column 3: expected R, W or nothing, not \"X\""},
    {"fiu", "1 4892 syslogd 16 8 X 6 0", "column 6: expected R or W, not \"X\""},
    {"blkparse", "8,0 3 1 0.5 697 D ? 16 + 8", "column 7: expected flags such as R or WS, not \"?\""},
    {"csv", "1,sda,,0,512", "column 3: expected read, write, trim or sync, not \"\""},
    // Huge numbers.
    {"msr", "1,hm,0,Read,18446744073709551616,512,1",
     "column 5: expected a number that 64 bits hold, not \"18446744073709551616\""},
    {"msr", "128166372003061630,hm,0,Read,18446744073709551615,512,1",
     "expected a request that ends below 2^64 bytes"},
    {"msr", "99999999999999999999,hm,0,Read,0,512,1",
     "column 1: expected a number that 64 bits hold, not \"99999999999999999999\""},
    {"spc", "0,36028797018963968,512,r,1", "column 4: expected an address below 2^64 bytes, not \"r\""},
    {"mqsim", "1 0 16 36028797018963968 1",
     "column 5: expected an address and a size below 2^64 bytes, not \"1\""},
    {"tencent", "1,36028797018963968,1,1,7",
     "column 4: expected an offset and a size below 2^64 bytes, not \"1\""},
    {"systor", "99999999999.0,0.1,R,0,0,512",
     "column 1: expected a time that 64 bits hold, not \"99999999999.0\""},
    {"alibaba", "3,R,0,512,1577813000000000000",
     "expected a time less than 53 days from that of the first request"},
    {"csv", "1,sda,read,9223372036854775808,9223372036854775808",
     "expected a request that ends below 2^64 bytes"},
    // Words for numbers, signs, fractions.
    {"msr", "1,hm,0,Read,-512,512,1", "column 5: expected an offset in bytes, not \"-512\""},
    {"msr", "1,hm,0,Read,0x200,512,1", "column 5: expected an offset in bytes, not \"0x200\""},
    {"spc", "0,16,4096,r,1e3", "column 5: expected a time in seconds, not \"1e3\""},
    {"mqsim", "1.5 0 16 8 1", "column 1: expected a time, a whole number, not \"1.5\""},
    {"alibaba", "3,R,0,1.5,1", "column 4: expected a length in bytes, not \"1.5\""},
    {"systor", "nan,0.1,R,0,0,512", "column 1: expected a time in seconds, not \"nan\""},
    {"iolog", "-1 /dev/sda add", "column 1: expected a time in us, not \"-1\""},
    {"iolog", "1 /dev/sdb read 0 512", "column 2: expected a file that is open, not \"/dev/sdb\""},
    {"iolog", "1 /dev/sda wait 5",
     "column 3: expected read, write, trim, sync, datasync, add, open, close or wait, not \"wait\""},
    {"blkparse", "sda 3 1 0.5 697 D R 16 + 8", "column 1: expected a device such as 8,0, not \"sda\""},
    {"disksim", "1.0 0 16 8 0xg", "column 5: expected flags in hexadecimal, not \"0xg\""},
};

/// The first line of the format's sample, and what a trace needs before it.
std::string first_lines(const std::string& format) {
  if (format == "iolog") return "fio version 3 iolog\n";
  for (const Sample& sample : samples()) {
    if (sample.format != format) continue;
    const std::size_t first = format == "systor" || format == "csv" ? sample.bytes.find('\n') + 1 : 0;
    return sample.bytes.substr(first, sample.bytes.find('\n', first) + 1 - first);
  }
  FAIL("no sample of " << format);
  return "";
}

TEST_CASE("each trap is one line that names the line, the column, what was expected and what stands there") {
  for (const Trap& trap : traps) {
    INFO(trap.format << ": " << trap.second_line);
    std::string trace = first_lines(trap.format) + trap.second_line + "\n";
    if (std::string(trap.format) == "iolog" &&
        std::string(trap.second_line).find("wait") != std::string::npos)
      trace = "fio version 3 iolog\n0 /dev/sda open\n" + std::string(trap.second_line) + "\n";
    const std::string said = said_of(trace, trap.format);
    const std::size_t line = std::string(trap.second_line).find("wait") != std::string::npos ? 3 : 2;
    const std::string expected =
        ":" + std::to_string(line) + ": " + trap.said + " (format " + trap.format + ": ";
    REQUIRE(said.substr(0, expected.size()) == expected);
    REQUIRE(said.find('\n') == std::string::npos);
  }
}

TEST_CASE("a bad line can be skipped, and is counted") {
  for (const Trap& trap : traps) {
    INFO(trap.format << ": " << trap.second_line);
    std::string trace;
    for (const Sample& sample : samples())
      if (sample.format == std::string(trap.format)) trace = sample.bytes;
    const auto reader = reader_of(trace + trap.second_line + "\n", trap.format, BadLines::skip);
    std::array<Record, 9> batch;
    REQUIRE(reader->next(batch) >= 2);
    REQUIRE(reader->counts().bad_lines + reader->counts().passed_over > 0);
  }
}

TEST_CASE("a bad line far down is found too, with its number") {
  std::string trace;
  for (int i = 0; i < 99'999; ++i) trace += "1,hm,0,Read,0,512,1\n";
  REQUIRE(
      said_of(trace + "1,hm,0,Read,0,x,1\n").starts_with(":100000: column 6: expected a size in bytes, not"));
}

TEST_CASE("a trace of another format, of none, of several and of nothing says so") {
  REQUIRE(said_of("0,16,4096,r,1.0\n", "msr").starts_with(":1: column 4: expected Read or Write, not \"r\""));
  REQUIRE(
      said_of("hello 1 world\n") ==
      ": no trace format fits its first lines, which begin \"hello 1 world\" (--format forces one: msr, spc, "
      "mqsim, disksim, alibaba, tencent, systor, fiu, blkparse, blktrace, iolog, csv)");
  REQUIRE(said_of("") == ": expected a trace, but it is empty");
  REQUIRE(said_of("time_ns,volume,op,offset,length\n", "csv") == ":1: there is no request in it");
  REQUIRE(said_of("1 0 16 8 1\n", "blktrace") ==
          ": byte 0: expected the magic number 0x656174 of a blktrace record");
  REQUIRE(said_of("fio version 4 iolog\n", "iolog")
              .starts_with(":1: column 3: expected version 2 or 3, not \"4\""));
}

TEST_CASE("a blktrace that is cut off, or does not go on with a record, is named by its byte") {
  const std::string whole = samples()[9].bytes;
  REQUIRE(said_of(whole.substr(0, 95)) == ": byte 48: the file ends within a record");
  REQUIRE(said_of(whole.substr(0, 48) + std::string(48, 'x')) ==
          ": byte 48: expected the magic number 0x656174 of a record");
  blktrace::Event note;
  note.action = blktrace::notify;
  note.more_bytes = 10;
  REQUIRE(said_of(whole + bytes_of_event(note) + "short") ==
          ": byte 96: the file ends within the 10 bytes that follow a record");
}

}  // namespace
}  // namespace rainier::trace
