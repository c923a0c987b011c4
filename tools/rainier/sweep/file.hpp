#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace rainier::tool {

/// A value of a swept parameter as the file has it, and where.
struct SweptValue {
  std::string text;
  int line = 0;
};

/// A parameter and the values it takes: `ftl.parity`, `host.cores`, `drive`, `host` or `job.iodepth`.
struct Axis {
  std::string path;
  int line = 0;
  std::vector<SweptValue> values;
};

/// A parameter between two values, evenly or by its logarithm.
struct SweptRange {
  std::string path;
  int line = 0;
  SweptValue from, to;
  bool logarithmic = false;
};

/// What a die, a channel and a controller cost, in any unit of money: for the price of a usable gigabyte.
struct Prices {
  double raw_gb = 1, channel = 0, drive = 0;
};

/// A sweep as its file says.
struct SweepFile {
  std::filesystem::path path;
  std::string title, drive, host = "linux-fio", scale = "1", precondition = "none";
  std::vector<std::string> job;      ///< options of a fio job
  std::string workload;              ///< or a job file, by its name or path
  std::vector<std::string> set;      ///< PATH=VALUE, for every point
  std::vector<std::uint64_t> seeds;  ///< each point once with each
  std::vector<Axis> grid;
  std::vector<std::vector<Axis>> list;  ///< points one by one, each axis with one value
  std::uint64_t samples = 0;            ///< points of the Latin hypercube
  std::vector<SweptRange> ranges;
  Prices prices;
};

/// @throws config::Error with file, line, key and what was expected
SweepFile read_sweep(const std::filesystem::path& file);

}  // namespace rainier::tool
