// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hls/operators/composition.hpp"
#include "testbench/engines/mesh/payload.hpp"
#include "testbench/engines/mpi/mpi_ranks.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/divided_run.hpp"
#include "testbench/runs/experiment/error_cost.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/cli/wave_scratch.hpp"
#include "testbench/tool/commands/checkpoint_file.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/commands/run_recording.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

std::string counts_text(const Counts& counts, std::uint32_t rounds) {
  const std::uint64_t sum = std::accumulate(counts.packets.begin(), counts.packets.end(), std::uint64_t{0});
  const std::string from =
      counts.file ? printable(*counts.file) : fmt::format("random by seed {}, 0 to {}", counts.seed, counts.most);
  const auto others = std::ranges::count_if(counts.packets, [](std::uint32_t count) { return count != 0; });
  return fmt::format("{}: {} packets a node for {} others{}", from, sum, others,
                     rounds == 1 ? "" : fmt::format(", {} times", rounds));
}

std::string summary(const Result& result, std::optional<double> clock_mhz) {
  const collectives::Operation& operation = result.operation();
  const RunReport& report = result.report;
  const std::optional<unsigned> dim = result.experiment.dim();
  std::string text = heading_of(result.experiment);
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<14} {}\n", name, value);
  };
  if (const auto& counts = result.experiment.counts()) add("counts", counts_text(*counts, operation.packets));
  if (const std::string why = result.experiment.choice(); !why.empty()) add("choice", why);
  add("cycles", fmt::format("{} (closed form {}; total with start and memory {})", report.cycles,
                            text_of(result.closed_form()), report.total_cycles));
  const Bound bound = result.lower_bound();
  add("lower bound", fmt::format("{} ({})", bound.value, source_of(bound, result.experiment)));
  if (const std::optional<Degraded> degraded = result.degraded()) {
    add("dead links",
        fmt::format(
            "{}; lower bound {} with them ({}){}", fmt::join(degraded->links, " "), degraded->bound.value,
            source_of(degraded->bound, result.experiment),
            degraded->cycles ? fmt::format("; {} cycles without, by {}", *degraded->cycles, degraded->algorithm) : ""));
  }
  add("transmissions", fmt::format("{} (least possible {})", report.transmissions, result.least_transmissions().value));
  add("deepest queue", fmt::format("{} packet(s)", report.deepest_queue));
  if (report.lost_in_queues != 0) add("lost in queues", fmt::format("{} packet(s)", report.lost_in_queues));
  const MeshSetting& setting = result.experiment.setting();
  const std::size_t depth = result.experiment.queue_depth();
  const std::size_t full =
      network::full_rate_depth(operation.hop_cycles - operation.link_latency, operation.link_latency);
  if (report.parts)
    add(name_of(*report.parts), text_of(*report.parts, result.experiment,
                                        [](const Experiment& deeper) { return Run(deeper).execute({}).cycles; }));
  if (operation.link_latency != 0 && depth != 0 && depth < full) {
    add("queue depth",
        fmt::format("{}: behind a pause of its reader a queue carries {} packets in {} cycles, at least; "
                    "--queue-depth {} has the full rate",
                    depth, depth, full, std::bit_ceil(full)));
  }
  if (const std::optional<std::uint64_t> planned = result.planned_cycles(); planned && setting.links) {
    add("in cycles", fmt::format("{} planned for the routing cycles of Johnsson and Ho, frames of up to {} packet(s)",
                                 *planned, setting.links->frame_packets));
  }
  if (report.link_layer && setting.links) {
    const LinkTotals& links = *report.link_layer;
    add("link layer", text_of(links));
    if (setting.wires.bit_error_rate > 0) {
      const ErrorCost predicted =
          predicted_error_cost(links, report.transmissions, setting.links->wires, setting.wires.bit_error_rate);
      add("errors", fmt::format("{:.1f} damaged frames predicted, and {:.0f} cycles more for the timeouts of a link",
                                predicted.damaged_frames, predicted.cycles));
    }
    if (!links.dead.empty()) {
      add("links given up",
          fmt::format("{}; {} packet(s) dropped, {} {} missing", fmt::join(links.dead, " "), links.dropped,
                      report.missing, operation.shape().combined ? "result(s)" : "delivery(s)"));
    }
  }
  if (clock_mhz) {
    const Bandwidth found = bandwidth(result, *clock_mhz);
    std::string time = fmt::format("{:.3f} us at {} MHz", found.microseconds, *clock_mhz);
    if (found.algorithm) time += fmt::format(" for {} bytes: {:.3f} GB/s", found.bytes, *found.algorithm);
    if (found.bus) time += fmt::format(", bus {:.3f} GB/s", *found.bus);
    add("time", time);
  }
  if (report.latency) {
    const LatencySummary& latency = *report.latency;
    add("latency", fmt::format("mean {:.1f} cycles, 50 % {}, 95 % {}, 99 % {}, max {} ({} deliveries)", latency.mean,
                               latency.p50, latency.p95, latency.p99, latency.max, latency.deliveries));
  }
  for (unsigned port = 0; report.link_load && port < report.link_load->ports(); ++port) {
    const LoadSummary load = report.link_load->of_port(port, operation.network);
    add(port == 0 ? "links" : "",
        fmt::format("{} {}: {} packets; a link {} to {}, mean {:.1f}", dim ? "dimension" : "port", port, load.packets,
                    load.least, load.most, load.mean));
  }
  if (result.ranks) {
    add("ranks",
        fmt::format("{}; {:.3f} ms a cycle, {} bytes sent by a rank in it, {:.0f} % of the run spent waiting",
                    result.ranks->ranks, result.ranks->milliseconds, result.ranks->bytes, 100 * result.ranks->waiting));
  }
  if (result.experiment.setting().lockstep) add("lockstep", "every register of RTL and C++ the same in every cycle");
  const bool stands_for_all = result.experiment.setting().engine == kSymmetricEngineName;
  add("verified", report.fault     ? "NO"
                  : stands_for_all ? "every packet on the links of node 0, which stands for all, and in its memory"
                                   : "every packet on every link, every byte at every node");
  return text;
}

