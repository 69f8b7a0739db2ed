// cubecast: run a collective on a cube of cycle-accurate routers and measure it in clock cycles.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/mesh/divergence.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/run_options.hpp"

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kInterrupted = 130;

void add_engine(CLI::App& command, testbench::EngineRequest& engine) {
  command.add_option("--engine", engine.name, "Simulator: " + testbench::known_engines())->capture_default_str();
  command.add_flag(
      "--lockstep", engine.lockstep,
      "Run RTL and C++ side by side and compare every register of every node in every cycle; the first\n"
      "difference ends the run with its cycle, node and register, and a waveform of the cycles before it.\n"
      "Takes --engine rtl if there is none");
}

void add_run(CLI::App& app, testbench::RunArguments& arguments, CLI::Option*& packets) {
  CLI::App* run = app.add_subcommand("run", "Run one collective, check every byte, report the cycles");
  run->add_option("collective", arguments.request.collective, "One of " + testbench::known_collectives())->required();
  run->add_option("--algorithm", arguments.request.algorithm, "A name of 'cubecast list'; the best known if left out");
  run->add_option("--dim", arguments.request.dim, "Dimension d of the cube: 2^d nodes; " + testbench::known_dims())
      ->required();
  run->add_option("--ports", arguments.request.ports,
                  "What a node may do in a cycle: all = use every port, one = send one and receive one packet, "
                  "half = send or receive one")
      ->capture_default_str();
  packets = run->add_option("--packets", arguments.request.packets,
                            "M: packets in all (broadcast), per node, or per pair of nodes (alltoall)")
                ->capture_default_str();
  run->add_option("--root", arguments.request.root, "The node that broadcasts, scatters or gathers")
      ->capture_default_str();
  run->add_option("--payload", arguments.payload, "Send this file instead of random packets; its size gives M");
  run->add_option("--output", arguments.output, "Folder for node-<address>.bin: what each node holds afterwards");
  add_engine(*run, arguments.request.engine);
  run->add_option("--rtl-nodes", arguments.request.engine.rtl_nodes,
                  "With --engine systemc: these nodes are RTL, the others C++; 0,3,5-7 or all");
  run->add_option("--wave", arguments.request.engine.wave,
                  "FST file for GTKWave: every signal of every RTL node, from the start strobe on");
  run->add_option("--stall", arguments.request.stall,
                  "Probability that a node's memory is busy for a port in a cycle; closed forms then do not apply")
      ->capture_default_str();
  run->add_option("--queue-depth", arguments.request.queue_depth,
                  "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill. RTL nodes have "
                  "queues of 2^(d+1), and refuse a run that asks for more")
      ->capture_default_str();
  run->add_option("--seed", arguments.seed, "Seed of the random packets and stalls")->capture_default_str();
  run->add_option("--trace", arguments.trace, "CSV file: every packet on every link, cycle by cycle");
  run->add_flag("--json", arguments.json, "Print one JSON object instead of text");
}

void add_measure(CLI::App& app, testbench::MeasureArguments& arguments) {
  CLI::App* measure = app.add_subcommand("measure", "Run every collective and algorithm and print the table");
  measure->add_option("--dims", arguments.dims, "Dimensions A..B, within " + testbench::known_dims())
      ->capture_default_str();
  measure->add_option("--packets", arguments.packets, "M of every run")->capture_default_str();
  measure->add_option("--root", arguments.root, "The root of every run")->capture_default_str();
  measure->add_option("--collective", arguments.collective, "Only this one");
  add_engine(*measure, arguments.engine);
  measure->add_option("--stall", arguments.stall, "Probability of a stall, as in run")->capture_default_str();
  measure->add_option("--seed", arguments.seed, "Seed of the random packets and stalls")->capture_default_str();
  measure->add_option("--results", arguments.results, "Also write one JSON object a line to this file");
  measure->add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

int run_program(int argc, char** argv) {
  CLI::App app(
      "Cubecast runs collective communication on a hypercube of cycle-accurate routers:\n"
      "it moves real bytes, checks every one of them, and reports clock cycles beside the proven lower bound.\n\n"
      "  cubecast list                                  what there is\n"
      "  cubecast run alltoall --dim 6                  one run\n"
      "  cubecast run broadcast --dim 5 --payload FILE --output DIR\n"
      "  cubecast measure --dims 2..8                   the whole table\n");
  app.require_subcommand(1);
  app.add_subcommand("list", "List collectives and algorithms, their sources and when they are optimal");
  testbench::RunArguments run;
  testbench::MeasureArguments measure;
  CLI::Option* packets = nullptr;
  add_run(app, run, packets);
  add_measure(app, measure);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    const bool unknown_command = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    if (unknown_command) throw testbench::UsageError(fmt::format("command {}: must be list, run or measure", argv[1]));
    throw testbench::UsageError(std::string(error.what()) + "; see cubecast --help");
  }
  run.packets_given = packets->count() != 0;
  if (app.got_subcommand("run")) return testbench::run_command(run);
  if (app.got_subcommand("measure")) return testbench::measure_command(measure);
  return testbench::list_command();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const testbench::UsageError& error) {
    fmt::print(stderr, "cubecast: {}\n", error.what());
    return kUsage;
  } catch (const testbench::Interrupted&) {
    fmt::print(stderr, "cubecast: interrupted\n");
    return kInterrupted;
  } catch (const testbench::Divergence& difference) {
    fmt::print(stderr, "cubecast: {}\n", difference.what());
    return kFailed;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "cubecast: there is not enough memory for this run; use a smaller --dim or fewer --packets\n");
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "cubecast: {}\n", error.what());
    return kUsage;
  }
}
