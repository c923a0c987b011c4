#include "models/host/fio/job_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/ini.hpp"
#include "models/host/fio/option.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::fio {

namespace {

class Parser {
 public:
  JobFile parse(const std::vector<Section>& sections) {
    for (const Section& section : sections) {
      if (section.global) {
        read(section, defaults_, result_.global_options);
      } else {
        add_job(section);
      }
    }
    return std::move(result_);
  }

 private:
  using Written = std::vector<std::pair<std::string, std::string>>;

  void add_job(const Section& section) {
    Draft draft = defaults_;
    draft.job.name = section.name;
    draft.job.origin = section.origin;
    draft.job.index = static_cast<std::uint32_t>(result_.jobs.size());
    read(section, draft, draft.job.options);
    result_.jobs.push_back(finish(std::move(draft)));
  }

  void read(const Section& section, Draft& draft, Written& written) {
    // fio reads kb_base first, wherever it stands in the section.
    const auto is_base = [](const Setting& setting) { return setting.key == "kb_base"; };
    for (const Setting& setting : section.settings) {
      if (is_base(setting)) take(setting, draft, written);
    }
    for (const Setting& setting : section.settings) {
      if (!is_base(setting)) take(setting, draft, written);
    }
  }

  void take(const Setting& setting, Draft& draft, Written& written) {
    const Option* option = find_option(setting.key);
    if (option == nullptr) return pass_over(setting, written);
    try {
      option->apply(draft, value_of(setting, option->form));
    } catch (const ValueError& error) {
      throw JobError(setting.origin, setting.key, error.what());
    }
    draft.written[std::string(option->name)] = setting.origin;
    note(written, std::string(option->name), setting.value.value_or(""));
  }

  static std::string value_of(const Setting& setting, Form form) {
    if (form == Form::text) return setting.value.value_or("");
    if (form == Form::flag && !setting.value) return "1";
    if (!setting.value || setting.value->empty()) throw ValueError("expected a value after =");
    return *setting.value;
  }

  /// An option that no table of ours knows.
  void pass_over(const Setting& setting, Written& written) {
    const std::string value = setting.value.value_or("1");
    switch (foreign(setting.key, value)) {
      case Foreign::ignored:
        if (std::find(result_.ignored.begin(), result_.ignored.end(), setting.key) == result_.ignored.end()) {
          result_.ignored.push_back(setting.key);
        }
        return note(written, setting.key, setting.value.value_or(""));
      case Foreign::neutral:
        return note(written, setting.key, setting.value.value_or(""));
      case Foreign::refused:
        throw JobError(setting.origin, setting.key,
                       fmt::format("fio option {} is not simulated", setting.key));
      case Foreign::no:
        break;
    }
    throw JobError(setting.origin, setting.key,
                   "expected an option of a fio job" +
                       config::did_you_mean(config::nearest(setting.key, known_names())));
  }

  static void note(Written& written, const std::string& key, const std::string& value) {
    const auto same = [&](const auto& entry) { return entry.first == key; };
    const auto at = std::find_if(written.begin(), written.end(), same);
    if (at == written.end()) {
      written.emplace_back(key, value);
    } else {
      at->second = value;
    }
  }

  Draft defaults_;
  JobFile result_;
};

}  // namespace

JobFile parse_job_text(std::string_view text, const std::filesystem::path& name,
                       const Environment& environment) {
  JobFile result = Parser().parse(read_ini(text, name, environment));
  if (result.jobs.empty()) throw JobError({name.string(), 0}, "", "expected at least one [job] section");
  return result;
}

JobFile parse_job_file(const std::filesystem::path& file, const Environment& environment) {
  return parse_job_text(read_text(file, {}), file, environment);
}

JobFile parse_options(const std::vector<std::string>& options, const Environment& environment) {
  const Origin origin{"command line", 0};
  std::vector<Section> sections{{origin, "rainier", false, {}}};
  for (const std::string& option : options) {
    Setting setting = read_setting(option, origin, environment);
    if (setting.key == "name") {
      const std::string name = setting.value.value_or("");
      sections.front().global = true;  // as in fio, what stands before the first name is for all jobs
      sections.push_back({origin, name, name.starts_with("global"), {}});
    }
    sections.back().settings.push_back(std::move(setting));
  }
  JobFile result = Parser().parse(sections);
  if (result.jobs.empty()) throw JobError(origin, "name", "expected a job beside global");
  return result;
}

}  // namespace rainier::fio
