#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

namespace rainier::tool {

/// The rules of the Trace Event Format, as far as the kinds of events here go, and of ui.perfetto.dev's
/// reader: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU and
/// https://perfetto.dev/docs/getting-started/other-formats#chrome-json-format
class TraceEventRules {
 public:
  using Json = nlohmann::json;
  using Track = std::pair<int, int>;
  struct Slice {
    double begin, end;
    std::string name;
  };

  explicit TraceEventRules(const Json& file) {
    if (file.is_object() && file.contains("traceEvents") && file["traceEvents"].is_array())
      check(file);
    else
      fault("no object with an array traceEvents");
  }

  const std::vector<std::string>& faults() const { return faults_; }
  const std::map<Track, std::vector<Slice>>& slices() const { return slices_; }
  /// By "group: name".
  const std::map<std::string, std::vector<double>>& counters() const { return counters_; }
  std::size_t arrows() const { return tied_; }  ///< from a slice to another
  const std::map<int, std::string>& groups() const { return groups_; }
  const std::set<std::string>& spans() const { return spans_; }

 private:
  void fault(const std::string& text) { faults_.push_back(text); }

  void check(const Json& file) {
    if (file.contains("displayTimeUnit") && file["displayTimeUnit"] != "ns" &&
        file["displayTimeUnit"] != "ms")
      fault("displayTimeUnit is ns or ms");
    for (const Json& event : file["traceEvents"]) take(event);
    for (auto& [track, slices] : slices_) check_nesting(track, slices);
    check_arrows();
    for (const auto& [id, open] : open_)
      if (open != 0) fault("a span has no end: " + std::get<1>(id));
    for (const auto& [track, slices] : slices_)
      if (!groups_.contains(track.first) || !tracks_.contains(track)) fault("a track without a name");
  }

  void take(const Json& e) {
    for (const char* key : {"ph", "name"})
      if (!e.contains(key) || !e[key].is_string())
        return fault(std::string("an event without a text ") + key);
    for (const char* key : {"pid", "tid"})
      if (!e.contains(key) || !e[key].is_number_unsigned())
        return fault(std::string("an event without a number ") + key);
    if (!e.contains("ts") || !e["ts"].is_number() || e["ts"] < 0.0) return fault("an event without a time");
    const std::string kind = e["ph"], name = e["name"];
    const Track track{e["pid"], e["tid"]};
    const double at = e["ts"];
    if (kind == "M") return metadata(e, name, track);
    if (kind == "X") {
      if (!e.contains("dur") || !e["dur"].is_number() || e["dur"] < 0.0) return fault("a slice without dur");
      return slices_[track].push_back({at, at + e["dur"].get<double>(), name});
    }
    if (kind == "C") {
      if (!e.contains("args") || e["args"].size() != 1 || !e["args"].begin()->is_number())
        return fault("a counter without its number: " + name);
      return counters_[groups_[track.first] + ": " + name].push_back(*e["args"].begin());
    }
    if (!e.contains("id") || !e.contains("cat"))
      return fault("an event of kind " + kind + " needs id and cat");
    const Id id{e["cat"], e["id"].dump() + " of " + std::to_string(track.first)};
    if (kind == "b" || kind == "e") {
      spans_.insert(name);
      open_[id] += kind == "b" ? 1 : -1;
      if (open_[id] < 0 || open_[id] > 1) fault("a span that ends before it begins, or twice: " + name);
      return;
    }
    if (kind != "s" && kind != "t" && kind != "f") return fault("an event of unknown kind " + kind);
    arrows_.push_back({kind, e["cat"].get<std::string>() + e["id"].dump(), track, at, slices_[track].size()});
    if (kind == "f" && e.value("bp", "") != "e")
      fault("an arrow's end that is not bound to what encloses it");
  }

  void metadata(const Json& e, const std::string& name, Track track) {
    const char* key = name.ends_with("sort_index") ? "sort_index" : "name";
    if (!e.contains("args") || !e["args"].contains(key)) return fault("metadata without " + std::string(key));
    if (name == "process_name") groups_[track.first] = e["args"]["name"];
    if (name == "thread_name") tracks_.insert(track);
  }

  /// Of two slices of a track one lies within the other, or they lie apart.
  void check_nesting(Track track, std::vector<Slice> slices) {
    constexpr double rounding = 1e-6;  // a picosecond
    std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<double> open;
    for (const Slice& slice : slices) {
      while (!open.empty() && open.back() <= slice.begin + rounding) open.pop_back();
      if (!open.empty() && slice.end > open.back() + rounding)
        fault(slice.name + " overlaps another slice of track " + groups_[track.first] + " " +
              std::to_string(track.second));
      open.push_back(slice.end);
    }
  }

  /// Each begins once, within a slice that the reader has seen, and so does each end.
  void check_arrows() {
    std::map<std::string, double> begins;
    for (const Arrow& a : arrows_) {
      if (a.kind == "s" && !begins.emplace(a.id, a.at).second) fault("an arrow that begins twice: " + a.id);
      const std::vector<Slice>& slices = slices_[a.track];
      const bool bound =
          std::any_of(slices.begin(), slices.begin() + static_cast<std::ptrdiff_t>(a.slices_before),
                      [&](const Slice& s) { return s.begin <= a.at && a.at <= s.end; });
      if (!bound) fault("an arrow that no slice binds: " + a.id);
    }
    for (const Arrow& a : arrows_) {
      if (a.kind != "f") continue;
      const auto begin = begins.find(a.id);
      if (begin == begins.end()) continue;  // its command had not ended when the window did
      ++tied_;
      if (begin->second > a.at) fault("an arrow that goes back in time: " + a.id);
    }
  }

  using Id = std::pair<std::string, std::string>;
  struct Arrow {
    std::string kind, id;
    Track track;
    double at;
    std::size_t slices_before;  ///< of its track, in the file
  };
  std::vector<std::string> faults_;
  std::map<Track, std::vector<Slice>> slices_;
  std::map<std::string, std::vector<double>> counters_;
  std::map<int, std::string> groups_;
  std::set<Track> tracks_;
  std::set<std::string> spans_;
  std::map<Id, int> open_;
  std::vector<Arrow> arrows_;
  std::size_t tied_ = 0;
};

}  // namespace rainier::tool
