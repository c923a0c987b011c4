#include "tools/rainier/command_line/trace.hpp"

namespace rainier::tool {

namespace {

std::string format_names() {
  std::string names;
  for (const trace::FormatDescription& format : trace::formats())
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

auto adder(CLI::App* command) {
  return [command](const char* name, std::string& value, const std::string& what, const char* type) {
    command->add_option(name, value, what)->type_name(type)->capture_default_str();
  };
}

void add_reading(CLI::App* command, TraceOptions& options) {
  const auto add = adder(command);
  command->add_option("trace", options.path, "the trace: plain, gzip, bzip2, xz or zstd; - is standard input")
      ->required()
      ->type_name("FILE");
  add("--format", options.format, "of the trace, told by its first lines if absent: " + format_names(),
      "NAME");
  add("--time-unit", options.time_unit,
      "of a trace of MQSim, which does not say: ps, ns, 100ns, us, ms or s (ns)", "UNIT");
  add("--event", options.event, "that stands for a request of blkparse and blktrace: issue or queue",
      "EVENT");
  add("--bad-lines", options.bad_lines, "that are not of the format: error or skip", "WHAT");
}

void add_stream(CLI::App* command, TraceOptions& options) {
  const auto add = adder(command);
  command->add_option("--volume", options.volumes, "only this volume of several; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add("--merge", options.merge,
      "how several volumes share addresses: overlay (all begin at 0) or stack (one behind the other)", "HOW");
  add("--window", options.window, "requests that are held to put them in order of time", "N");
  add("--late", options.late, "requests that stand more than a window too late: error or clamp", "WHAT");
  add("--spread", options.spread,
      "requests of one step of a coarse clock, such as whole seconds: even, random or none (at its "
      "beginning)",
      "HOW");
}

void add_info(CLI::App* command, InfoCommand& options) {
  add_reading(command, options.trace);
  const auto add = adder(command);
  add("--json", options.json, "writes all of it for programs; - is standard output", "FILE");
  add("--picture", options.picture, "draws it, as .svg, .png or .pdf", "FILE");
  command->add_flag("--quiet", options.quiet, "prints no table and no progress");
}

void add_convert(CLI::App* command, ConvertCommand& options) {
  add_reading(command, options.trace);
  command->add_option("output", options.output, "where to; - is standard output")
      ->required()
      ->type_name("OUTPUT");
  const auto add = adder(command);
  command->add_option("--to", options.to, "csv, iolog (fio's, version 3), mqsim or blktrace")
      ->required()
      ->type_name("NAME");
  add_stream(command, options.trace);
  add("--unaligned", options.unaligned,
      "requests not of whole sectors, for mqsim and blktrace: error, expand or drop", "WHAT");
  add("--empty", options.empty, "requests without length: error, drop or sector (made one)", "WHAT");
  add("--speed", options.speed, "times are divided by it", "FACTOR");
  add("--requests", options.requests, "ends after so many", "N");
  command->add_flag("--quiet", options.quiet, "prints nothing");
}

}  // namespace

void add_trace_options(CLI::App* command, TraceOptions& options) {
  add_reading(command, options);
  add_stream(command, options);
}

CLI::App* add_trace(CLI::App* command, TraceCommands& commands) {
  command->require_subcommand(0, 1);
  const auto act = [&commands](int (*what)(const TraceCommands&)) {
    return [&commands, what] { commands.act = what; };
  };
  CLI::App* const info =
      command->add_subcommand("info", "what is in it: volumes, mix, sizes, gaps, footprint, order");
  add_info(info, commands.info);
  info->callback(act([](const TraceCommands& c) { return trace_info(c.info); }));
  CLI::App* const convert =
      command->add_subcommand("convert", "writes it in another format, in order of time");
  add_convert(convert, commands.convert);
  convert->callback(act([](const TraceCommands& c) { return trace_convert(c.convert); }));
  command->add_subcommand("formats", "the formats that are read, with their columns")
      ->callback(act([](const TraceCommands&) { return trace_formats(); }));
  return command;
}

void add_plot(CLI::App* command, PlotCommand& options) {
  command
      ->add_option("results", options.files,
                   "JSON of runs (also fio's json+), CSV of --series, or [sweep] results.csv of a sweep")
      ->type_name("RESULT");
  command->add_option("--output", options.output, "the picture, .svg, .png or .pdf")
      ->capture_default_str()
      ->type_name("FILE");
}

void add_import(CLI::App* command, MqsimImport& options) {
  command->require_subcommand(0, 1);
  CLI::App* const mqsim = command->add_subcommand("mqsim", "an MQSim device and its workload");
  mqsim->add_option("device", options.device, "MQSim's ssdconfig.xml")
      ->required()
      ->type_name("SSDCONFIG.xml");
  mqsim->add_option("workload", options.workload, "MQSim's workload.xml")
      ->required()
      ->type_name("WORKLOAD.xml");
  mqsim->add_option("--output", options.output, "folder for drives/ and workloads/, to be given to --configs")
      ->capture_default_str()
      ->type_name("DIR");
  mqsim->add_option("--name", options.name, "of the drive; that of the device's file if absent")
      ->type_name("NAME");
  mqsim->add_flag("--quiet", options.quiet, "prints nothing");
}

void add_replay_options(CLI::App* command, ReplayCommand& options) {
  const auto add = adder(command);
  add("--past-end", options.past_end, "addresses beyond the drive: error, wrap or scale", "WHAT");
  add("--unaligned", options.unaligned, "requests not of whole sectors: error, expand or drop", "WHAT");
  add("--empty", options.empty, "requests without length: error, drop or sector (made one)", "WHAT");
  add("--qd", options.qd, "closed loop with so many outstanding; without it the trace's times count", "N");
  add("--outstanding", options.outstanding, "at most, where the trace's times count", "N");
  add("--workers", options.workers, "that share the trace and what is outstanding", "N");
  add("--speed", options.speed, "the trace's times are divided by it", "FACTOR");
  add("--passes", options.passes, "over the trace", "N");
  add("--drive-writes", options.drive_writes, "as many passes as write the drive's capacity so often", "N");
  add("--requests", options.requests, "ends after so many", "N");
  command->add_flag("--explain", options.explain, "says where the time went and what the limit is");
}

}  // namespace rainier::tool
