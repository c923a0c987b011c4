#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/rainier/run_options.hpp"

/// The commands of `rainier`. Each prints to standard output and answers its exit status; what the user did
/// wrong is an exception that main() turns into one line.
namespace rainier::tool {

inline constexpr int exit_interrupted = 130;

/// The arguments of `rainier spec`.
struct SpecOptions {
  std::filesystem::path configs;
  SetupOptions setup;
  std::vector<std::string> rows;  ///< ids; none: all
  std::string seed = "1";
  std::string json;
  bool strict = false;
  bool quick = false;     ///< half the windows
  bool relative = false;  ///< compared with itself alone: a scaled drive will do
  bool quiet = false;
};

/// The arguments of `rainier experiment`.
struct ExperimentOptions {
  std::filesystem::path configs;
  std::string file;
  SetupOptions setup;             ///< no drive: the one the file names
  std::vector<std::string> only;  ///< sweeps or points; none: all
  std::string seed = "1";
  std::string json;
  bool quick = false;  ///< a fifth of the windows
  bool quiet = false;
};

/// The arguments of `rainier validate`.
struct ValidateOptions {
  std::filesystem::path configs;
  std::vector<std::string> drives;  ///< presets; none: all
  std::string output = "report";    ///< folder
  std::string seed = "1";
  std::string processes;  ///< children at once; empty: as many as there are processors
  bool quick = false;     ///< shorter windows, no sensitivities
  bool again = false;     ///< measures nothing: compares the results that are there
  bool quiet = false;
};

/// The arguments of `rainier snapshot`.
struct SnapshotOptions {
  std::filesystem::path configs;
  std::string file;
  SetupOptions setup;  ///< no drive: says what the file is
  std::string precondition;
  std::string seed = "1";
  bool quiet = false;
};

struct ShowOptions {
  enum class Form : std::uint8_t { table, yaml, json };
  std::filesystem::path configs;
  SetupOptions setup;  ///< no host: the drive alone
  Form form = Form::table;
};

struct SchemaOptions {
  enum class Form : std::uint8_t { text, markdown, json };
  std::string path;  ///< of a parameter or group; empty: all
  Form form = Form::text;
};

/// The arguments of `rainier endurance`, as the user wrote them.
struct EnduranceCommand {
  std::filesystem::path configs;
  SetupOptions setup;
  std::string workload = "random";
  std::string block;  ///< empty: 4 KiB random, 128 KiB sequential
  std::string until;  ///< empty: to the end of life
  std::string seed = "1";
  std::string json;
  bool quiet = false;
};

/// Runs jobs on a drive and reports what fio would, and more.
int run(const RunOptions& options);
/// Runs jobs and says where their time went and what limits them.
int explain(const RunOptions& options);
/// Prints a drive as it is resolved: every value, where it comes from, and what follows from them.
/// Saves a preconditioned drive, or says what a snapshot was made from.
int snapshot(const SnapshotOptions& options);
int show(const ShowOptions& options);
/// Prints what ships: drives, hosts, NAND and workloads, a line each.
int list(const std::filesystem::path& configs);
/// Prints every parameter with its unit, default, range and meaning.
int schema(const SchemaOptions& options);
/// Measures a drive as its figures were published and sets both side by side; always at full capacity.
int spec(const SpecOptions& options);
/// Writes a drive until it is worn, or up to a number of bytes, and reports amplification, wear and errors.
int endurance(const EnduranceCommand& command);
/// Runs an experiment file: phases of purge, precondition and measure.
int experiment(const ExperimentOptions& options);
/// Sets everything that was published beside what is simulated, and writes a report. Status 1 if a figure
/// leaves its band or an ordering does not hold.
int validate(const ValidateOptions& options);

}  // namespace rainier::tool
