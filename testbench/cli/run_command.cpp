#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/payload.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

void print_summary(const Result& result) {
  const collectives::Operation& operation = result.operation;
  const RunReport& report = result.report;
  fmt::print("{} {} on {} nodes (d = {}), --ports {}, {} packet(s), {}\n", name_of(operation.row->collective),
             operation.row->algorithm, operation.network.nodes(), operation.d(), name_of(operation.row->ports),
             operation.packets, operation.row->source);
  fmt::print("  cycles         {} (closed form {}; total with start and memory {})\n", report.cycles,
             closed_form_text(result), report.total_cycles);
  fmt::print("  lower bound    {} ({})\n", result.lower_bound().value, result.lower_bound().source);
  fmt::print("  transmissions  {} (least possible {})\n", report.transmissions, result.least_transmissions().value);
  fmt::print("  deepest queue  {} packet(s)\n", report.deepest_queue);
  if (result.engine.simulation.lockstep)
    fmt::print("  lockstep       every register of RTL and C++ the same in every cycle\n");
  fmt::print("  verified       {}\n", report.fault ? "NO" : "every packet on every link, every byte at every node");
}

std::ofstream open_to_write(const char* option, const std::filesystem::path& file) {
  std::ofstream opened(file);
  if (!opened) {
    throw UsageError(fmt::format("{} {}: cannot be written; give a file in a folder of yours", option, file.string()));
  }
  return opened;
}

}  // namespace

int run_command(const RunArguments& arguments) {
  Request request = arguments.request;
  std::vector<std::uint8_t> file;
  if (!arguments.payload.empty()) {
    if (arguments.packets_given) {
      throw UsageError(
          fmt::format("--packets {}: the size of --payload gives the packets; leave one of them out", request.packets));
    }
    Request probe = request;
    probe.packets = 1;
    const collectives::Operation operation = resolve(probe);
    file = read_payload(arguments.payload);
    const Task task = task_of(operation);
    request.packets = static_cast<std::int64_t>(packets_for(task.collective, task.dim, file.size()));
  }
  const collectives::Operation operation = resolve(request);
  EngineChoice engine = choose_engine(request.engine, request.dim);
  engine.simulation.stall_probability = request.stall;
  engine.simulation.stall_seed = seed_of(arguments.seed);
  const Task task = task_of(operation);
  require_memory(operation, static_cast<std::size_t>(request.queue_depth));
  if (!arguments.output.empty()) prepare_output(arguments.output);
  std::ofstream trace;
  if (!arguments.trace.empty()) trace = open_to_write("--trace", arguments.trace);
  if (!request.engine.wave.empty()) open_to_write("--wave", request.engine.wave);

  catch_interrupts();
  ProgressLine progress(fmt::format("{} {}", name_of(operation.row->collective), operation.row->algorithm));
  RunOptions options;
  options.engine = engine.name;
  options.simulation = engine.simulation;
  options.wave = request.engine.wave;
  options.queue_depth = static_cast<std::size_t>(request.queue_depth);
  options.trace = arguments.trace.empty() ? nullptr : &trace;
  options.progress = [&](double part) { progress.show(part); };
  options.interrupted = interrupted;

  Run run(operation, file.empty() ? random_send_memory(task, seed_of(arguments.seed)) : send_memory_of(task, file));
  const bool queues_can_fill = engine.has_rtl() || request.queue_depth != 0;
  const Result result{operation, engine, queues_can_fill, run.execute(options)};
  if (arguments.json) {
    fmt::print("{}\n", to_json(result).dump());
  } else {
    print_summary(result);
  }
  trace.close();
  if (trace.fail() && !arguments.trace.empty()) {
    throw UsageError(fmt::format("--trace {}: cannot be written to its end; is there room?", arguments.trace.string()));
  }
  if (!arguments.output.empty()) write_output(arguments.output, task, run.memory(), file.size());
  if (!result.report.fault) return 0;
  fmt::print(stderr, "cubecast: not verified: {}\n", *result.report.fault);
  return 1;
}

}  // namespace testbench
