#include "models/host/fio/ini.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{4} << 20;  ///< of a job file; /dev/zero has no end

std::string_view without_comment(std::string_view line) {
  return trim(line.substr(0, line.find_first_of(";#")));
}

/// The file of an `include FILE` line.
std::optional<std::string_view> included_file(std::string_view line) {
  constexpr std::string_view word = "include";
  if (!line.starts_with(word) || line.size() == word.size()) return {};
  const char after = line[word.size()];
  if (after != ' ' && after != '\t' && after != '=') return {};
  return trim(line.substr(word.size() + 1));
}

class Reader {
 public:
  explicit Reader(const Environment& environment) : environment_(environment) {}

  void read(std::string_view text, const fs::path& file) {
    open_.push_back(file);
    std::uint32_t number = 0;
    for (const std::string_view raw : split(text, '\n')) {
      ++number;
      const std::string_view line = without_comment(raw);
      if (!line.empty()) take(line, {file.string(), number});
    }
    open_.pop_back();
  }

  std::vector<Section> sections() && { return std::move(sections_); }

 private:
  void take(std::string_view line, const Origin& origin) {
    if (line.front() == '[') return begin_section(line, origin);
    if (sections_.empty()) {
      throw JobError(origin, "", "\"" + std::string(line) + "\" stands before the first [section]");
    }
    if (const auto name = included_file(line)) return include(*name, origin);
    sections_.back().settings.push_back(read_setting(line, origin, environment_));
  }

  void begin_section(std::string_view line, const Origin& origin) {
    if (open_.size() > 1) throw JobError(origin, "", "an included file may not have sections");
    if (line.back() != ']') throw JobError(origin, "", "expected [name], not \"" + std::string(line) + "\"");
    const std::string name(trim(line.substr(1, line.size() - 2)));
    if (name.empty()) throw JobError(origin, "", "a section needs a name between [ and ]");
    sections_.push_back({origin, name, name.starts_with("global"), {}});
  }

  void include(std::string_view name, const Origin& origin) {
    if (name.empty()) throw JobError(origin, "include", "expected a file name");
    const fs::path file =
        (open_.back().parent_path() / fs::path(expand(name, environment_))).lexically_normal();
    for (const fs::path& open : open_) {
      if (open.lexically_normal() == file)
        throw JobError(origin, "include", "\"" + file.string() + "\" includes itself");
    }
    read(read_text(file, origin), file);
  }

  const Environment& environment_;
  std::vector<fs::path> open_;
  std::vector<Section> sections_;
};

}  // namespace

std::vector<Section> read_ini(std::string_view text, const fs::path& file, const Environment& environment) {
  Reader reader(environment);
  reader.read(text, file);
  return std::move(reader).sections();
}

Setting read_setting(std::string_view text, const Origin& origin, const Environment& environment) {
  if (text.starts_with("--")) text.remove_prefix(2);
  const auto equals = text.find('=');
  const std::string key(trim(text.substr(0, equals)));
  if (key.empty())
    throw JobError(origin, "", "expected an option's name before \"" + std::string(text) + "\"");
  Setting setting{origin, key, {}};
  if (equals != std::string_view::npos) setting.value = expand(trim(text.substr(equals + 1)), environment);
  return setting;
}

std::string read_text(const fs::path& file, const Origin& wanted_by) {
  std::ifstream stream(file, std::ios::binary);
  std::error_code ignored;
  if (!stream || fs::is_directory(file, ignored)) {
    const std::string reason = fs::is_directory(file, ignored) ? "is a directory" : std::strerror(errno);
    throw JobError(wanted_by, "", "can't read \"" + file.string() + "\": " + reason);
  }
  std::string text(most_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most_bytes)
    throw JobError(wanted_by, "", "\"" + file.string() + "\" is larger than 4 MiB");
  return text;
}

}  // namespace rainier::fio
