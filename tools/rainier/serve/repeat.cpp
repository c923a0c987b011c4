#include "tools/rainier/serve/repeat.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <vector>

#include "sim/archive/archive.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/serve/arrival_log.hpp"
#include "tools/rainier/serve/life_file.hpp"
#include "tools/rainier/serve/live_setup.hpp"
#include "tools/rainier/serve/nobody.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using namespace live;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;  // a trim of a whole drive

/// A state that nobody keeps.
class Discarded final : public Archive {
 public:
  bool reading() const override { return false; }
  void bytes(void*, std::size_t) override {}
};

/// Puts a log's lines to a drive.
class Repeater {
 public:
  Repeater(const std::string& path, LiveDrive& drive) : path_(path), drive_(drive) {}

  void line(std::uint64_t number, std::string_view text) {
    number_ = number;
    std::array<std::string_view, 5> fields;
    std::size_t count = 0;
    for (std::string_view rest = text; count < fields.size(); ++count) {
      const std::size_t comma = rest.find(',');
      fields[count] = rest.substr(0, comma);
      if (comma == std::string_view::npos) {
        ++count;
        break;
      }
      rest.remove_prefix(comma + 1);
      if (count + 1 == fields.size()) refuse(text);
    }
    if (count != 3 && count != 5) refuse(text);
    const std::uint64_t events = whole(fields[0], text), ps = whole(fields[1], text);
    if (events < drive_.simulation().events() || ps > std::uint64_t(Time::max().ps())) refuse(text);
    const Time at(static_cast<std::int64_t>(ps));
    drive_.repeat(events, at);
    if (drive_.simulation().events() != events || drive_.now() != at)
      throw UsageError(
          fmt::format("{}:{}: the run is another one here: event {} at {} ps, expected event {} at {} ps",
                      path_, number_, drive_.simulation().events(), drive_.now().ps(), events, ps));
    put(fields, count, text);
  }

 private:
  void put(const std::array<std::string_view, 5>& fields, std::size_t count, std::string_view text) {
    const std::string_view what = fields[2];
    for (std::size_t op = 0; op < ops; ++op)
      if (what == op_names[op]) return ask(static_cast<Op>(op), fields, count, text);
    if (count != 3) refuse(text);
    if (what == end_mark) return;
    if (what == reset_mark) return drive_.reset_statistics();
    if (what == rest_mark) return drive_.rest();
    if (what == keep_mark) return keep(text);
    try {
      drive_.act(std::string(what));
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("{}:{}: {}", path_, number_, error.what()));
    }
  }

  void keep(std::string_view text) {
    if (!drive_.at_rest()) refuse(text);
    Discarded nowhere;
    drive_.keep(nowhere);
  }

  void ask(Op op, const std::array<std::string_view, 5>& fields, std::size_t count, std::string_view text) {
    if ((op == Op::flush) != (count == 3)) refuse(text);
    const std::uint64_t offset = count == 3 ? 0 : whole(fields[3], text);
    const std::uint64_t length = count == 3 ? 0 : whole(fields[4], text);
    const bool inside = offset <= drive_.size() && length <= drive_.size() - offset && length < most_bytes;
    if (!inside || offset % 512 != 0 || length % 512 != 0 || (op != Op::flush && length == 0)) refuse(text);
    // Nobody looks at the bytes, so all requests share them.
    const bool carries = op == Op::read || op == Op::write;
    if (carries && length > (64U << 20)) refuse(text);
    if (carries && memory_.size() < length) {
      retired_.push_back(std::move(memory_));  // requests under way still have it
      memory_ = std::vector<std::byte>(length);
    }
    drive_.ask(op, offset, length, carries ? memory_.data() : nullptr, nobody_, 0);
  }

  std::uint64_t whole(std::string_view field, std::string_view text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) refuse(text);
    return value;
  }
  [[noreturn]] void refuse(std::string_view text) const {
    throw UsageError(fmt::format("{}:{}: expected events,picoseconds,what[,offset,length] (got {})", path_,
                                 number_, text.substr(0, 80)));
  }

  const std::string& path_;
  LiveDrive& drive_;
  std::uint64_t number_ = 0;
  Nobody nobody_;
  std::vector<std::byte> memory_;
  std::vector<std::vector<std::byte>> retired_;
};

}  // namespace

bool is_live_log(const std::string& path) {
  std::array<char, log_magic.size()> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  return file.gcount() == static_cast<std::streamsize>(head.size()) &&
         std::string_view(head.data(), head.size()) == log_magic;
}

int repeat(const RepeatOptions& options) {
  std::ifstream file(options.log, std::ios::binary);
  std::string text;
  std::getline(file, text);
  const auto made_from =
      nlohmann::ordered_json::parse(text.substr(std::min(log_magic.size(), text.size())), nullptr, false);
  RunOptions run = options_from(made_from, options.log + ":1");
  run.configs = options.configs;
  run.quiet = options.quiet;
  check_writable(options.json);
  catch_interrupts();
  LiveSetup live = make_live(std::move(run));
  if (!live.drive) return 130;
  live.begins_from = made_from.value(begins_from_key, "");
  const std::string fingerprint = drive_fingerprint(live.setup);
  if (made_from.value("fingerprint", "") != fingerprint)
    throw UsageError(options.log + ":1: the drive " + live.setup.drive_name +
                     " is another one here than the log's: its parameters have changed");
  if (!live.begins_from.empty())
    restore_life((std::filesystem::path(options.log).parent_path() / live.begins_from).string(), live, "");
  Repeater repeater(options.log, *live.drive);
  Progress progress(!options.quiet);
  std::uint64_t number = 1;
  bool cut = false;
  while (!interrupted() && std::getline(file, text)) {
    cut = file.eof();  // the process was ended while it wrote this line
    if (cut) break;
    repeater.line(++number, text);
    if (number % 1000 == 0 && progress.due())
      progress.show(fmt::format("{} requests repeated", grouped(static_cast<double>(number))));
  }
  live.drive->end_requests();
  progress.clear();
  if (!options.json.empty()) write_output(options.json, summary_json(live).dump(2) + "\n");
  if (!options.quiet && options.json != "-") {
    print(summary_text(live));
    if (cut) fmt::print(stderr, "rainier: {}: its last line is cut short and was left out\n", options.log);
  }
  return interrupted() ? 130 : 0;
}

}  // namespace rainier::tool
