#include "testbench/cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "hls/operators/operation.hpp"
#include "testbench/cli/command_words.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/option.hpp"
#include "testbench/cli/progress.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/run/engines.hpp"

namespace testbench {

namespace {

std::string scheme_names(bool partial_alone) {
  std::vector<std::string> names;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (!partial_alone || is_partial(scheme.scheme)) names.emplace_back(scheme.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void add_service(CLI::App& command, ServiceRequest& service) {
  add(command, "--dim", service.dim, "INT", "Dimension d of the cube: 2^d nodes; REQUIRED");
  add(command, "--prefix", service.prefix, "TEXT",
      "How nodes count the active ones: links = in packets, between the others; wires = over wires beside the links; "
      "tree = as links, by the paper's prefix tree",
      "links");
  add(command, "--count-wires", service.count_wires, "INT",
      "Of --prefix wires: how many there are, 1 to d + 1, beside one that says valid; a count takes "
      "ceil((d + 1)/INT) cycles; if left out, d + 1");
  command.add_flag("--overlap", service.overlap,
                   "Of --prefix wires: count while the packets of the period before are under way (pmnb2, pmnb3)");
  add(command, "--stall", service.stall, "FLOAT", "Probability that a node's memory is busy for a port in a cycle",
      "0");
  add(command, "--queue-depth", service.queue_depth, "INT",
      "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill in a partial broadcast",
      "0");
  add(command, "--seed", service.seed, "INT", "Seed of all that is random", "1");
  add(command, "--engine", service.engine.name, "TEXT", fmt::format("Simulator: {}", fmt::join(engine_names(), ", ")),
      "native");
  add(command, "--payload-bits", service.engine.payload_bits, "INT", "Of packets in RTL nodes, 1..64", "64");
  command.add_flag("--lockstep", service.engine.lockstep,
                   "Run RTL and C++ side by side and compare every register of every node in every cycle");
}

}  // namespace

void add_pmnb(CLI::App& app, PmnbArguments& arguments) {
  CLI::App& pmnb = *app.add_subcommand(
      "pmnb",
      "Partial multinode broadcast: any M nodes have a packet for all; phases and cycles beside what is proved");
  add(pmnb, "--algorithm", arguments.service.scheme, "TEXT", scheme_names(true) + "; all of them if left out");
  add(pmnb, "--active", arguments.active.count, "INT", "Active nodes, chosen at random; all nodes if nothing is said");
  add(pmnb, "--active-nodes", arguments.active.nodes, "LIST", "The active nodes: 0,3,5-7 or all");
  add(pmnb, "--active-share", arguments.active.share, "FLOAT", "Every node is active with this probability");
  add_service(pmnb, arguments.service);
  add(pmnb, "--trace", arguments.trace, "FILE",
      "Of one algorithm: CSV, every packet on every link, cycle by cycle; a file, device, pipe or /dev/stdout");
  pmnb.add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

void add_dynamic(CLI::App& app, DynamicArguments& arguments) {
  CLI::App& dynamic = *app.add_subcommand(
      "dynamic", "Broadcast requests that arrive at random and for ever: delay, throughput and stability by load");
  add(dynamic, "--load", arguments.load, "X or A..B",
      "The load, of what all links can carry: requests a node and cycle, times 2^d - 1, through d; REQUIRED without "
      "--limit");
  add(dynamic, "--step", arguments.step, "FLOAT", "From one load of A..B to the next", "0.1");
  add(dynamic, "--scheme", arguments.service.scheme, "TEXT", scheme_names(false) + "; all of them if left out");
  dynamic.add_flag("--limit", arguments.limit, "Search for the largest load that is stable, in place of --load");
  add(dynamic, "--arrivals", arguments.arrivals, "TEXT",
      "poisson, bernoulli (one at most at a node in a cycle), bursty (nodes are on and off), hot-spot (a share of all "
      "comes "
      "to few nodes)",
      "poisson");
  add(dynamic, "--burst", arguments.burst, "FLOAT", "Of bursty arrivals: cycles that a node is on, on average", "16");
  add(dynamic, "--hot-share", arguments.hot_share, "FLOAT", "Of hot-spot arrivals: the share of all at the hot nodes",
      "0.5");
  add(dynamic, "--hot-nodes", arguments.hot_nodes, "INT", "And their number", "1");
  add(dynamic, "--precision", arguments.precision, "FLOAT",
      "Run until the 95 % confidence interval of the mean delay is this part of it to either side", "0.05");
  add(dynamic, "--cycles", arguments.cycles, "INT", "But for so many cycles at most", "1000000");
  add_service(dynamic, arguments.service);
  add(dynamic, "--plot", arguments.plot, "FILE",
      "SVG: mean delay by load, a curve for each scheme, theory as broken lines");
  add(dynamic, "--data", arguments.data, "FILE", "The plot's numbers");
  dynamic.add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

namespace {

void add_reporting(CLI::App& command, ReportingRequest& reporting, const std::string& json, const std::string& csv) {
  add(command, "--clock", reporting.clock, "MHZ",
      "Clock in MHz: also time, and bandwidth of the algorithm and of the links as nccl-tests count it");
  command.add_flag("--latency", reporting.latency,
                   "Also the latency of packets, in cycles: mean, 50th, 95th, 99th percentile, maximum");
  command.add_flag("--links", reporting.links, "Also the packets that each link, and each dimension, carries");
  command.add_flag("--json", reporting.json, json);
  command.add_flag("--csv", reporting.csv, csv);
}

void add_reduction(CLI::App& command, ReductionRequest& reduction, const char* of_what) {
  add(command, "--op", reduction.function, "TEXT",
      fmt::format("{}: {}", of_what, fmt::join(operators::kFunctionNames, ", ")), "sum");
  add(command, "--type", reduction.type, "TEXT",
      fmt::format("Of the numbers in a packet's 8 bytes: {}", fmt::join(operators::kTypeNames, ", ")), "uint64");
}

void add_network_option(CLI::App& command, std::optional<std::string>& network, const char* in_place_of) {
  add(command, "--network", network, "SPEC",
      fmt::format("In place of {}: any network of 'cubecast network --help', like ring:12 or torus:4x6; what combines "
                  "packets is for cubes alone",
                  in_place_of));
}

void add_list(CLI::App& app, ListArguments& arguments) {
  CLI::App& list =
      *app.add_subcommand("list", "List collectives and algorithms, their sources and when they are optimal");
  add_network_option(list, arguments.network, "those of the cube");
  list.add_flag("--json", arguments.json, "Print a JSON array instead of text");
}

void add_run(CLI::App& app, RunArguments& arguments) {
  CLI::App& run = *app.add_subcommand("run", "Run one collective, check every byte, report the cycles");
  Request& request = arguments.request;
  add(run, "collective", request.collective, "TEXT", fmt::format("One of {}", fmt::join(collective_names(), ", ")));
  add(run, "--algorithm", request.algorithm, "TEXT", "A name of 'cubecast list'; the best known if left out");
  add(run, "--dim", request.dim, "INT", "Dimension d of the cube: 2^d nodes; " + known_dims());
  add_network_option(run, request.network, "--dim");
  add(run, "--ports", request.ports, "TEXT",
      "What a node may do in a cycle: all = use every port, one = send one and receive one packet, "
      "half = send or receive one; all if left out, and with --counts or --counts-seed one");
  add(run, "--packets", request.packets, "INT",
      "M: packets in all (broadcast, reduce), per node, per pair of nodes (alltoall), or in the vector of every node\n"
      "(allreduce, scan, exscan)",
      "1");
  add_reduction(run, request.reduction, "How the packets of all nodes are combined (reduce to exscan)");
  add(run, "--counts", request.counts.file, "FILE",
      "With alltoall: lines 'relative-address packets', how many every node has for the node that it sees so,\n"
      "in place of one for each; --packets times all of it. On Cayley networks, for --ports one alone, which it takes "
      "if\n"
      "there is none");
  add(run, "--counts-seed", request.counts.seed, "INT", "The same with random counts, by this seed");
  add(run, "--counts-most", request.counts.most, "INT", "Random counts are 0 to this", "4");
  add(run, "--root", request.root, "INT", "The node that broadcasts, scatters, gathers or to which all is reduced",
      "0");
  add(run, "--payload", arguments.payload, "FILE",
      "Send this regular file instead of random packets; its size gives M (docs/reference/command.md has the layout)");
  add(run, "--output", arguments.output, "DIR", "Folder for node-<address>.bin: what each node holds afterwards");
  add_engine(run, request.engine);
  add(run, "--rtl-nodes", request.engine.rtl_nodes, "TEXT",
      "With --engine systemc: these nodes are RTL, the others C++; 0,3,5-7 or all");
  add(run, "--wave", arguments.wave, "FILE",
      "FST file for GTKWave: every signal of every RTL node, from the start strobe on");
  add(run, "--stall", request.stall, "FLOAT",
      "Probability that a node's memory is busy for a port in a cycle; closed forms then do not apply", "0");
  add(run, "--queue-depth", request.queue_depth, "INT",
      "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill. RTL nodes have "
      "queues of 2^(d+1), on other networks than cubes of 64, and no others",
      "0");
  add(run, "--seed", request.seed, "INT", "Seed of the random packets and stalls", "1");
  add(run, "--trace", arguments.trace, "FILE",
      "CSV: every packet on every link, cycle by cycle; a file, device, pipe or /dev/stdout");
  add_reporting(run, arguments.reporting, "Print one JSON object instead of text",
                "Print CSV, a line of names and one of values");
}

void add_measure(CLI::App& app, MeasureArguments& arguments) {
  CLI::App& measure = *app.add_subcommand("measure", "Run every collective and algorithm and print the table");
  Request& request = arguments.request;
  add(measure, "--dims", arguments.dims, "A..B", "Dimensions, within " + known_dims(), "2..8");
  add_network_option(measure, request.network, "--dims");
  add(measure, "--packets", arguments.packets, "M or A..B", "M of every run, or a sweep", "1");
  add(measure, "--step", arguments.step, "INT", "The sweep adds so many");
  add(measure, "--factor", arguments.factor, "INT", "The sweep multiplies by so many; 2 if there is no --step");
  add(measure, "--root", request.root, "INT", "The root of every run that has one", "0");
  add(measure, "--collective", request.collective, "TEXT", "Only this one");
  add(measure, "--algorithm", request.algorithm, "TEXT", "Only this one");
  add(measure, "--ports", request.ports, "TEXT", "Only all, one or half");
  add_reduction(measure, request.reduction, "How the rows that combine packets do it");
  add_engine(measure, request.engine);
  add(measure, "--stall", request.stall, "FLOAT", "Probability of a stall, as in run", "0");
  add(measure, "--seed", request.seed, "INT", "Seed of the random packets and stalls", "1");
  add(measure, "--seeds", arguments.seeds, "INT",
      "With --stall: so many seeds from --seed on; least, mean and most cycles");
  add(measure, "--results", arguments.results, "FILE",
      "Also write one JSON object a line to this, each as soon as it is there; a file, device, pipe or /dev/stdout");
  add_reporting(measure, arguments.reporting, "Print one JSON object a line instead of the table",
                "Print CSV instead of the table");
}

void add_deadlock(CLI::App& app, DeadlockArguments& arguments) {
  CLI::App& deadlock = *app.add_subcommand(
      "deadlock", "Prove for every rule and algorithm that links cannot wait for one another for ever");
  Request& request = arguments.request;
  add(deadlock, "--dims", arguments.dims, "A..B", "Dimensions, within 1..8", "2..6");
  add_network_option(deadlock, request.network, "--dims");
  add(deadlock, "--packets", arguments.packets, "M or A..B", "M of every algorithm, or a sweep that doubles it", "1");
  add(deadlock, "--root", request.root, "INT", "The root of every algorithm that has one", "0");
  add(deadlock, "--collective", request.collective, "TEXT", "Only this one");
  add(deadlock, "--algorithm", request.algorithm, "TEXT", "Only this one");
  add(deadlock, "--ports", request.ports, "TEXT", "Only all, one or half");
  add(deadlock, "--scheme", arguments.scheme, "TEXT",
      "In their place a scheme that serves broadcast requests, as `dynamic` names them, or all");
  add(deadlock, "--queue-depth", request.queue_depth, "INT",
      "Packets in a crosspoint queue, a power of two from 4; 0: those of the RTL, 2^(d+1), and of other networks 64",
      "0");
  add_pipelined(deadlock, request.engine.pipelined);
  add_combine_stages(deadlock, request.engine.combine_stages);
  deadlock.add_flag("--proof", arguments.shows_proof, "Print the orders of links whole");
  deadlock.add_flag("--json", arguments.json, "Print one JSON object a line, with whole orders, instead of the table");
}

void add_board(CLI::App& app, BoardArguments& arguments) {
  CLI::App& board =
      *app.add_subcommand("board", "Run every collective that combines nothing on the cube on a board, and check it");
  Request& request = arguments.request;
  add(board, "--port", arguments.port, "FILE", "The board's serial line, such as /dev/ttyUSB1 REQUIRED");
  add(board, "--baud", arguments.baud, "INT", "Its speed, that of the bitstream", "115200");
  add(board, "--packets", arguments.packets, "M or A..B",
      "M of every run, or a sweep that doubles it; what the board holds at most", "1");
  add(board, "--root", request.root, "INT", "The root of every run that has one", "0");
  add(board, "--collective", request.collective, "TEXT", "Only this one");
  add(board, "--algorithm", request.algorithm, "TEXT", "Only this one");
  add(board, "--ports", request.ports, "TEXT", "Only all, one or half");
  add(board, "--seed", request.seed, "INT", "Seed of the random bytes", "1");
  add(board, "--payload", arguments.payload, "FILE",
      "Send this regular file instead of random bytes; its size gives M (docs/reference/command.md has the layout)");
  add(board, "--output", arguments.output, "DIR",
      "Of one run: folder for node-<address>.bin, what each node holds afterwards");
  board.add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

void add_rtl(CLI::App& app, RtlArguments& arguments) {
  CLI::App& rtl = *app.add_subcommand("rtl", "Write the SystemVerilog of a node of any configuration");
  add_configuration(rtl, arguments.configuration);
  add_pipelined(rtl, arguments.pipelined);
  add(rtl, "--output", arguments.output, "DIR", "Folder for the module, its file list and its parameters REQUIRED");
}

void add_configuration_command(CLI::App& app, ConfigurationCommandArguments& arguments) {
  CLI::App& command =
      *app.add_subcommand("configuration", "Tell the name of a node's configuration, or what the name says");
  add_configuration(command, arguments.configuration);
  command.add_flag("--json", arguments.json, "Print every member as a JSON object");
  command.add_flag("--source", arguments.source, "Print the C++ that stepc makes the RTL of");
  command.add_flag(
      "--board", arguments.board,
      "Of a node on a board (docs/guides/board.md): refuse others, and without a name take that of the board as it "
      "is by default; with --source: of the whole board");
  command.add_flag("--table", arguments.table, "Print the table of all members, their values and defaults");
}

void add_models(CLI::App& app, ModelsArguments& arguments) {
  CLI::App& models = *app.add_subcommand("models", "List the compiled models, build them in advance, remove them");
  models
      .add_option(
          "names", arguments.names,
          "Of --build: configurations, by name or JSON file, or names of the list; of --remove: names of the list")
      ->type_name("NAME...");
  models.add_flag("--build", arguments.build, "Build what runs of these need, on all processors");
  models.add_flag("--remove", arguments.remove, "Remove the models of these names");
  models.add_flag("--all", arguments.all, "With --remove: all of them");
  add(models, "--limit", arguments.limit, "SIZE",
      "Remove the least recently used when all take more, such as 500M; none: keep all");
  models.add_flag("--json", arguments.json, "Print the list as JSON");
}

void add_network(CLI::App& app, NetworkArguments& arguments) {
  CLI::App& network = *app.add_subcommand("network", "Tell a network's size, distances and links");
  add(network, "spec", arguments.spec, "TEXT", fmt::format("REQUIRED, one of\n{}", fmt::join(network_forms(), "\n")));
  network.add_flag("--links", arguments.links, "Also every port with the node behind it, and the port there");
  network.add_flag("--json", arguments.json, "Print one JSON object instead of text");
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
