#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sim/config/access.hpp"
#include "sim/config/range.hpp"

/// All that the author of a component needs in order to describe its parameters. Beside
///     struct ChannelParams { std::uint32_t channels = 32; Time t_command = Time(300'000); ... };
/// stands, in the same namespace,
///     void describe(config::Schema& s, ChannelParams& p) {
///       s.field("channels", p.channels, config::range(1, 256), "number of ONFI channels");
///       s.field("command_time", p.t_command, config::range(0_ns, 1_ms), "time of the command cycles");
///     }
/// From it follow parsing, defaults, checks, documentation, --set and the resolved output (load.hpp). The
/// values the struct has when it is described are the defaults; one that its own range refuses (a capacity of
/// 0) is none, and a file has to set it. Every parameter may also be a std::optional (`null` in YAML is
/// absent) or a std::vector (the range then holds for each element).
namespace rainier::config {

enum class Kind : std::uint8_t {
  integer,
  number,
  boolean,
  text,
  time,
  bytes,
  ratio,
  power,
  energy,
  transfer_rate,
  frequency,
  temperature,
  choice,
};

/// One of the names an enumeration may be written as.
struct Choice {
  std::string name;
  std::int64_t number;
  std::string doc;
};

template <class E>
struct ChoiceOf {
  std::string_view name;
  E value;
  std::string_view doc;
};

/// A group that may be taken from a preset of its own: `nand: {base: mt29f128g08}` or `nand: mt29f128g08` is
/// `nand/mt29f128g08.yaml` under one of the loader's roots, and whatever else the group says goes on top.
/// Naming a preset starts the group afresh: nothing an earlier file set in it is kept.
struct Folder {
  std::string name;
};
inline Folder from_folder(std::string_view name) { return {std::string(name)}; }

class Schema {
 public:
  Schema();
  ~Schema();
  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  /// An integer (digits only), a double (a plain number), a bool (true, false), a string or a Time (`25us`).
  /// Without a range a Time is at least zero, and the others are what their type can hold.
  template <class C>
  void field(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add(name, kind_of<HeldValue<C>>(), access_to(parameter), range, doc, {});
  }
  template <class C>
  void field(std::string_view name, C& parameter, std::string_view doc) {
    if constexpr (std::same_as<HeldValue<C>, Time>) {
      field(name, parameter, at_least(Time()), doc);
    } else {
      field(name, parameter, any(), doc);
    }
  }

  /// An integer number of bytes, written with a unit: `64MiB`, `700GB`, `512B`.
  template <class C>
  void bytes(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_integral(name, Kind::bytes, parameter, range, doc);
  }
  template <class C>
  void bytes(std::string_view name, C& parameter, std::string_view doc) {
    bytes(name, parameter, any(), doc);
  }

  /// A double, written as `0.07`, `7%` or `1/16`; from 0 to 1 unless a range says otherwise.
  template <class C>
  void ratio(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_double(name, Kind::ratio, parameter, range, doc);
  }
  template <class C>
  void ratio(std::string_view name, C& parameter, std::string_view doc) {
    ratio(name, parameter, range(0.0, 1.0), doc);
  }

  /// A double in watts, written as `25W` or `500mW`; at least zero unless a range says otherwise.
  template <class C>
  void watts(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_double(name, Kind::power, parameter, range, doc);
  }
  template <class C>
  void watts(std::string_view name, C& parameter, std::string_view doc) {
    watts(name, parameter, at_least(0.0), doc);
  }

  /// A double in joules, written as `45uJ`, `1.5nJ`; at least zero unless a range says otherwise.
  template <class C>
  void joules(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_double(name, Kind::energy, parameter, range, doc);
  }
  template <class C>
  void joules(std::string_view name, C& parameter, std::string_view doc) {
    joules(name, parameter, at_least(0.0), doc);
  }

  /// A double in degrees Celsius, written as `35C`.
  template <class C>
  void celsius(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_double(name, Kind::temperature, parameter, range, doc);
  }

  /// An integer number of transfers per second, written as `166MT/s`, `5GT/s`; at least one.
  template <class C>
  void transfer_rate(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_integral(name, Kind::transfer_rate, parameter, range, doc);
  }
  template <class C>
  void transfer_rate(std::string_view name, C& parameter, std::string_view doc) {
    transfer_rate(name, parameter, at_least(1), doc);
  }

  /// An integer number of hertz, written as `667MHz`; at least one unless a range says otherwise.
  template <class C>
  void hertz(std::string_view name, C& parameter, const Range& range, std::string_view doc) {
    add_integral(name, Kind::frequency, parameter, range, doc);
  }
  template <class C>
  void hertz(std::string_view name, C& parameter, std::string_view doc) {
    hertz(name, parameter, at_least(1), doc);
  }