// All ranks call it. `seconds`: of the whole run; `waited`: of these.
RankTimes rank_times(Ranks& ranks, const RunReport& report, std::uint64_t nodes, double seconds, double waited) {
  std::uint64_t sums[] = {ranks.bytes_sent(), static_cast<std::uint64_t>(waited * 1e6)};
  ranks.sum(sums);
  // The clock goes on behind the last packet: links find out that the other end is dead.
  const std::uint64_t stepped = report.node_cycles / nodes;
  const auto cycles = static_cast<double>(std::max<std::uint64_t>(stepped, 1));
  return {ranks.count(), 1000 * (seconds - report.load_seconds) / cycles,
          static_cast<std::uint64_t>(static_cast<double>(sums[0]) / ranks.count() / cycles),
          static_cast<double>(sums[1]) / 1e6 / ranks.count() / seconds};
}

std::string in_form(const Result& result, const Parameters& parameters, std::optional<double> clock_mhz) {
  if (!parameters.json && !parameters.csv) return summary(result, clock_mhz);
  const Json record = to_json(result, clock_mhz);
  return parameters.json ? json_line_of(record) : csv_heading_of(record) + csv_line_of(record);
}

// A save file that GTKWave has written since: it stays.
bool is_of_gtkwave(const std::filesystem::path& path) {
  std::error_code error;
  std::string line;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path);
  return std::getline(file, line) && line != WaveScratch::kSavedBy;
}

