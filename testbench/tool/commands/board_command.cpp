// SPDX-License-Identifier: Apache-2.0
// Runs rows of the catalog on a board behind a serial line. The checker judges the bytes; the
// cycles are compared with the closed form and the native engine.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <vector>

#include "firmware/node/registers.hpp"
#include "hls/board/shape.hpp"
#include "testbench/engines/mesh/payload.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/judge/checker/payload_hash.hpp"
#include "testbench/runs/board/board_run.hpp"
#include "testbench/runs/board/serial_port.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/cli/measure_plan.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// The answers of a board about itself.
struct KnownBoard {
  board::Shape shape;
  std::uint32_t capabilities = 0;  // the capability register of its nodes
};

struct BoardPlan {
  // Throws UsageError and FileError.
  explicit BoardPlan(const BoardArguments& arguments);
  // Plans the runs that this board can make, and the files. Throws the same errors, also where no
  // run is left and for values beyond the board.
  void fit(const KnownBoard& known);

  // The send memories of a run: the bytes of the payload, or random bytes. Each run has its own
  // seed, so that leftovers of the run before are noticed.
  std::vector<std::vector<std::uint64_t>> bytes_of(std::size_t run) const;
  std::uint64_t run_seed(std::size_t run) const { return seed_of_run(seed, run); }
  std::uint64_t payload_bytes() const { return payload ? payload->bytes : 0; }
  // Bytes in a packet: whole bytes only for a payload file, every bit (rounded up) for random
  // payloads.
  std::uint64_t packet_bytes() const { return (shape.payload_bits + (payload ? 0 : 7)) / 8; }

  BoardArguments arguments;
  unsigned baud = 0;
  std::uint64_t seed = 1;
  board::Shape shape;
  CommandFiles files;
  std::optional<PayloadFile> payload;
  OutputFolder* output = nullptr;
  std::vector<Experiment> runs;  // in the order of the table

 private:
  // Checks the files. Returns null without --output.
  OutputFolder* add_files(CommandFiles& to, std::uint32_t nodes);
};

using collectives::Operation;

constexpr unsigned kDefaultBaud = 115200;

unsigned baud_of(const std::optional<Number>& asked) {
  if (!asked) return kDefaultBaud;
  const std::vector<unsigned> known = known_bauds();
  for (const unsigned baud : known) {
    if (asked->text() == std::to_string(baud)) return baud;
  }
  throw UsageError(
      fmt::format("--baud {}: must be that of the bitstream, one of {}", asked->text(), fmt::join(known, ", ")));
}

// Plans the rows of the catalog that combine nothing, and that nodes load themselves. `packets`: of each run; `root`: as asked.
std::vector<Experiment> runs_of(const BoardArguments& arguments, const std::string& dims, const std::string& packets,
                                bool is_pipelined) {
  MeasureArguments asked;
  asked.parameters = arguments.parameters;
  asked.parameters.pipelined = is_pipelined;
  asked.dims = dims;
  asked.packets = packets;
  std::vector<Experiment> runs = plan_measurement(asked).runs;
  std::erase_if(
      runs, [](const Experiment& run) { return run.operation().shape().combined || run.operation().plan != nullptr; });
  return runs;
}

// Names the option that chooses rows, for messages.
std::string choice_of(const Parameters& request) {
  if (request.collective) return "--collective " + *request.collective;
  if (request.algorithm) return "--algorithm " + *request.algorithm;
  return "--ports " + request.ports.value_or("all");
}

// Refuses values that no board can take.
void check_rows(const BoardArguments& arguments) {
  const std::int64_t most = board::kMostDimensions;
  const std::int64_t packets = std::int64_t{1} << board::most_sequence_bits(1);
  if (arguments.packets) NumberRange(*arguments.packets).require_within("--packets", 1, packets, " on any board");
  if (arguments.parameters.root) arguments.parameters.root->within("--root", 0, (1 << most) - 1, " on any board");
  if (!runs_of(arguments, std::to_string(most), "1", false).empty()) return;
  throw UsageError(
      fmt::format("{}: combines packets, which a board's nodes do not; leave it out", choice_of(arguments.parameters)));
}

