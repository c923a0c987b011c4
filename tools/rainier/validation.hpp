#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/rainier/catalog.hpp"
#include "tools/rainier/children.hpp"
#include "tools/rainier/comparison.hpp"
#include "tools/rainier/constants.hpp"
#include "tools/rainier/family_file.hpp"
#include "tools/rainier/published.hpp"

namespace rainier::tool {

/// What is validated: families, with the drives that were asked for.
struct Plan {
  std::vector<Family> families;  ///< each with its chosen drives alone
  bool all = true;               ///< all drives that there are
  std::vector<Figure> figures;
  std::vector<PublishedEntry> published;
  std::vector<Task> tasks;
};

/// @param drives  presets; none: all. @throws UsageError, config::Error
Plan plan_of(const Catalog& catalog, const std::vector<std::string>& drives, bool quick,
             const std::string& seed);

/// What the children wrote, by the task's name; absent where one failed.
using Results = std::map<std::string, nlohmann::ordered_json>;
Results read_results(const std::vector<Task>& tasks, const std::filesystem::path& folder);

struct OrderingResult {
  enum class State : std::uint8_t { holds, fails, not_measured, not_checked };
  std::string id, claim, note;
  State state = State::not_checked;
  std::vector<std::string> checks;  ///< in words, with the numbers
  bool known = false;               ///< that it fails, with a hypothesis why
};

/// A published table of buffers beside the simulated one; MB, best and worst run.
struct StreamTable {
  std::string figure, drive, source;
  double capacity = 0;  ///< bytes
  struct Row {
    double threshold = 0;
    std::vector<double> published, simulated;
  };
  std::vector<Row> rows;
};

struct FamilyResult {
  Family family;
  std::vector<Comparison> comparisons;
  std::vector<OrderingResult> orderings;
  std::vector<StreamTable> streams;
  std::vector<Constant> constants;
  std::vector<Remark> not_checked;     ///< figures; orderings are among the orderings
  std::vector<std::string> uncovered;  ///< published, and nowhere in the files
};

FamilyResult compare(const Catalog& catalog, const Plan& plan, const Family& family, const Results& results);

/// Comparisons of one family, as they come from its spec tables, points, streams and lives.
std::vector<Comparison> comparisons_of(const Catalog& catalog, const Plan& plan, const Family& family,
                                       const Results& results, std::vector<StreamTable>& streams);
/// What is left and right of a check, by results by experiment; nothing where it was not measured.
struct Sides {
  std::optional<double> left, right;
};
Sides sides_of(const Check& check, const Results& results);
std::vector<OrderingResult> orderings_of(const Plan& plan, const Family& family, const Results& results);
/// Of its drives and of the hosts that its tests use.
std::vector<Constant> constants_of(const Catalog& catalog, const Family& family);
/// Host presets that the family's tests use.
std::vector<std::string> hosts_of(const Catalog& catalog, const Family& family);

}  // namespace rainier::tool
