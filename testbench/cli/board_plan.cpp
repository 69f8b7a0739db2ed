#include "testbench/cli/board_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "firmware/node/registers.hpp"
#include "testbench/board/serial_port.hpp"
#include "testbench/checker/payload_hash.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/payload.hpp"
#include "testbench/cli/usage_error.hpp"

namespace testbench {
namespace {

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

// Rows of the catalog that combine nothing. `packets`: of each run; `root`: as asked.
std::vector<Experiment> runs_of(const BoardArguments& arguments, const std::string& dims, const std::string& packets,
                                bool is_pipelined) {
  MeasureArguments asked;
  asked.request = arguments.request;
  asked.request.engine.pipelined = is_pipelined;
  asked.dims = dims;
  asked.packets = packets;
  std::vector<Experiment> runs = plan_measurement(asked, {}).runs;
  std::erase_if(runs, [](const Experiment& run) { return run.operation().shape().combined; });
  return runs;
}

// The options that choose rows, for messages.
std::string choice_of(const Request& request) {
  if (request.collective) return "--collective " + *request.collective;
  if (request.algorithm) return "--algorithm " + *request.algorithm;
  return "--ports " + request.ports.value_or("all");
}

// What is wrong on any board.
void check_rows(BoardArguments arguments) {
  const std::int64_t most = board::kMostDimensions;
  const std::int64_t packets = std::int64_t{1} << board::most_sequence_bits(1);
  if (arguments.packets) NumberRange(*arguments.packets).require_within("--packets", 1, packets, " on any board");
  if (arguments.request.root) arguments.request.root->within("--root", 0, (1 << most) - 1, " on any board");
  // Node 0 is on every board, and whether a collective has a root is checked.
  if (arguments.request.root) arguments.request.root = Number(0);
  if (!runs_of(arguments, std::to_string(most), "1", false).empty()) return;
  throw UsageError(
      fmt::format("{}: combines packets, which a board's nodes do not; leave it out", choice_of(arguments.request)));
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

void refuse_with_payload(const char* option, const std::string& text, const char* why) {
  throw UsageError(fmt::format("{} {}: {}; leave one of them out", option, text, why));
}

}  // namespace

BoardPlan::BoardPlan(const BoardArguments& asked)
    : arguments(asked), baud(baud_of(asked.baud)), seed(seed_of(asked.request)) {
  check_rows(asked);
  CommandFiles first_look;
  add_files(first_look, 2);
  if (!payload) return;  // add_files() has set it
  if (asked.packets) refuse_with_payload("--packets", *asked.packets, "the size of --payload gives the packets");
  if (asked.request.seed) {
    refuse_with_payload("--seed", asked.request.seed->text(), "with --payload nothing is random");
  }
  if (payload->bytes == 0)
    throw FileError(fmt::format("--payload {}: is empty; give at least one byte", payload->path));
}

OutputFolder* BoardPlan::add_files(CommandFiles& to, std::uint32_t nodes) {
  const NamedFile* read = nullptr;
  OutputFolder* folder = nullptr;
  if (arguments.payload) read = &to.input("--payload", *arguments.payload);
  if (arguments.output) folder = &to.folder("--output", *arguments.output, output_names(nodes));
  to.check();
  if (read != nullptr) payload = PayloadFile{arguments.payload->string(), read->size};
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
                                 choice_of(arguments.request)));
  }
  if (arguments.output && runs.size() != 1) {
    throw UsageError(
        fmt::format("--output {}: is for one run, and these are {}; choose it by --collective, --algorithm "
                    "and --ports",
                    arguments.output->string(), runs.size()));
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
    run = Experiment(operation, run.engine());
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

}  // namespace testbench