std::uint32_t packets_of(const PayloadFile& payload, const Experiment& run, const BoardPlan& plan) {
  Task task = run.task();
  const std::uint64_t bytes = plan.packet_bytes();
  const std::uint64_t packets = packets_for(task, payload.bytes, bytes);
  if (packets <= plan.shape.most_packets()) return static_cast<std::uint32_t>(packets);
  task.packets = plan.shape.most_packets();
  throw FileError(fmt::format("--payload {}: is {} bytes; must be at most {} for {} on this board", payload.path,
                              payload.bytes, payload_bytes(task, bytes), name_of(task.collective)));
}

BoardPlan::BoardPlan(const BoardArguments& asked)
    : arguments(asked), baud(baud_of(asked.baud)), seed(seed_of(asked.parameters)) {
  check_rows(asked);
  CommandFiles first_look;
  add_files(first_look, 2);
  // add_files() has set the payload.
  if (payload && payload->bytes == 0)
    throw FileError(fmt::format("--payload {}: is empty; give at least one byte", payload->path));
}

OutputFolder* BoardPlan::add_files(CommandFiles& to, std::uint32_t nodes) {
  const NamedFile* read = nullptr;
  OutputFolder* folder = nullptr;
  if (arguments.parameters.payload) read = &to.input("--payload", *arguments.parameters.payload);
  if (arguments.parameters.output) folder = &to.folder("--output", *arguments.parameters.output, output_names(nodes));
  to.check();
  if (read != nullptr) payload = PayloadFile{arguments.parameters.payload->string(), read->size};
  return folder;
}

void BoardPlan::fit(const KnownBoard& known) {
  shape = known.shape;
  const std::string packets = arguments.packets.value_or("1");
  NumberRange(packets).require_within("--packets", 1, shape.most_packets(),
                                      ", what a node of this board has memory for from each other");
  runs =
      runs_of(arguments, std::to_string(shape.dimension), packets, (known.capabilities & node::kHasTwoCycleHops) != 0);
  std::erase_if(runs, [&](const Experiment& run) {
    return (known.capabilities >> node::kRulesShift & node::rule_bit(run.operation().row->rule)) == 0;
  });
  if (runs.empty()) {
    throw UsageError(fmt::format("{}: the nodes of this board have no rule for it; make a bitstream with more --rules",
                                 choice_of(arguments.parameters)));
  }
  if (arguments.parameters.output && runs.size() != 1) {
    throw UsageError(
        fmt::format("--output {}: is for one run, and these are {}; choose it by --collective, --algorithm "
                    "and --ports",
                    arguments.parameters.output->string(), runs.size()));
  }
  output = add_files(files, shape.nodes());
  if (!payload) return;
  if (packet_bytes() == 0) {
    throw UsageError(
        fmt::format("--payload {}: the packets of this board have {} bits, less than a byte; make a "
                    "bitstream with --payload-bits 8 or more",
                    payload->path, shape.payload_bits));
  }
  for (Experiment& run : runs) {
    Operation operation = run.operation();
    operation.packets = packets_of(*payload, run, *this);
    run = Experiment(operation, run.setting());
  }
}

std::vector<std::vector<std::uint64_t>> BoardPlan::bytes_of(std::size_t run) const {
  const Task& task = runs[run].task();
  if (payload) return send_memory_of(task, read_payload(payload->path, payload->bytes), packet_bytes());
  std::vector<std::vector<std::uint64_t>> words = words_of(task, PayloadHash(run_seed(run)));
  for (std::vector<std::uint64_t>& of_node : words) {
    for (std::uint64_t& word : of_node) word &= shape.payload_mask();
  }
  return words;
}

using collectives::Operation;

// One run on the board, and the same run on the native engine.
struct BoardResult {
  Experiment experiment;
  std::uint64_t seed = 1;
  BoardReport board;
  RunReport native;