// Holds the files of a run. All are checked.
struct RunFiles {
  // `writes`: one of several ranks does.
  RunFiles(const Parameters& parameters, std::uint64_t nodes, bool writes) {
    using Accepts = OutputFile::Accepts;
    const NamedFile* read = nullptr;
    if (parameters.payload) read = &all.input("--payload", *parameters.payload);
    all.read_elsewhere("--network", files_of(parameters.network.value_or("")));
    for (const auto& [option, path] : parameters.link_files()) all.read_elsewhere(option, {path});
    if (parameters.counts) all.input("--counts", *parameters.counts);
    if (parameters.trace && writes) trace = &all.output("--trace", *parameters.trace, Accepts::kStreams);
    if (parameters.report) report = &all.output("--report", *parameters.report, Accepts::kStreams);
    if (parameters.plot) plot = &all.output("--plot", *parameters.plot, Accepts::kStreams);
    if (parameters.wave) {
      wave = &all.output("--wave", *parameters.wave, Accepts::kFiles);
      const auto path = std::filesystem::path(*parameters.wave).replace_extension(WaveRequest::kGroups);
      if (!is_of_gtkwave(path)) groups = &all.output("--wave", path, Accepts::kFiles);
    }
    if (parameters.output && writes) output = &all.folder("--output", *parameters.output, output_names(nodes));
    if (parameters.checkpoint && writes) all.checkpoint("--checkpoint", *parameters.checkpoint);
    if (parameters.resume && writes) all.old_checkpoint("--resume", *parameters.resume);
    all.check();
    if (parameters.payload) payload = PayloadFile{parameters.payload->string(), read->size};
  }

  CommandFiles all;
  std::optional<PayloadFile> payload;
  OutputFile* trace = nullptr;
  OutputFile* report = nullptr;
  OutputFile* plot = nullptr;
  OutputFile* wave = nullptr;
  OutputFile* groups = nullptr;  // of the waveform's signals
  OutputFolder* output = nullptr;
};

// Computes M from the size of the payload.
Number packets_of(const PayloadFile& payload, const Experiment& experiment) {
  if (payload.bytes == 0) throw FileError(fmt::format("--payload {}: is empty; give at least one byte", payload.path));
  Task task = experiment.task();
  if (const std::optional<std::string> fault = size_fault(task, payload.bytes)) {
    throw FileError(fmt::format("--payload {}: is {} bytes; {}", payload.path, payload.bytes, *fault));
  }
  const std::uint64_t packets = packets_for(task, payload.bytes);
  const auto most = static_cast<std::uint64_t>(most_packets(experiment.operation().network.ends()));
  if (packets > most) {
    task.packets = static_cast<std::uint32_t>(most);
    throw FileError(fmt::format("--payload {}: is {} bytes; must be at most {} for {} at {}", payload.path,
                                payload.bytes, payload_bytes(task), name_of(task.collective), experiment.words()));
  }
  return {static_cast<std::int64_t>(packets)};
}

// The experiment of the command line, checked together with its files. The files need the network,
// and M needs the payload.
struct CheckedRun {
  explicit CheckedRun(const Parameters& parameters)
      : experiment(resolve_on_terminal(parameters)),
        ranks(ranks_of(experiment)),
        keeps_payloads(parameters.payload || parameters.output) {
    together(ranks, [&] {
      files = std::make_unique<RunFiles>(parameters, experiment.operation().network.ends(), is_first());
    });
    std::string amount = fmt::format("--packets {}", experiment.operation().packets);
    together(ranks, [&] {
      if (const std::optional<PayloadFile>& payload = files->payload) {
        Parameters request = parameters;
        request.payload.reset();
        request.packets = packets_of(*payload, experiment);
        experiment = resolve_on_terminal(request);
        amount = fmt::format("--payload {} of {} bytes", payload->path, payload->bytes);
      }
      if (ranks != nullptr) division.emplace(divide(experiment, *ranks));
      require_memory(experiment, keeps_payloads, amount, share_of_machine());
    });
  }

  // Ranks other than the first are silent and write nothing.
  bool is_first() const { return ranks == nullptr || ranks->rank() == 0; }

