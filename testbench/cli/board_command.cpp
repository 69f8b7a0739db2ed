// Runs rows of the catalog on a board behind a serial line: bytes judged by the checker, cycles
// beside the closed form and the native engine's.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/board/board_run.hpp"
#include "testbench/cli/board_plan.hpp"
#include "testbench/cli/payload.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/cli/version.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

using collectives::Operation;

constexpr const char* kRow = "{:<10} {:<9} {:<5} {:>5} {:>8} {:>12} {:>8} {:>8}  {}\n";

// A run on the board and the same one on the native engine.
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
  // What is not as it should be.
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
    write_output(*plan.output, task, memory, bytes, plan.packet_bytes());
  }
  return result;
}

std::string heading() {
  return fmt::format(kRow, "collective", "algorithm", "ports", "M", "cycles", "closed form", "total", "native",
                     "verified");
}

std::string row_of(const BoardResult& result) {
  const Operation& operation = result.operation();
  return fmt::format(kRow, name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                     operation.packets, result.board.cycles, text_of(result.closed_form()), result.board.total_cycles,
                     result.native.cycles, result.fault() ? "NO" : "yes");
}

std::string json_of(const BoardResult& result, const std::string& port, const BoardPlan& plan) {
  using Json = nlohmann::ordered_json;
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
  return json.dump() + '\n';
}

}  // namespace

int board_command(const BoardArguments& arguments) {
  if (!arguments.port) throw UsageError("--port: is not given; give the board's serial line, such as /dev/ttyUSB1");
  BoardPlan plan(arguments);
  SerialPort port(*arguments.port, plan.baud);
  BoardLink link(port);
  link.greet();
  plan.fit({link.shape(), capabilities_of(link)});
  plan.files.open();

  if (!arguments.json) say(heading());
  unsigned wrong = 0;
  std::string first_fault;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    if (standard_output_lost()) break;  // nobody would learn of the rest
    const BoardResult result = run_both(link, plan, run);
    say(arguments.json ? json_of(result, port.name(), plan) : row_of(result));
    const std::optional<std::string> fault = result.fault();
    if (fault && wrong++ == 0) first_fault = *fault;
  }
  plan.files.finish();
  plan.files.publish();
  if (wrong == 0) return 0;
  complain(fmt::format("{} of {} runs are not as they should be; the first: {}", wrong, plan.runs.size(), first_fault));
  return 1;
}

}  // namespace testbench