  const Operation& operation() const { return experiment.operation(); }
  std::optional<collectives::ClosedForm> closed_form() const {
    if (!has_closed_form(operation())) return std::nullopt;
    return collectives::closed_form(operation());
  }
  bool closed_form_met() const {
    const std::optional<collectives::ClosedForm> form = closed_form();
    return !form || board.cycles == form->value;
  }
  // The first fault of the run, or nothing.
  std::optional<std::string> fault() const {
    if (board.fault) return board.fault;
    if (board.cycles != native.cycles || board.total_cycles != native.total_cycles) {
      return fmt::format("took {} cycles, {} in all, and the native engine {}, {} in all", board.cycles,
                         board.total_cycles, native.cycles, native.total_cycles);
    }
    if (!closed_form_met()) return "the closed form is missed";
    return native.fault;
  }
};

BoardResult run_both(BoardLink& link, const BoardPlan& plan, std::size_t run) {
  const Experiment& experiment = plan.runs[run];
  const Operation& operation = experiment.operation();
  const Task& task = experiment.task();
  NodeMemory memory(task, plan.bytes_of(run));
  BoardResult result{experiment, plan.run_seed(run), {}, {}};
  result.board = run_on_board(link, operation, memory);
  result.native = Run(experiment, PayloadHash(result.seed)).execute({});
  if (plan.output != nullptr) {
    const std::uint64_t bytes = result_bytes(task, operation.packets, plan.payload_bytes(), plan.packet_bytes());
    write_output(*plan.output, task, memory, bytes, 0, plan.packet_bytes());
  }
  return result;
}

const Columns kBoardColumns{{"collective", "collective", -10},
                            {"algorithm", "algorithm", -9},
                            {"ports", "ports", -5},
                            {"packets", "M", 5},
                            {"cycles", "cycles", 8},
                            {"formula", "closed form", 12},
                            {"total_cycles", "total", 8},
                            {"native_cycles", "native", 8},
                            {"verified", "verified", 0, "",
                             [](const Json& row) -> std::string { return row["verified"] == true ? "yes" : "NO"; }}};

Json to_json(const BoardResult& result, const std::string& port, const BoardPlan& plan) {
  Json json = to_json(result.experiment);
  json["engine"] = "board";
  json["port"] = printable(port);
  json["baud"] = plan.baud;
  json["payload"] = plan.payload ? Json(printable(plan.payload->path)) : Json(nullptr);
  json["seed"] = plan.payload ? Json(nullptr) : Json(result.seed);
  json["cycles"] = result.board.cycles;
  json["total_cycles"] = result.board.total_cycles;
  json["native_cycles"] = result.native.cycles;
  json["native_total_cycles"] = result.native.total_cycles;
  const bool has_form = result.closed_form().has_value();
  json["formula"] = has_form ? Json(text_of(result.closed_form())) : Json(nullptr);
  json["formula_met"] = has_form ? Json(result.closed_form_met()) : Json(nullptr);
  const std::optional<std::string> fault = result.fault();
  json["verified"] = !fault;
  json["fault"] = fault ? Json(*fault) : Json(nullptr);
  json["version"] = kVersion;
  return json;
}

}  // namespace

int board_command(const BoardArguments& arguments) {
  BoardPlan plan(arguments);
  SerialPort port(arguments.port.value_or(""), plan.baud);
  BoardLink link(port);
  link.greet();
  plan.fit({link.shape(), capabilities_of(link)});
  plan.files.open();

  if (!arguments.parameters.json) say(heading_of(kBoardColumns));
  unsigned wrong = 0;
  std::string first_fault;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    if (standard_output_lost()) break;  // nobody would learn of the rest
    const Json row = to_json(run_both(link, plan, run), port.name(), plan);
    say(arguments.parameters.json ? json_line_of(row) : line_of(kBoardColumns, row));
    if (row["verified"] == false && wrong++ == 0) first_fault = row["fault"];
  }
  plan.files.finish();
  plan.files.publish();
  if (wrong == 0) return 0;
  complain(fmt::format("{} of {} runs are not as they should be; the first: {}", wrong, plan.runs.size(), first_fault));
  return 1;
}

}  // namespace testbench
