#include "testbench/cli/board_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hls/board/node_config.hpp"
#include "testbench/board/serial_port.hpp"
#include "testbench/checker/payload_hash.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/payload.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/task_of.hpp"

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

std::vector<Resolved> operations_of(const BoardArguments& arguments) {
  MeasureArguments asked;
  asked.request = arguments.request;
  asked.dims = std::to_string(board::kDimension);
  asked.packets = arguments.packets.value_or("1");
  NumberRange(asked.packets)
      .require_within("--packets", 1, board::kMostPackets, ", what a board's node has memory for from each other");
  std::vector<Resolved> operations = plan_measurement(asked, {}).operations;
  std::erase_if(operations, [](const Resolved& run) { return run.operation.shape().combined; });
  if (!operations.empty()) return operations;
  const Request& request = arguments.request;
  throw UsageError(fmt::format(
      "{}: combines packets, which a board's nodes do not; leave it out",
      request.collective ? "--collective " + *request.collective : "--algorithm " + request.algorithm.value_or("")));
}

std::uint32_t packets_of(const PayloadFile& payload, const Operation& operation) {
  Task task = task_of(operation);
  const std::uint64_t packets = packets_for(task, payload.bytes, kBoardPacketBytes);
  if (packets <= board::kMostPackets) return static_cast<std::uint32_t>(packets);
  task.packets = board::kMostPackets;
  throw FileError(fmt::format("--payload {}: is {} bytes; must be at most {} for {} on a board", payload.path,
                              payload.bytes, payload_bytes(task, kBoardPacketBytes), name_of(task.collective)));
}

void refuse_with_payload(const char* option, const std::string& text, const char* why) {
  throw UsageError(fmt::format("{} {}: {}; leave one of them out", option, text, why));
}

}  // namespace

BoardPlan::BoardPlan(const BoardArguments& arguments)
    : baud(baud_of(arguments.baud)), seed(seed_of(arguments.request)), operations(operations_of(arguments)) {
  const NamedFile* read = nullptr;
  if (arguments.payload) read = &files.input("--payload", *arguments.payload);
  if (arguments.output) output = &files.folder("--output", *arguments.output, output_names(board::kNodes));
  files.check();
  if (output != nullptr && operations.size() != 1) {
    throw UsageError(
        fmt::format("--output {}: is for one run, and these are {}; choose it by --collective, --algorithm "
                    "and --ports",
                    arguments.output->string(), operations.size()));
  }
  if (read == nullptr) return;
  payload = PayloadFile{arguments.payload->string(), read->size};
  if (arguments.packets)
    refuse_with_payload("--packets", *arguments.packets, "the size of --payload gives the packets");
  if (arguments.request.seed) {
    refuse_with_payload("--seed", arguments.request.seed->text(), "with --payload nothing is random");
  }
  if (payload->bytes == 0)
    throw FileError(fmt::format("--payload {}: is empty; give at least one byte", payload->path));
  for (Resolved& run : operations) run.operation.packets = packets_of(*payload, run.operation);
}

std::vector<std::vector<std::uint64_t>> BoardPlan::bytes_of(std::size_t run) const {
  const Task task = task_of(operations[run].operation);
  if (payload) return send_memory_of(task, read_payload(payload->path, payload->bytes), kBoardPacketBytes);
  std::vector<std::vector<std::uint64_t>> words = words_of(task, PayloadHash(run_seed(run)));
  for (std::vector<std::uint64_t>& of_node : words) {
    for (std::uint64_t& word : of_node) word &= board::Payload::kMax;
  }
  return words;
}

}  // namespace testbench
