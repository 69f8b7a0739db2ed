#include <fmt/format.h>

#include <optional>
#include <string>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/payload.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/table.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/cli/wave_scratch.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/file_error.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

std::string summary(const Result& result) {
  const collectives::Operation& operation = result.operation;
  const RunReport& report = result.report;
  std::string text =
      fmt::format("{} {} on {} nodes (d = {}), --ports {}, {} packet(s), {}\n", name_of(operation.row->collective),
                  operation.row->algorithm, operation.network.nodes(), operation.d(), name_of(operation.row->ports),
                  operation.packets, operation.row->source);
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<14} {}\n", name, value);
  };
  add("cycles", fmt::format("{} (closed form {}; total with start and memory {})", report.cycles,
                            closed_form_text(result), report.total_cycles));
  add("lower bound", fmt::format("{} ({})", result.lower_bound().value, result.lower_bound().source));
  add("transmissions", fmt::format("{} (least possible {})", report.transmissions, result.least_transmissions().value));
  add("deepest queue", fmt::format("{} packet(s)", report.deepest_queue));
  if (result.clock_mhz) {
    const Bandwidth found = bandwidth(result, *result.clock_mhz);
    add("time", fmt::format("{:.3f} us at {} MHz for {} bytes: {:.3f} GB/s, bus {:.3f} GB/s", found.microseconds,
                            *result.clock_mhz, found.bytes, found.algorithm, found.bus));
  }
  if (report.latency) {
    const LatencySummary& latency = *report.latency;
    add("latency", fmt::format("mean {:.1f} cycles, 50 % {}, 95 % {}, 99 % {}, max {} ({} deliveries)", latency.mean,
                               latency.p50, latency.p95, latency.p99, latency.max, latency.deliveries));
  }
  for (unsigned port = 0; report.link_load && port < report.link_load->ports(); ++port) {
    const LoadSummary load = report.link_load->of_port(port);
    add(port == 0 ? "links" : "", fmt::format("dimension {}: {} packets; a link {} to {}, mean {:.1f}", port,
                                              load.packets, load.least, load.most, load.mean));
  }
  if (result.engine.simulation.lockstep) add("lockstep", "every register of RTL and C++ the same in every cycle");
  add("verified", report.fault ? "NO" : "every packet on every link, every byte at every node");
  return text;
}

std::string in_form(const Result& result, Form form) {
  if (form == Form::kJson) return json_line(result);
  return form == Form::kCsv ? csv_heading(result) + csv_row(result) : summary(result);
}

// The files of a run, all checked.
struct RunFiles {
  RunFiles(const RunArguments& arguments, std::uint64_t nodes) {
    using Accepts = OutputFile::Accepts;
    if (arguments.payload) payload = &all.input("--payload", *arguments.payload);
    if (arguments.trace) trace = &all.output("--trace", *arguments.trace, Accepts::kStreams);
    if (arguments.wave) wave = &all.output("--wave", *arguments.wave, Accepts::kFiles);
    if (arguments.output) output = &all.folder("--output", *arguments.output, output_names(nodes));
    all.check();
  }

  CommandFiles all;
  const NamedFile* payload = nullptr;
  OutputFile* trace = nullptr;
  OutputFile* wave = nullptr;
  OutputFolder* output = nullptr;
};

// The packets that the payload takes.
Number packets_of(const NamedFile& payload, const RunArguments& arguments, const collectives::Operation& operation) {
  const Request& request = arguments.request;
  const std::string label = fmt::format("--payload {}", arguments.payload->string());
  if (arguments.packets) {
    throw UsageError(fmt::format("--packets {}: the size of --payload gives the packets; leave one of them out",
                                 arguments.packets->text()));
  }
  if (request.seed && stall_of(request) == 0) {
    throw UsageError(fmt::format(
        "--seed {}: is for random packets and stalls; with --payload and no --stall there are none, leave it out",
        request.seed->text()));
  }
  if (payload.size == 0) throw FileError(label + ": is empty; give at least one byte");
  const Task task = task_of(operation);
  const std::uint64_t packets = packets_for(task.collective, task.dim, payload.size);
  const auto most = static_cast<std::uint64_t>(most_packets(operation.network.nodes()));
  if (packets > most) {
    throw FileError(fmt::format("{}: is {} bytes; must be at most {} for {} at --dim {}", label, payload.size,
                                most * payload_bytes(task), name_of(task.collective), task.dim));
  }
  return {static_cast<std::int64_t>(packets)};
}

}  // namespace

int run_command(const RunArguments& arguments) {
  const Reporting reporting = reporting_of(arguments.reporting);
  Request request = arguments.request;
  if (arguments.packets) request.packets = *arguments.packets;
  Result result;
  result.operation = resolve(request);  // what is wrong with the words comes before what is wrong with the files
  RunFiles files(arguments, result.operation.network.nodes());
  std::string amount = fmt::format("--packets {}", result.operation.packets);
  if (files.payload != nullptr) {
    request.packets = packets_of(*files.payload, arguments, result.operation);
    result.operation = resolve(request);
    result.payload = PayloadFile{arguments.payload->string(), files.payload->size};
    amount = fmt::format("--payload {} of {} bytes", result.payload->path, result.payload->bytes);
  }
  result.clock_mhz = reporting.clock_mhz;
  result.queue_depth = static_cast<std::uint64_t>(request.queue_depth.within("--queue-depth", 0, kMaxQueueDepth));
  result.engine = choose_engine(request.engine, *request.dim);
  result.engine.simulation.stall_probability = stall_of(request);
  result.engine.simulation.stall_seed = seed_of(request);
  require_memory(result.operation, result.queue_depth, reporting.latency, amount);

  const Task task = task_of(result.operation);
  std::optional<ProgressLine> progress(std::in_place,
                                       fmt::format("{} {}", name_of(task.collective), result.operation.row->algorithm));
  RunOptions options;
  options.engine = result.engine.name;
  options.simulation = result.engine.simulation;
  options.queue_depth = result.queue_depth;
  options.latency = reporting.latency;
  options.link_load = reporting.links;
  options.loading = [&](double part) { progress->show(part, "loading"); };
  options.progress = [&](double part) { progress->show(part); };
  std::optional<WaveScratch> scratch;
  if (files.wave != nullptr || request.engine.lockstep) {
    scratch.emplace(files.wave != nullptr ? files.wave->label() : "waveform of --lockstep");
    (files.wave != nullptr ? options.wave : options.lockstep_wave) = scratch->file();
  }

  try {
    Run run(result.operation, result.payload
                                  ? send_memory_of(task, read_payload(result.payload->path, result.payload->bytes))
                                  : random_send_memory(task, options.simulation.stall_seed));
    run.require_room(options);
    files.all.open();
    if (files.trace != nullptr) options.trace = &files.trace->stream();
    result.report = run.execute(options);
    if (files.wave != nullptr) scratch->copy_to(*files.wave);
    if (files.output != nullptr) {
      write_output(*files.output, task, run.memory(), result.payload ? result.payload->bytes : 0);
    }
  } catch (const ShownDivergence& seen) {
    progress.reset();
    throw Divergence(seen.moment, seen.difference,
                     publish_wave(seen, *scratch, arguments.wave ? "--wave" : "waveform",
                                  arguments.wave.value_or(RunOptions::kLockstepWave), arguments.payload));
  }
  progress.reset();
  files.all.finish();
  say(in_form(result, reporting.form));
  files.all.publish();
  if (!result.report.fault) return 0;
  complain(fmt::format("not verified: {}", *result.report.fault));
  return 1;
}

}  // namespace testbench
