#include <algorithm>

#include "models/host/trace/replay/replay_trace_test.hpp"
#include "sim/random/philox.hpp"

namespace rainier::trace {
namespace {

using namespace literals;

StreamOptions of(const TraceFile& file) {
  StreamOptions options;
  options.read.path = file.path();
  return options;
}

/// `ms,volume` pairs as a CSV trace; each request's offset is its place in the file times 4 KiB.
std::string trace_of(const std::vector<std::pair<int, std::string>>& requests) {
  std::string text;
  std::size_t number = 0;
  for (const auto& [ms, volume] : requests)
    text += std::to_string(ms) + "000000," + volume + ",read," + std::to_string(4096 * number++) + ",4096\n";
  return text;
}

std::vector<std::uint64_t> places(const std::vector<Record>& records) {
  std::vector<std::uint64_t> all;
  for (const Record& record : records) all.push_back(record.offset / 4096);
  return all;
}

TEST_CASE("requests within the window come out by time, equal ones as they stood") {
  const TraceFile file(trace_of({{5, "a"}, {1, "a"}, {5, "a"}, {3, "a"}, {1, "a"}, {9, "a"}, {8, "a"}}));
  REQUIRE(places(stream_of(of(file))) == std::vector<std::uint64_t>{1, 4, 3, 0, 2, 6, 5});
}

TEST_CASE("the window is exactly as long as it says: one shorter finds the request too late") {
  // The last request belongs first: 10 stand before it.
  std::vector<std::pair<int, std::string>> requests;
  for (int i = 1; i <= 10; ++i) requests.emplace_back(i, "a");
  requests.emplace_back(0, "a");
  const TraceFile file(trace_of(requests));
  StreamOptions options = of(file);
  options.window = 11;
  REQUIRE(places(stream_of(options)).front() == 10);
  options.window = 10;
  REQUIRE(
      complaint(file.path(), [&] { stream_of(options); }) ==
      ":11: it is out of order: its time is 1ms before that of a request that stood more than 10 requests "
      "before it (a larger --window repairs that, --late clamp accepts it)");
  options.late = Late::clamp;
  const auto records = stream_of(options);
  REQUIRE(records.size() == 11);
  REQUIRE(std::is_sorted(records.begin(), records.end(),
                         [](const Record& a, const Record& b) { return a.time < b.time; }));
}

TEST_CASE("the order is that of a stable sort, whatever the disorder") {
  Philox random(3, "order");
  for (int round = 0; round < 30; ++round) {
    std::vector<std::pair<int, std::string>> requests;
    for (int i = 0; i < 300; ++i) requests.emplace_back(i + static_cast<int>(random.below(round + 1)), "a");
    const TraceFile file(trace_of(requests));
    StreamOptions options = of(file);
    options.window = static_cast<std::size_t>(round) + 2;
    std::vector<std::uint64_t> expected(300);
    for (std::size_t i = 0; i < 300; ++i) expected[i] = i;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return requests[a].first < requests[b].first; });
    REQUIRE(places(stream_of(options)) == expected);
  }
}

TEST_CASE("where the trace's order counts, nothing is moved and nothing is too late") {
  const TraceFile file(trace_of({{5, "a"}, {1, "a"}, {9, "a"}, {3, "a"}}));
  StreamOptions options = of(file);
  options.window = 1;
  options.late = Late::keep;
  REQUIRE(places(stream_of(options)) == std::vector<std::uint64_t>{0, 1, 2, 3});
}

TEST_CASE("several volumes are an error until something is said about them") {
  const TraceFile file(trace_of({{0, "sda"}, {1, "sdb"}, {2, "sda"}, {3, "sdb"}, {4, "sdc"}}));
  StreamOptions options = of(file);
  REQUIRE(
      complaint(file.path(), [&] { stream_of(options); }) ==
      ":2: a second volume, \"sdb\", after \"sda\": choose one with --volume, or say how several share the "
      "drive with --merge overlay or --merge stack");
  options.volumes = {"sdb"};
  REQUIRE(places(stream_of(options)) == std::vector<std::uint64_t>{1, 3});
  options.volumes = {"sdd"};
  REQUIRE(complaint(file.path(), [&] { stream_of(options); }) ==
          ": no volume \"sdd\"; it has 3, the first being \"sda\"; did you mean \"sda\"?");
  options.volumes = {"sda", "sdc"};
  REQUIRE(complaint(file.path(), [&] { stream_of(options); }) ==
          ": several volumes: say whether --merge overlay or --merge stack puts them on the drive");
  options.merge = Merge::overlay;
  REQUIRE(places(stream_of(options)) == std::vector<std::uint64_t>{0, 2, 4});
}

TEST_CASE(
    "stacked volumes lie one behind the other, each rounded up to a MiB, those left out taking no room") {
  const std::string mib = "1048576";
  const TraceFile file("0,a,read,0,512\n1,b,read," + mib + ",512\n2,c,write,0,512\n3,a,read,512,512\n");
  StreamOptions options = of(file);
  options.merge = Merge::stack;
  std::vector<std::uint64_t> offsets;
  for (const Record& record : stream_of(options)) offsets.push_back(record.offset);
  const std::uint64_t m = 1 << 20;
  REQUIRE(offsets == std::vector<std::uint64_t>{0, m + m, 3 * m, 512});
  options.volumes = {"a", "c"};
  offsets.clear();
  for (const Record& record : stream_of(options)) offsets.push_back(record.offset);
  REQUIRE(offsets == std::vector<std::uint64_t>{0, m, 512});
}

TEST_CASE("requests of one second are an error, or spread over it evenly, at random or not at all") {
  std::string text;
  for (int i = 0; i < 4; ++i) text += "100," + std::to_string(8 * i) + ",8,0,1\n";
  text += "102,0,8,0,1\n";
  const TraceFile file(text);
  StreamOptions options = of(file);
  REQUIRE(complaint(file.path(), [&] { stream_of(options); }) ==
          ": its times are whole seconds: say with --spread even, random or none how the requests of one are "
          "spread over it");
  const auto times = [&](Spread spread) {
    options.spread = spread;
    std::vector<Time> all;
    for (const Record& record : stream_of(options)) all.push_back(record.time);
    REQUIRE(places(stream_of(options)) == std::vector<std::uint64_t>{0, 1, 2, 3, 0});
    return all;
  };
  REQUIRE(times(Spread::none) == std::vector<Time>{0_s, 0_s, 0_s, 0_s, 2_s});
  REQUIRE(times(Spread::even) == std::vector<Time>{0_s, 250_ms, 500_ms, 750_ms, 2_s});
  const std::vector<Time> drawn = times(Spread::uniform);
  REQUIRE(std::is_sorted(drawn.begin(), drawn.end()));
  REQUIRE(drawn[3] < 1_s);
  REQUIRE(drawn[0] > 0_s);
  REQUIRE(drawn[4] >= 2_s);
  REQUIRE(drawn == times(Spread::uniform));
  options.seed = 2;
  REQUIRE(drawn != times(Spread::uniform));
}

}  // namespace
}  // namespace rainier::trace
