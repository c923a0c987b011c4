#pragma once

#include <CLI/CLI.hpp>

#include "tools/rainier/import/mqsim.hpp"
#include "tools/rainier/trace/convert.hpp"
#include "tools/rainier/trace/info.hpp"
#include "tools/rainier/trace/options.hpp"
#include "tools/rainier/trace/script.hpp"

namespace rainier::tool {

/// How a trace is read, selected, ordered and spread.
void add_trace_options(CLI::App* command, TraceOptions& options);
/// The commands below `trace`: what they were given, and which of them is to act.
struct TraceCommands {
  InfoCommand info;
  ConvertCommand convert;
  int (*act)(const TraceCommands&) = nullptr;
};
/// Pictures of results.
void add_plot(CLI::App* command, PlotCommand& options);
/// What comes from other simulators.
void add_import(CLI::App* command, MqsimImport& options);
CLI::App* add_trace(CLI::App* command, TraceCommands& commands);
/// What `replay` has more than `run`.
void add_replay_options(CLI::App* command, ReplayCommand& options);

}  // namespace rainier::tool
