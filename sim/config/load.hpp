#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/describe.hpp"
#include "sim/config/error.hpp"
#include "sim/config/leaf.hpp"

/// Reads a described struct from strict YAML. All errors are config::Error, one clear line each.
///
/// A file is a map of the described names. `base: name` at its top puts it on top of another file of the same
/// folder (or of a relative path), key by key; lists are replaced as a whole. A value may carry its
/// provenance:
///     tR: 25us
///     tR: {value: 25us, source: data-sheet, ref: "mt29f128g08", note: "maximum"}
///     spare: {value: 244/1024, source: computed, formula: "(raw - user) / raw"}
///     frontier: {value: 4, source: calibrated, on: [p320h_700.rand_write]}
namespace rainier::config {

struct Options {
  /// Where from_folder() groups look. None: the folder above that of the file, as in configs/drives/x.yaml.
  std::vector<std::filesystem::path> roots;
  /// What follows each `--set`: `ftl.gc.victim=fifo`, applied in this order after all files.
  std::vector<std::string> overrides;
  /// Whether the rules over several parameters are checked too.
  bool rules = true;
};

template <class P>
struct Loaded {
  P params;
  std::vector<Leaf> leaves;
};

/// The parts of loading that know no C++ type; the schema's structs are filled.
void load_file(Schema& schema, const std::filesystem::path& file, const Options& options);
void load_text(Schema& schema, std::string_view text, const std::string& file, const Options& options);
void load_nothing(Schema& schema, const Options& options);  ///< defaults and overrides

namespace detail {
template <class P, class Fill>
Loaded<P> loaded(P defaults, Fill fill) {
  Loaded<P> out{std::move(defaults), {}};
  Schema schema;
  describe(schema, out.params);
  fill(schema);
  out.leaves = leaves_of(schema);
  return out;
}
}  // namespace detail

template <class P>
Loaded<P> load(const std::filesystem::path& file, const Options& options = {}, P defaults = {}) {
  return detail::loaded<P>(std::move(defaults), [&](Schema& s) { load_file(s, file, options); });
}

/// `file` is only the name in messages and the place that `base` is relative to.
template <class P>
Loaded<P> load_from_text(std::string_view text, const std::string& file, const Options& options = {},
                         P defaults = {}) {
  return detail::loaded<P>(std::move(defaults), [&](Schema& s) { load_text(s, text, file, options); });
}

template <class P>
Loaded<P> load_defaults(const Options& options = {}, P defaults = {}) {
  return detail::loaded<P>(std::move(defaults), [&](Schema& s) { load_nothing(s, options); });
}

/// 64 bits that change when any value does, and with nothing else: not with order, provenance or files.
std::uint64_t fingerprint(const std::vector<Leaf>& leaves);

}  // namespace rainier::config
