#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/describe.hpp"
#include "tools/rainier/spec_file.hpp"

namespace rainier::tool {

/// A published figure that a point of an experiment or of a SNIA test is compared with.
struct PointFigure {
  std::string figure, of;
  Measure measure = Measure::iops;
  bool counted = true;
  std::string note;
};

/// A published table of buffers by rate, and the streaming test it is compared with.
struct StreamFigure {
  std::string figure, of, note;
};

/// A published figure of a whole life.
struct LifeFigure {
  enum class Value : std::uint8_t { tbw, tb_per_percent, uber };
  std::string figure, drive, workload = "random";
  Value measure = Value::tbw;
  bool counted = true;
  std::string note;
};

/// A run of SNIA's IOPS test; its cells are points of the sweep `cells` of the experiment `pts-DRIVE-qdN`.
struct PtsTest {
  std::string drive;
  std::uint32_t qd = 256;
  std::string precondition = "seq:128KiB:2";
  std::uint32_t after = 0;  ///< rounds averaged after steady state; 0: the five steady ones
};

/// left / right, or left / number, lies between at_least and at_most.
struct Check {
  std::string left, right;
  std::optional<double> number;
  Measure measure = Measure::iops;
  std::optional<double> at_least, at_most;
  std::vector<std::uint32_t> outstanding;  ///< on both sides: a check for each
  bool counted = true;
  std::string says;
};

struct Ordering {
  std::string id;
  std::vector<Check> checks;
  std::string note;
};

struct Remark {
  std::string id, why;
};

struct Contradiction {
  std::vector<std::string> figures;
  std::string text;
};

struct Hypothesis {
  std::string figure, text;
  double gap = 0;  ///< the error that is known and reported: only beyond it does the validation fail
};

/// Drives of one design, and how their published figures are measured beyond their spec tables.
struct Family {
  std::string name;
  std::vector<std::string> drives, experiments;
  /// Drives that others were compared with, most of their parameters inferred: a quick validation of all
  /// drives leaves them out, and nobody claims that few of their constants are calibrated.
  bool comparison = false;
  std::vector<PointFigure> figures;
  std::vector<StreamFigure> streaming;
  std::vector<LifeFigure> endurance;
  std::vector<PtsTest> pts;
  std::vector<Ordering> orderings;
  std::vector<Remark> not_checked;
  std::vector<Contradiction> contradictions;
  std::vector<Hypothesis> hypotheses;
};

void describe(config::Schema& schema, PointFigure& figure);
void describe(config::Schema& schema, StreamFigure& figure);
void describe(config::Schema& schema, LifeFigure& figure);
void describe(config::Schema& schema, PtsTest& test);
void describe(config::Schema& schema, Check& check);
void describe(config::Schema& schema, Ordering& ordering);
void describe(config::Schema& schema, Remark& remark);
void describe(config::Schema& schema, Contradiction& contradiction);
/// The gap that the family's hypotheses admit for a figure or an ordering; 0 for none.
double known_gap(const Family& family, const std::string& id);

void describe(config::Schema& schema, Hypothesis& hypothesis);
void describe(config::Schema& schema, Family& family);

/// @throws config::Error
Family load_family(const std::filesystem::path& file);

std::string pts_name(const PtsTest& test);
std::string life_name(const LifeFigure& figure);

}  // namespace rainier::tool
