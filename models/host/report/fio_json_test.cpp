#include "models/host/report/fio_json.hpp"
#include "sim/config/source_dir.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;
using Json = nlohmann::ordered_json;

namespace {

/// Written by fio 3.33 itself: a random read of 20,000 x 4 KiB on its null engine.
Json fio_sample() {
  std::ifstream file(config::in_sources("models/host/report/fio_sample.json"));
  return Json::parse(file);
}

/// The run of the sample, as far as the sample tells it.
RunReport sampled_run(const Json& sample) {
  const Json& job = sample["jobs"][0];
  RunReport report;
  report.global_options = {{"ioengine", "null"}};
  report.elapsed = 1_s;
  JobResult result;
  result.name = job["jobname"];
  for (const auto& [name, value] : job["job options"].items()) result.options.emplace_back(name, value);
  DirectionResult& read = result.direction[0];
  read.ios = job["read"]["total_ios"];
  read.bytes = job["read"]["io_bytes"];
  read.runtime = 6_ms;
  for (const auto& [value, count] : job["read"]["clat_ns"]["bins"].items())
    for (std::uint64_t i = 0; i < count.get<std::uint64_t>(); ++i) read.clat.add(std::stoull(value));
  result.runtime = 5_ms;
  result.iodepth = 16;
  report.jobs.push_back(result);
  return report;
}

const char* kind(const Json& value) {
  return value.is_number_integer() ? "integer" : value.is_number_float() ? "float" : value.type_name();
}

/// Every place at which the two differ in keys, their order, or types.
std::vector<std::string> differences(const Json& a, const Json& b, const std::string& path = "") {
  if (std::string_view(kind(a)) != kind(b)) return {path + ": " + kind(a) + " against " + kind(b)};
  std::vector<std::string> found;
  if (a.size() != b.size()) found.push_back(path + ": number of entries");
  if (!a.is_structured()) return {};
  for (auto x = a.items().begin(), y = b.items().begin(); x != a.items().end() && y != b.items().end();
       ++x, ++y) {
    if (x.key() != y.key()) return {path + ": " + x.key() + " against " + y.key()};
    for (std::string& difference : differences(x.value(), y.value(), path + "/" + x.key()))
      found.push_back(difference);
  }
  return found;
}

JobResult job(const std::string& name, std::uint32_t group) {
  JobResult result;
  result.name = name;
  result.group = group;
  result.group_reporting = true;
  return result;
}

bool has_a_null(const Json& json) {
  if (json.is_null()) return true;
  if (json.is_structured())
    for (const Json& value : json)
      if (has_a_null(value)) return true;
  return false;
}

}  // namespace

TEST_CASE("Keys, their order and their types are those of a real fio report") {
  const Json sample = fio_sample();
  CHECK(differences(fio_json(sampled_run(sample)), sample) == std::vector<std::string>{});
}

TEST_CASE("From fio's bins come fio's percentiles, rates and bins") {
  const Json sample = fio_sample();
  const Json expected = sample["jobs"][0]["read"];
  const Json read = fio_json(sampled_run(sample))["jobs"][0]["read"];
  CHECK(read["clat_ns"]["bins"] == expected["clat_ns"]["bins"]);
  CHECK(read["clat_ns"]["percentile"] == expected["clat_ns"]["percentile"]);
  for (const char* key : {"io_bytes", "io_kbytes", "bw_bytes", "bw", "runtime", "total_ios"})
    CHECK(read[key] == expected[key]);
  CHECK(read["iops"].get<double>() == Approx(expected["iops"].get<double>()));
}

TEST_CASE("A run that did nothing is all zeros") {
  RunReport report;
  report.jobs.push_back(job("idle", 0));
  const Json json = fio_json(report);
  CHECK_FALSE(has_a_null(Json::parse(json_text(json))));
  const Json& read = json["jobs"][0]["read"];
  for (const char* key : {"iops", "bw", "bw_bytes", "runtime", "bw_min", "iops_min"}) CHECK(read[key] == 0);
  CHECK(read["clat_ns"] == Json{{"min", 0}, {"max", 0}, {"mean", 0.0}, {"stddev", 0.0}, {"N", 0}});
  CHECK(fio_json(RunReport{})["jobs"] == Json::array());
}