  Experiment experiment;
  Ranks* ranks;  // null: no division
  bool keeps_payloads;
  std::unique_ptr<RunFiles> files;
  std::optional<Division> division;

 private:
  static Ranks* ranks_of(const Experiment& experiment) {
    return experiment.setting().engine == kMpiEngineName ? &join_others("--engine mpi") : nullptr;
  }
  // The part of the run that the ranks of this machine have. Each of them has all payloads that are kept.
  double share_of_machine() const {
    if (ranks == nullptr) return 1;
    return static_cast<double>(ranks->on_this_machine()) / (keeps_payloads ? 1 : ranks->count());
  }
};

Run loaded(CheckedRun& checked) {
  const Experiment& experiment = checked.experiment;
  if (!checked.keeps_payloads) return checked.division ? Run(experiment, *checked.division) : Run(experiment);
  const std::optional<PayloadFile>& payload = checked.files->payload;
  const MeshSetting& setting = experiment.setting();
  std::vector<std::vector<std::uint64_t>> send =
      payload ? send_memory_of(experiment.task(), read_payload(payload->path, payload->bytes))
              : words_of(experiment.task(), PayloadHash(setting.seed, setting.payload_bits));
  const std::uint32_t composed = experiment.operation().composed;
  for (std::vector<std::uint64_t>& words : send) {
    for (std::uint64_t& word : words) word = operators::prepared(composed, word);
  }
  return checked.division ? Run(experiment, std::move(send), *checked.division) : Run(experiment, std::move(send));
}

// Null without any.
std::unique_ptr<CheckpointFiles> checkpoints_of(const Parameters& parameters, const Result& result,
                                                const CheckedRun& checked) {
  if (!parameters.checkpoint && !parameters.resume) return nullptr;
  auto files =
      std::make_unique<CheckpointFiles>(identity_of(result, checked.keeps_payloads, checked.ranks), checked.ranks);
  if (parameters.resume) files->resume(*parameters.resume);
  if (parameters.checkpoint) files->write_to(*parameters.checkpoint, decimal_of("--every", parameters.every));
  return files;
}

// Whether one node could stand for all, with the same report.
bool could_be_symmetric(const Parameters& parameters, const Experiment& experiment) {
  const bool tells_packets = parameters.trace || parameters.report || parameters.plot || parameters.show;
  return experiment.setting().engine == "native" && !parameters.payload && !parameters.output && !tells_packets &&
         !asymmetry_of(experiment);
}

// Says once, in a run that goes node by node and takes long, that another engine takes less.
class EngineHint {
 public:
  EngineHint(const Parameters& parameters, const Experiment& experiment, ProgressLine& line)
      : arguments_(parameters), experiment_(experiment), line_(line) {}

  void tell() {
    constexpr std::chrono::seconds kPatience(10);
    if (is_told_ || std::chrono::steady_clock::now() - began_ < kPatience) return;
    is_told_ = true;
    if (could_be_symmetric(arguments_, experiment_)) {
      line_.tell("every node does the same here: --engine symmetric simulates one for all, with the same report");
    }
  }

 private:
  const Parameters& arguments_;
  const Experiment& experiment_;
  ProgressLine& line_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool is_told_ = false;
};

