// Options of the command line, for the files that define its commands.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string>

#include "testbench/request/request.hpp"
#include "testbench/request/words.hpp"

namespace testbench {

// An option whose value is kept as typed. `shown`: the default, for the help.
template <class Field>
void add(CLI::App& command, const std::string& name, Field& field, const std::string& type, const std::string& help,
         const std::string& shown = "") {
  CLI::Option* const option =
      command.add_option_function<std::string>(name, [&field](const std::string& text) { field = Field(text); }, help);
  option->type_name(type);
  if (!shown.empty()) option->default_str(shown);
}

template <>
inline void add(CLI::App& command, const std::string& name, std::optional<Number>& field, const std::string& type,
                const std::string& help, const std::string& shown) {
  CLI::Option* const option =
      command.add_option_function<std::string>(name, [&field](const std::string& text) { field = Number(text); }, help);
  option->type_name(type);
  if (!shown.empty()) option->default_str(shown);
}

inline void add_pipelined(CLI::App& command, bool& pipelined) {
  command.add_flag("--pipelined", pipelined,
                   "Routers with two cycles a hop, for a faster clock (docs/guides/fpga.md); one cycle if left out");
}

inline void add_combine_stages(CLI::App& command, std::optional<Number>& stages) {
  add(command, "--combine-stages", stages, "INT",
      "Of what combines packets: cycles more a hop in which routers do, for a faster clock (docs/guides/fpga.md)", "0");
}

inline void add_engine(CLI::App& command, EngineRequest& engine) {
  add(command, "--engine", engine.name, "TEXT", fmt::format("Simulator: {}", fmt::join(engine_names(), ", ")),
      "native");
  add(command, "--payload-bits", engine.payload_bits, "INT", "Of packets in RTL nodes, 1..64", "64");
  add_pipelined(command, engine.pipelined);
  add_combine_stages(command, engine.combine_stages);
  add(command, "--threads", engine.threads, "INT", "Threads of the native engine; the results are the same with any",
      "1");
  command.add_flag(
      "--lockstep", engine.lockstep,
      "Run RTL and C++ side by side and compare every register of every node in every cycle; the first\n"
      "difference ends the run with its cycle, node and register, and a waveform of the cycles before it.\n"
      "Takes --engine rtl if there is none");
}

}  // namespace testbench