TEST_CASE("Rates of a run below a millisecond are ratios, not infinite and not rounded") {
  RunReport report;
  report.jobs.push_back(job("short", 0));
  report.jobs[0].direction[1] = {3, 3 * 4096, 250_us, {}, {}, {}, {}, {}};
  const Json write = fio_json(report)["jobs"][0]["write"];
  CHECK(write["iops"] == 12000.0);         // 3 / 0.00025 s
  CHECK(write["bw_bytes"] == 49'152'000);  // 12,288 / 0.00025 s
  CHECK(write["bw"] == 48'000);
  CHECK(write["runtime"] == 1);
}

TEST_CASE("Numbers that are not finite never reach the report") {
  RunReport report;
  report.jobs.push_back(job("odd", 0));
  report.jobs[0].user_cpu_percent = std::numeric_limits<double>::quiet_NaN();
  report.jobs[0].direction[0].iops = {1, 0, std::numeric_limits<double>::infinity(), std::nan(""), 0};
  CHECK_FALSE(has_a_null(Json::parse(json_text(fio_json(report)))));
}

TEST_CASE("Mean, deviation, percentiles and bins of three latencies are as by hand") {
  RunReport report;
  report.jobs.push_back(job("three", 0));
  for (const std::uint64_t ns : {100, 200, 300}) report.jobs[0].direction[0].clat.add(ns);
  report.jobs[0].percentiles.list = {99.9, 50};
  const Json clat = fio_json(report)["jobs"][0]["read"]["clat_ns"];
  // 200 lies in the bin 200..201 and 300 in 300..303; fio names a bin by its midpoint.
  CHECK(clat.dump() == R"({"min":100,"max":300,"mean":200.0,"stddev":100.0,"N":3,)"
                       R"("percentile":{"50.000000":201,"99.900000":302},"bins":{"100":1,"201":1,"302":1}})");
}

TEST_CASE("Each request is counted once in the shares of nano-, micro- and milliseconds") {
  RunReport report;
  report.jobs.push_back(job("shares", 0));
  for (const std::uint64_t ns : {1ull, 120ull, 1'500ull, 3'000ull}) report.jobs[0].direction[0].lat.add(ns);
  for (const std::uint64_t ns : {47'000ull, 311'000ull, 6'000'000ull, 2'500'000'000ull})
    report.jobs[0].direction[1].lat.add(ns);
  const Json json = fio_json(report)["jobs"][0];
  CHECK(json["latency_ns"]["2"] == 12.5);
  CHECK(json["latency_ns"]["250"] == 12.5);
  CHECK(json["latency_us"]["2"] == 12.5);
  CHECK(json["latency_us"]["4"] == 12.5);
  CHECK(json["latency_us"]["50"] == 12.5);
  CHECK(json["latency_us"]["500"] == 12.5);
  CHECK(json["latency_ms"]["10"] == 12.5);
  CHECK(json["latency_ms"][">=2000"] == 12.5);
}

TEST_CASE("What is rare is still seen in the shares") {
  RunReport report;
  report.jobs.push_back(job("rare", 0));
  for (int i = 0; i < 99'999; ++i) report.jobs[0].direction[0].lat.add(50'000);
  report.jobs[0].direction[0].lat.add(5'000'000);
  report.jobs[0].depth_level = {1, 9'999, 0, 0, 0, 0, 0};
  const Json json = fio_json(report)["jobs"][0];
  CHECK(json["latency_ms"]["10"] == 0.01);
  CHECK(json["iodepth_level"]["1"] == 0.1);
  CHECK(json["iodepth_level"]["2"] == 99.99);
  CHECK(json["iodepth_level"]["4"] == 0.0);
}

TEST_CASE("Syncs have a count and latencies with percentiles") {
  RunReport report;
  report.jobs.push_back(job("sync", 0));
  report.jobs[0].sync_lat.add(90);
  const Json sync = fio_json(report)["jobs"][0]["sync"];
  CHECK(sync["total_ios"] == 1);
  CHECK(sync["lat_ns"]["percentile"].size() == 17);
  CHECK(sync["lat_ns"]["bins"] == Json{{"90", 1}});
}

TEST_CASE("Percentiles and bins are of those latencies that are asked for, as in fio") {
  struct Keys {
    bool slat, clat, lat, sync;
  };
  const auto keys = [](const fio::Percentiles& asked) {
    RunReport report;
    report.jobs.push_back(job("a", 0));
    JobResult& result = report.jobs[0];
    result.percentiles = asked;
    for (Histogram* h :
         {&result.direction[0].slat, &result.direction[0].clat, &result.direction[0].lat, &result.sync_lat})
      h->add(500);
    const Json json = fio_json(report)["jobs"][0];
    const auto has = [](const Json& latency) {
      CHECK(latency.contains("percentile") == latency.contains("bins"));
      return latency.contains("percentile");
    };
    const Json& read = json["read"];
    return Keys{has(read["slat_ns"]), has(read["clat_ns"]), has(read["lat_ns"]), has(json["sync"]["lat_ns"])};
  };
  // Tried with fio 3.33.
  for (const auto& [asked, expected] :
       {std::pair{fio::Percentiles{}, Keys{false, true, false, true}},
        std::pair{fio::Percentiles{false, true, true, {}}, Keys{false, true, true, true}},
        std::pair{fio::Percentiles{false, false, false, {}}, Keys{false, false, false, false}},
        std::pair{fio::Percentiles{true, false, false, {50}}, Keys{true, false, false, false}},
        std::pair{fio::Percentiles{false, false, true, {}}, Keys{false, false, true, true}}}) {
    const Keys found = keys(asked);
    CHECK(found.slat == expected.slat);
    CHECK(found.clat == expected.clat);
    CHECK(found.lat == expected.lat);
    CHECK(found.sync == expected.sync);
  }
}

TEST_CASE("Steady state is told in fio's words") {
  // As fio 3.33 printed it for ss=iops:50%, ss_dur=2s, with rate_iops=1000.
  RunReport report;
  report.jobs.push_back(job("e", 0));
  SteadyStateWindow window;
  window.asked = {fio::SteadyState::Metric::iops, 50, true, 2_s, {}};
  window.max_deviation = 1;
  window.iops = {1003, 1001};
  window.bandwidth = {4110027, 4100096};
  report.jobs[0].steady_state = window;
  report.jobs[0].steady_state_attained = true;
  report.jobs[0].steady_state_value = 0.0998;
  CHECK(
      fio_json(report)["jobs"][0]["steadystate"].dump() ==
      R"({"ss":"iops:50.000000%","duration":2,"attained":1,"criterion":"0.099800%","max_deviation":1.0,)"
      R"("slope":0.0,"data":{"bw_mean":4105061,"iops_mean":1002,"iops":[1003,1001],"bw":[4110027,4100096]}})");
}

TEST_CASE("What fio-plot reads is there") {
  RunReport report = sampled_run(fio_sample());
  report.jobs[0].options = {{"rw", "randread"}, {"bs", "4k"}, {"iodepth", "16"}, {"numjobs", "1"}};
  const Json json = Json::parse(json_text(fio_json(report)));
  CHECK(json.at("fio version").is_string());
  CHECK(json.at("global options").is_object());
  const Json& first = json.at("jobs").at(0);
  CHECK(first.at("jobname").is_string());
  for (const char* option : {"rw", "bs", "iodepth", "numjobs"})
    CHECK(first.at("job options").at(option).is_string());
  for (const char* key : {"usr_cpu", "sys_cpu"}) CHECK(first.at(key).is_number());
  for (const char* key : {"latency_ns", "latency_us", "latency_ms"}) CHECK(first.at(key).is_object());
  for (const char* direction : {"read", "write"}) {
    for (const char* key : {"bw", "iops", "iops_stddev"}) CHECK(first.at(direction).at(key).is_number());
    for (const char* key : {"mean", "stddev"}) CHECK(first.at(direction).at("lat_ns").at(key).is_number());
  }
}

TEST_CASE("A name that is no UTF-8 gives valid JSON") {
  RunReport report;
  report.jobs.push_back(job("caf\xe9", 0));
  CHECK_NOTHROW(Json::parse(json_text(fio_json(report))));
}
