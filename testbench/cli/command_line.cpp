// SPDX-License-Identifier: Apache-2.0
#include "testbench/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <type_traits>

#include "testbench/cli/command_words.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/progress.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/request/options.hpp"

namespace testbench {
namespace {

// Adds an option of the table. Its value is kept as typed.
template <class Field>
void add(CLI::App& command, const std::string& name, Field& field) {
  const Option& option = option_of(name, command.get_name());
  const std::string& help = help_of(option, command.get_name());
  if constexpr (std::is_same_v<Field, bool>) {
    command.add_flag(name, field, help);
  } else {
    using Value = std::conditional_t<std::is_same_v<Field, std::optional<Number>>, Number, Field>;
    CLI::Option* const added = command.add_option_function<std::string>(
        name, [&field](const std::string& text) { field = Value(text); }, help);
    added->type_name(option.type);
    if (!option.shown.empty()) added->default_str(option.shown);
  }
}

void add_engine(CLI::App& command, EngineRequest& engine) {
  add(command, "--engine", engine.name);
  add(command, "--payload-bits", engine.payload_bits);
  add(command, "--pipelined", engine.pipelined);
  add(command, "--combine-stages", engine.combine_stages);
  add(command, "--threads", engine.threads);
  add(command, "--lockstep", engine.lockstep);
}

void add_service(CLI::App& command, ServiceRequest& service) {
  add(command, "--dim", service.dim);
  add(command, "--prefix", service.prefix);
  add(command, "--count-wires", service.count_wires);
  add(command, "--overlap", service.overlap);
  add(command, "--stall", service.stall);
  add(command, "--queue-depth", service.queue_depth);
  add(command, "--seed", service.seed);
  add(command, "--engine", service.engine.name);
  add(command, "--payload-bits", service.engine.payload_bits);
  add(command, "--lockstep", service.engine.lockstep);
}

void add_pmnb(CLI::App& app, PmnbArguments& arguments) {
  CLI::App& pmnb = *app.add_subcommand(
      "pmnb",
      "Partial multinode broadcast: any M nodes have a packet for all; phases and cycles beside what is proved");
  add(pmnb, "--algorithm", arguments.service.scheme);
  add(pmnb, "--active", arguments.active.count);
  add(pmnb, "--active-nodes", arguments.active.nodes);
  add(pmnb, "--active-share", arguments.active.share);
  add_service(pmnb, arguments.service);
  add(pmnb, "--trace", arguments.trace);
  add(pmnb, "--json", arguments.json);
}

void add_dynamic(CLI::App& app, DynamicArguments& arguments) {
  CLI::App& dynamic = *app.add_subcommand(
      "dynamic", "Broadcast requests that arrive at random and for ever: delay, throughput and stability by load");
  add(dynamic, "--load", arguments.load);
  add(dynamic, "--step", arguments.step);
  add(dynamic, "--scheme", arguments.service.scheme);
  add(dynamic, "--limit", arguments.limit);
  add(dynamic, "--arrivals", arguments.arrivals);
  add(dynamic, "--burst", arguments.burst);
  add(dynamic, "--hot-share", arguments.hot_share);
  add(dynamic, "--hot-nodes", arguments.hot_nodes);
  add(dynamic, "--precision", arguments.precision);
  add(dynamic, "--cycles", arguments.cycles);
  add_service(dynamic, arguments.service);
  add(dynamic, "--plot", arguments.plot);
  add(dynamic, "--data", arguments.data);
  add(dynamic, "--json", arguments.json);
}

void add_reporting(CLI::App& command, ReportingRequest& reporting) {
  add(command, "--clock", reporting.clock);
  add(command, "--latency", reporting.latency);
  add(command, "--links", reporting.links);
  add(command, "--json", reporting.json);
  add(command, "--csv", reporting.csv);
}

void add_reduction(CLI::App& command, ReductionRequest& reduction) {
  add(command, "--op", reduction.function);
  add(command, "--type", reduction.type);
}

void add_list(CLI::App& app, ListArguments& arguments) {
  CLI::App& list =
      *app.add_subcommand("list", "List collectives and algorithms, their sources and when they are optimal");
  add(list, "--network", arguments.network);
  add(list, "--json", arguments.json);
}

void add_run(CLI::App& app, RunArguments& arguments) {
  CLI::App& run = *app.add_subcommand("run", "Run one collective, check every byte, report the cycles");
  Request& request = arguments.request;
  add(run, "collective", request.collective);
  add(run, "--algorithm", request.algorithm);
  add(run, "--dim", request.dim);
  add(run, "--network", request.network);
  add(run, "--ports", request.ports);
  add(run, "--packets", request.packets);
  add_reduction(run, request.reduction);
  add(run, "--counts", request.counts.file);
  add(run, "--counts-seed", request.counts.seed);
  add(run, "--counts-most", request.counts.most);
  add(run, "--root", request.root);
  add(run, "--payload", arguments.payload);
  add(run, "--output", arguments.output);
  add_engine(run, request.engine);
  add(run, "--rtl-nodes", request.engine.rtl_nodes);
  add(run, "--wave", arguments.wave);
  add(run, "--stall", request.stall);
  add(run, "--queue-depth", request.queue_depth);
  add(run, "--seed", request.seed);
  add(run, "--trace", arguments.trace);
  add_reporting(run, arguments.reporting);
}

void add_measure(CLI::App& app, MeasureArguments& arguments) {
  CLI::App& measure = *app.add_subcommand("measure", "Run every collective and algorithm and print the table");
  Request& request = arguments.request;
  add(measure, "--dims", arguments.dims);
  add(measure, "--network", request.network);
  add(measure, "--packets", arguments.packets);
  add(measure, "--step", arguments.step);
  add(measure, "--factor", arguments.factor);
  add(measure, "--root", request.root);
  add(measure, "--collective", request.collective);
  add(measure, "--algorithm", request.algorithm);
  add(measure, "--ports", request.ports);
  add_reduction(measure, request.reduction);
  add_engine(measure, request.engine);
  add(measure, "--stall", request.stall);
  add(measure, "--seed", request.seed);
  add(measure, "--seeds", arguments.seeds);
  add(measure, "--results", arguments.results);
  add_reporting(measure, arguments.reporting);
}

void add_deadlock(CLI::App& app, DeadlockArguments& arguments) {
  CLI::App& deadlock = *app.add_subcommand(
      "deadlock", "Prove for every rule and algorithm that links cannot wait for one another for ever");
  Request& request = arguments.request;
  add(deadlock, "--dims", arguments.dims);
  add(deadlock, "--network", request.network);
  add(deadlock, "--packets", arguments.packets);
  add(deadlock, "--root", request.root);
  add(deadlock, "--collective", request.collective);
  add(deadlock, "--algorithm", request.algorithm);
  add(deadlock, "--ports", request.ports);
  add(deadlock, "--scheme", arguments.scheme);
  add(deadlock, "--queue-depth", request.queue_depth);
  add(deadlock, "--pipelined", request.engine.pipelined);
  add(deadlock, "--combine-stages", request.engine.combine_stages);
  add(deadlock, "--proof", arguments.shows_proof);
  add(deadlock, "--json", arguments.json);
}

void add_board(CLI::App& app, BoardArguments& arguments) {
  CLI::App& board =
      *app.add_subcommand("board", "Run every collective that combines nothing on the cube on a board, and check it");
  Request& request = arguments.request;
  add(board, "--port", arguments.port);
  add(board, "--baud", arguments.baud);
  add(board, "--packets", arguments.packets);
  add(board, "--root", request.root);
  add(board, "--collective", request.collective);
  add(board, "--algorithm", request.algorithm);
  add(board, "--ports", request.ports);
  add(board, "--seed", request.seed);
  add(board, "--payload", arguments.payload);
  add(board, "--output", arguments.output);
  add(board, "--json", arguments.json);
}

void add_rtl(CLI::App& app, RtlArguments& arguments) {
  CLI::App& rtl = *app.add_subcommand("rtl", "Write the SystemVerilog of a node of any configuration");
  add_configuration(rtl, arguments.configuration);
  add(rtl, "--pipelined", arguments.pipelined);
  add(rtl, "--output", arguments.output);
}

void add_configuration_command(CLI::App& app, ConfigurationCommandArguments& arguments) {
  CLI::App& command =
      *app.add_subcommand("configuration", "Tell the name of a node's configuration, or what the name says");
  add_configuration(command, arguments.configuration);
  add(command, "--json", arguments.json);
  add(command, "--source", arguments.source);
  add(command, "--board", arguments.board);
  add(command, "--table", arguments.table);
}

void add_models(CLI::App& app, ModelsArguments& arguments) {
  CLI::App& models = *app.add_subcommand("models", "List the compiled models, build them in advance, remove them");
  models
      .add_option(
          "names", arguments.names,
          "Of --build: configurations, by name or JSON file, or names of the list; of --remove: names of the list")
      ->type_name("NAME...");
  add(models, "--build", arguments.build);
  add(models, "--remove", arguments.remove);
  add(models, "--all", arguments.all);
  add(models, "--limit", arguments.limit);
  add(models, "--json", arguments.json);
}

void add_network(CLI::App& app, NetworkArguments& arguments) {
  CLI::App& network = *app.add_subcommand("network", "Tell a network's size, distances and links");
  add(network, "spec", arguments.spec);
  add(network, "--links", arguments.links);
  add(network, "--json", arguments.json);
}

constexpr const char* kIntroduction =
    "Cubecast runs collective communication on a hypercube of cycle-accurate routers:\n"
    "it moves real bytes, checks every one of them, and reports clock cycles beside the proven lower bound.\n\n"
    "  cubecast list                                  what there is\n"
    "  cubecast run alltoall --dim 6                  one run\n"
    "  cubecast run broadcast --dim 5 --payload FILE --output DIR\n"
    "  cubecast measure --dims 2..8                   the whole table\n"
    "  cubecast pmnb --dim 8 --active 64              partial multinode broadcasts\n"
    "  cubecast dynamic --dim 5 --load 0.1..0.9       broadcast requests at random times, for ever\n"
    "  cubecast deadlock --dims 2..6                  proofs that links do not wait in cycles\n"
    "  cubecast network torus:4x6                     nodes, diameter, status of a network\n"
    "  cubecast rtl node_d3_w32_all --output DIR      the hardware\n"
    "  cubecast models                                what has been compiled for RTL and other runs\n"
    "  cubecast board --port /dev/ttyUSB1             what combines nothing, on a cube on an FPGA\n\n"
    "Numbers are decimal, without leading zeros or a plus sign: 12, and fractions like 0.25 or 25e-2.\n";

}  // namespace

int run_command_line(const std::vector<std::string>& words) {
  CLI::App app(kIntroduction, "cubecast");
  app.set_version_flag("--version", fmt::format("cubecast {}", kVersion), "Print the version and exit");
  // Help and mistakes name the first that would be typed.
  RtlArguments rtl;
  RunArguments run;
  MeasureArguments measure;
  DeadlockArguments deadlock;
  BoardArguments board;
  NetworkArguments network;
  ListArguments list;
  PmnbArguments pmnb;
  DynamicArguments dynamic;
  ConfigurationCommandArguments configuration;
  ModelsArguments models;
  add_rtl(app, rtl);
  add_list(app, list);
  add_run(app, run);
  add_measure(app, measure);
  add_deadlock(app, deadlock);
  add_pmnb(app, pmnb);
  add_dynamic(app, dynamic);
  add_board(app, board);
  add_network(app, network);
  add_configuration_command(app, configuration);
  add_models(app, models);

  show_builds();
  check_words(app, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> commands = app.get_subcommands();
    say(commands.empty() ? app.help() : commands.front()->help(app.get_name()));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    say(std::string(version.what()) + '\n');
    return 0;
  }
  if (run.wave) run.request.engine.wave = run.wave->string();
  if (app.got_subcommand("run")) return run_command(run);
  if (app.got_subcommand("measure")) return measure_command(measure);
  if (app.got_subcommand("pmnb")) return pmnb_command(pmnb);
  if (app.got_subcommand("dynamic")) return dynamic_command(dynamic);
  if (app.got_subcommand("deadlock")) return deadlock_command(deadlock);
  if (app.got_subcommand("board")) return board_command(board);
  if (app.got_subcommand("network")) return network_command(network);
  if (app.got_subcommand("rtl")) return rtl_command(rtl);
  if (app.got_subcommand("configuration")) return configuration_command(configuration);
  if (app.got_subcommand("models")) return models_command(models);
  return list_command(list);
}

}  // namespace testbench
