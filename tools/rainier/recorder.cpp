#include "tools/rainier/recorder.hpp"

#include <array>

#include "tools/rainier/resources.hpp"

namespace rainier::tool {
namespace {

constexpr std::array<const char*, fio::data_directions> names{"read", "write", "trim"};

double mean_us(Time sum, std::uint64_t count) {
  return count == 0 ? 0 : sum.us() / static_cast<double>(count);
}

}  // namespace

Recorder::Recorder(drive::Simulation& simulation, Time interval)
    : simulation_(simulation),
      on_(interval > Time()),
      start_(simulation.now()),
      series_(on_ ? interval : Time(1'000'000'000'000)),
      last_(simulation.usage()) {
  for (const char* name : names) series_.column(std::string(name) + "_iops", "1/s");
  for (const char* name : names) series_.column(std::string(name) + "_latency", "us");
  series_.column("read_bandwidth", "MB/s");
  series_.column("write_bandwidth", "MB/s");
  series_.column("power", "W");
  series_.column("power_rms", "W");
  series_.column("temperature", "C");
  series_.column("write_amplification", "1");
  series_.column("programs_per_host_page", "1");
  series_.column("free_superblocks", "1");
  series_.column("slots_used", "1");
  series_.column("requests_outstanding", "1");
  for (const Resource& resource : resources_of(simulation_, last_ - last_)) series_.column(resource.key, "1");
}

// A job whose ramp time ends starts its counts anew: then all there is came since.
Recorder::Direction Recorder::direction(std::size_t number) {
  const host::StageTimes times = simulation_.workers().stages(number);
  Direction now{times.requests, Time()};
  for (const Time stage : times.sum) now.latency += stage;
  const Direction before = now.requests < seen_[number].requests ? Direction{} : seen_[number];
  seen_[number] = now;
  return {now.requests - before.requests, now.latency - before.latency};
}

void Recorder::update() {
  if (!on_ || simulation_.now() < due()) return;
  const drive::Usage now = simulation_.usage();
  const drive::Usage spent = now - last_;
  last_ = now;
  const auto a_second = [&spent](auto amount) {
    return static_cast<double>(amount) * 1e12 / static_cast<double>(spent.at.ps());
  };
  const controller::Controller& drive = simulation_.controller();
  fio::PerDirection<Direction> directions;
  for (std::size_t d = 0; d < names.size(); ++d) directions[d] = direction(d);

  std::vector<double> row;
  for (const Direction& d : directions) row.push_back(a_second(d.requests));
  for (const Direction& d : directions) row.push_back(mean_us(d.latency, d.requests));
  row.push_back(a_second(spent.controller.read_bytes) / 1e6);
  row.push_back(a_second(spent.controller.write_bytes) / 1e6);
  row.push_back(mean_watts(drive, spent));
  simulation_.roll_meters();
  row.push_back(simulation_.rms_watts());
  row.push_back(drive.thermal().temperature());
  row.push_back(spent.ftl.write_amplification());
  row.push_back(programs_per_host_page(drive, spent));
  row.push_back(static_cast<double>(drive.ftl().free_superblocks()));
  row.push_back(a_second(spent.controller.slot_time.ps()) * 1e-12);
  row.push_back(static_cast<double>(simulation_.driver().outstanding()));
  for (const Resource& resource : resources_of(simulation_, spent)) row.push_back(resource.share);
  series_.append(row);
}

}  // namespace rainier::tool
