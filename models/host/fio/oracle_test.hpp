#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/fio/io.hpp"

namespace rainier::fio {

/// The real fio, where it is installed: what it makes of the same options. In a folder of its own.
class Oracle {
 public:
  Oracle() : folder_(make_folder()) {}
  ~Oracle() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  static bool installed() { return std::filesystem::exists("/usr/bin/fio"); }

  bool accepts(const std::filesystem::path& file) const {
    return run("--parse-only --filename=/dev/null " + file.string()).status == 0;
  }
  bool accepts_text(std::string_view text) const { return accepts(write("t.fio", text)); }

  /// The last number that fio's parser prints for each of these jobs, as text.
  std::vector<std::string> numbers(const std::vector<std::string>& jobs) const {
    std::string file;
    for (const std::string& job : jobs) file += "[j]\n" + job + "\n";
    std::vector<std::string> found;
    std::istringstream lines(run("--parse-only --debug=parse " + write("t.fio", file).string()).output);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("Parsing section [") != std::string::npos) found.emplace_back();
      const auto at = line.find("out=");
      if (at != std::string::npos && !found.empty()) found.back() = line.substr(at + 4);
    }
    return found;
  }

  /// The names of all options of a job, each cut to 24 characters as fio prints them.
  std::vector<std::string> option_names() const {
    std::vector<std::string> names;
    std::istringstream lines(run("--cmdhelp=all").output);
    for (std::string line, name; std::getline(lines, line);) {
      if (std::istringstream(line.substr(0, 24)) >> name) names.push_back(name);
    }
    return names;
  }

  /// The requests of one job, with its null engine on a device of 1 GiB.
  std::vector<Io> requests(const std::string& options) const {
    const auto log = folder_ / "log";
    std::filesystem::remove(log);
    run("--name=j --ioengine=null --filename=/dev/null --filesize=1g --write_iolog=" + log.string() + " " +
        options);
    std::ifstream stream(log);
    std::vector<Io> list;
    for (std::string line; std::getline(stream, line);) {
      std::istringstream words(line);
      std::string time, file, action;
      Io io;
      if (!(words >> time >> file >> action >> io.offset >> io.length)) continue;
      io.op = action == "read" ? Op::read : action == "write" ? Op::write : Op::trim;
      list.push_back(io);
    }
    return list;
  }

 private:
  struct Run {
    int status;
    std::string output;
  };

  static std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "rainier-fio-XXXXXX").string();
    return ::mkdtemp(name.data()) == nullptr ? std::filesystem::temp_directory_path()
                                             : std::filesystem::path(name);
  }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  Run run(const std::string& arguments) const {
    const std::string command =
        "cd " + folder_.string() + " && /usr/bin/fio " + arguments + " 2>&1 </dev/null";
    Run result{-1, ""};
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    char buffer[4096];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
      result.output.append(buffer, n);
    result.status = ::pclose(pipe);
    return result;
  }

  std::filesystem::path folder_;
};

}  // namespace rainier::fio