  /// An enumeration: `s.choice("victim", p.victim, {{"fifo", Victim::fifo, "the oldest superblock"}, ...},
  /// doc)`.
  template <class C>
  void choice(std::string_view name, C& parameter,
              std::initializer_list<ChoiceOf<std::type_identity_t<HeldValue<C>>>> choices,
              std::string_view doc) {
    static_assert(std::is_enum_v<HeldValue<C>>);
    std::vector<Choice> all;
    for (const auto& c : choices)
      all.push_back({std::string(c.name), static_cast<std::int64_t>(c.value), std::string(c.doc)});
    add(name, Kind::choice, access_to(parameter), any(), doc, std::move(all));
  }

  /// A struct with its own describe(), found in its namespace.
  template <class P>
  void group(std::string_view name, P& params, std::string_view doc) {
    describe(add_group(name, doc, Folder{}, Snapshot{}), params);
  }
  template <class P>
  void group(std::string_view name, P& params, std::string_view doc, const Folder& folder) {
    describe(add_group(name, doc, folder, snapshot_of(params)), params);
  }

  /// A list of structs with their own describe(); the range is that of its length. A file that names the list
  /// replaces the whole of it.
  template <class P>
  void list(std::string_view name, std::vector<P>& items, const Range& length, std::string_view doc) {
    ListAccess access;
    access.items = &items;
    access.size = [](const void* v) { return static_cast<const std::vector<P>*>(v)->size(); };
    access.renew = [](void* v, std::size_t n) { *static_cast<std::vector<P>*>(v) = std::vector<P>(n); };
    access.describe_item = [](Schema& s, void* v, std::size_t i) {
      describe(s, (*static_cast<std::vector<P>*>(v))[i]);
    };
    auto prototype = std::make_shared<P>();
    describe(add_list(name, doc, length, access, prototype), *prototype);
  }
  template <class P>
  void list(std::string_view name, std::vector<P>& items, std::string_view doc) {
    list(name, items, any(), doc);
  }

  /// A rule over several parameters, checked when all is loaded: a function without captures that returns
  /// what is wrong, with the numbers, or an empty string.
  ///     s.check(p, [](const FtlParams& p) -> std::string { ... });
  template <class P, class F>
  void check(const P& params, F) {
    static_assert(std::is_empty_v<F>, "a check has no captures: it is given the parameters");
    add_check(&params, [](const void* p) -> std::string { return F{}(*static_cast<const P*>(p)); });
  }

  /// Parameters and groups described before that do nothing unless the function holds; `when` says so to a
  /// reader. Their values are checked all the same.
  ///     s.only_with({"choices"}, p, "victim: d-choices", [](const GcParams& gc) { ... });
  template <class P, class F>
  void only_with(std::initializer_list<std::string_view> names, const P& params, std::string_view when, F) {
    static_assert(std::is_empty_v<F>, "a condition has no captures: it is given the parameters");
    add_condition(names, &params, when, [](const void* p) -> bool { return F{}(*static_cast<const P*>(p)); });
  }

  struct State;  ///< what the loader works on: entry.hpp
  State& state() { return *state_; }
  const State& state() const { return *state_; }

 private:
  template <class T>
  static constexpr Kind kind_of() {
    static_assert(!std::is_enum_v<T>, "an enumeration is described with choice()");
    if constexpr (std::same_as<T, bool>)
      return Kind::boolean;
    else if constexpr (std::integral<T>)
      return Kind::integer;
    else if constexpr (std::floating_point<T>)
      return Kind::number;
    else if constexpr (std::same_as<T, Time>)
      return Kind::time;
    else {
      static_assert(std::same_as<T, std::string>, "no such kind of parameter");
      return Kind::text;
    }
  }
  template <class C>
  void add_integral(std::string_view name, Kind kind, C& parameter, const Range& range,
                    std::string_view doc) {
    static_assert(std::integral<HeldValue<C>> && !std::same_as<HeldValue<C>, bool>);
    add(name, kind, access_to(parameter), range, doc, {});
  }
  template <class C>
  void add_double(std::string_view name, Kind kind, C& parameter, const Range& range, std::string_view doc) {
    static_assert(std::same_as<HeldValue<C>, double>);
    add(name, kind, access_to(parameter), range, doc, {});
  }

  void add(std::string_view name, Kind kind, const Access& access, const Range& range, std::string_view doc,
           std::vector<Choice> choices);
  Schema& add_group(std::string_view name, std::string_view doc, const Folder& folder, Snapshot snapshot);
  Schema& add_list(std::string_view name, std::string_view doc, const Range& length, const ListAccess& access,
                   std::shared_ptr<void> prototype);
  void add_check(const void* params, std::string (*broken)(const void*));
  void add_condition(std::initializer_list<std::string_view> names, const void* params, std::string_view when,
                     bool (*holds)(const void*));

  std::unique_ptr<State> state_;
};

}  // namespace rainier::config