// Runs it. The output is written, but not yet moved into place.
RunReport execute(CheckedRun& checked, const Parameters& parameters, const std::optional<WaveScratch>& scratch,
                  CheckpointFiles* checkpoints, RunRecording& recording) {
  const Experiment& experiment = checked.experiment;
  RunFiles& files = *checked.files;
  ProgressLine progress(
      fmt::format("{} {}", name_of(experiment.task().collective), experiment.operation().row->algorithm));
  RunHooks hooks;
  hooks.loading = [&progress](double part) { progress.show(part, "loading"); };
  EngineHint hint(parameters, experiment, progress);
  hooks.progress = [&](double part) {
    hint.tell();
    progress.show(part);
  };
  if (checkpoints != nullptr) hooks.checkpoints = checkpoints->checkpoints();
  if (scratch) (files.wave != nullptr ? hooks.wave : hooks.lockstep_wave) = scratch->file();
  std::optional<Run> run;
  together(checked.ranks, [&] {
    if (experiment.setting().engine == kSymmetricEngineName) return;
    run.emplace(loaded(checked));
    try {
      run->require_room(hooks);
    } catch (const std::runtime_error& error) {
      throw UsageError(error.what());
    }
  });
  together(checked.ranks, [&] { files.all.open(); });
  const auto stream_of = [](OutputFile* file) { return file != nullptr ? &file->stream() : nullptr; };
  recording.attach(hooks, {stream_of(files.trace), stream_of(files.report), stream_of(files.plot)});
  RunReport report = run ? run->execute(hooks) : run_symmetric(experiment, hooks);
  if (files.wave != nullptr && scratch) scratch->copy_to(*files.wave);
  if (files.groups != nullptr && scratch) scratch->copy_groups_to(*files.groups, parameters.wave.value_or(""));
  if (run && checked.division && checked.keeps_payloads) run->gather_memory();
  if (files.output != nullptr && run) {
    const std::uint64_t file_bytes = files.payload ? files.payload->bytes : 0;
    write_output(*files.output, experiment.task(), run->memory(),
                 result_bytes(experiment.task(), experiment.operation().packets, file_bytes),
                 experiment.operation().composed);
  }
  return report;
}

}  // namespace

int run_command(const Parameters& parameters) {
  if (parameters.start_skew || parameters.repeat) return starts_command(parameters);
  const std::optional<double> clock_mhz = clock_of(parameters);
  CheckedRun checked(parameters);
  RunFiles& files = *checked.files;
  std::optional<WaveScratch> scratch;
  if (files.wave != nullptr || checked.experiment.setting().lockstep) {
    scratch.emplace(files.wave != nullptr ? files.wave->label() : "waveform of --lockstep");
  }
  const std::optional<std::string>& wave = parameters.wave;
  Result result(checked.experiment);
  result.payload = files.payload;
  std::unique_ptr<CheckpointFiles> checkpoints;
  together(checked.ranks, [&] { checkpoints = checkpoints_of(parameters, result, checked); });
  RunRecording recording(parameters, result);
  Stopwatch stopwatch;
  stopwatch.start();
  const double waited_before = checked.ranks != nullptr ? checked.ranks->seconds_waited() : 0;
  try {
    result.report = execute(checked, parameters, scratch, checkpoints.get(), recording);
  } catch (const ShownDivergence& seen) {
    throw Divergence(
        seen.moment, seen.difference,
        publish_wave(seen, scratch, wave ? "--wave" : "waveform", wave.value_or(RunHooks::kLockstepWave), &files.all));
  }
  stopwatch.stop();
  // A resumed run has cycles of another process too.
  if (checked.ranks != nullptr && !parameters.resume) {
    result.ranks = rank_times(*checked.ranks, result.report, result.operation().network.nodes(), stopwatch.seconds(),
                              checked.ranks->seconds_waited() - waited_before);
  }
  if (!checked.is_first()) return 0;
  const std::string shown = recording.finish();
  files.all.finish();
  say(shown + in_form(result, parameters, clock_mhz));
  files.all.publish();
  if (parameters.checkpoint && checkpoints->writes_none()) {
    complain(fmt::format(
        "--checkpoint {}: none is written, since the run ended {}", parameters.checkpoint->string(),
        parameters.every == "0" ? "before the first" : fmt::format("within --every {} minutes", parameters.every)));
  }
  if (!result.report.fault) return checkpoints != nullptr && checkpoints->is_lost() ? 2 : 0;
  complain(fmt::format("not verified: {}", *result.report.fault));
  return 1;
}

}  // namespace testbench
