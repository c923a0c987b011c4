#include "tools/rainier/trace/info.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "models/host/report/atomic_file.hpp"
#include "models/host/report/fio_json.hpp"
#include "models/host/report/scratch_folder.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"
#include "tools/rainier/trace/info_report.hpp"
#include "tools/rainier/trace/script.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {

int trace_info(const InfoCommand& command) {
  check_writable(command.json);
  check_writable(command.picture);
  const auto reader = trace::open_trace(read_options(command.trace));
  Progress progress(!command.quiet);
  trace::Profile profile;
  std::array<trace::Record, 256> batch;
  catch_interrupts();
  while (const std::size_t count = reader->next(batch)) {
    for (std::size_t i = 0; i < count; ++i) profile.add(batch[i]);
    if (interrupted()) break;
    if (progress.due())
      progress.show(
          fmt::format("{} requests", grouped(static_cast<double>(profile.amounts().all_requests()))));
  }
  progress.clear();
  const std::string json = host::json_text(info_json(*reader, profile));
  if (command.json != "-" && !command.quiet) print(info_text(*reader, profile));
  if (!command.json.empty()) write_output(command.json, json);
  if (!command.picture.empty()) {
    const host::ScratchFolder folder;
    const std::string data = (folder / "data.json").string();
    host::write_file(data, json);
    draw("trace.py", {data, command.picture});
  }
  return interrupted() ? 130 : 0;
}

int trace_formats() {
  std::vector<std::vector<std::string>> lines;
  for (const trace::FormatDescription& format : trace::formats())
    lines.push_back({format.name, format.title, format.columns});
  print(aligned(lines, "<<<"));
  return 0;
}

}  // namespace rainier::tool
