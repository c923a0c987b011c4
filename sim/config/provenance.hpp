#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rainier::config {

/// Where a value comes from.
enum class Source : std::uint8_t {
  built_in,      ///< "default": the struct's own default; no file says anything
  unstated,      ///< a file gives a plain value without a source
  data_sheet,    ///< "data-sheet"
  review,        ///< measured or printed by a reviewer
  driver,        ///< read from a driver's source
  literature,    ///< printed in an interface standard or a paper
  inferred,      ///< follows from other facts; the note says how
  computed,      ///< by the stated formula from printed values
  calibrated,    ///< set so that the figures in `on` come out
  command_line,  ///< "command-line": --set
};

struct Provenance {
  Source source = Source::built_in;
  std::string ref;              ///< which document, page or file
  std::string note;             ///< what a reader must know
  std::string formula;          ///< computed only
  std::vector<std::string> on;  ///< calibrated only: ids of the published figures

  bool operator==(const Provenance&) const = default;
};

std::string_view source_name(Source source);
std::optional<Source> source_named(std::string_view name);
/// All names a file may use, in the order of the enumeration.
const std::vector<std::string>& source_names();

}  // namespace rainier::config
