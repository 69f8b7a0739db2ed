// SPDX-License-Identifier: Apache-2.0
// A run of a top beside its Verilator model: the interface between the program of a lockstep test
// (main.cpp, one for all tops) and a top's own source, of_top.cpp.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "hls/stepc/lockstep/lockstep.hpp"

namespace stepc {

// Writes a run as a testbench for another simulator: the inputs of every cycle, and the outputs
// that must appear before the clock edge.
class TestbenchWriter {
 public:
  // Writes testbench.sv and vectors.txt into a folder that exists.
  TestbenchWriter(const std::string& folder, std::uint64_t cycles)
      : text_(folder + "/testbench.sv"), vectors_(folder + "/vectors.txt"), cycles_(cycles) {}

  // Adds one cycle. The outputs of a top are registers, so they do not depend on inputs of the same
  // cycle.
  template <class Harness, class Model>
  void add(Model& model, const std::string& module) {
    std::string bits;  // the first port in the lowest
    std::string connections;
    std::uint64_t low = 0;
    std::uint64_t input_bits = 0;
    Harness::each_port(model, [&](const char* name, const auto& signal, unsigned width, bool is_output) {
      for (unsigned i = 0; i < width; ++i) bits.insert(bits.begin(), get_bits(signal, i, 1) != 0 ? '1' : '0');
      const std::string range = "[" + std::to_string(low + width - 1) + ":" + std::to_string(low) + "]";
      connections += std::string(",\n    .") + name + "(" + (is_output ? "seen" : "line") + range + ")";
      low += width;
      if (!is_output) input_bits = low;
    });
    if (!is_started_) start(module, connections, input_bits, low);
    is_started_ = true;
    vectors_ << bits << "\n";
  }

 private:
  void start(const std::string& module, const std::string& connections, std::uint64_t input_bits, std::uint64_t bits) {
    const std::string range = "[" + std::to_string(bits - 1) + ":0]";
    text_ << "`timescale 1ns / 1ns\nmodule testbench;\n  reg clk = 0, rst = 1;\n  reg " << range
          << " lines [0:" << cycles_ - 1 << "];\n  reg " << range << " line = 0;\n  wire " << range
          << " seen;\n  integer i;\n  " << module << " top (\n    .clk(clk),\n    .rst(rst)" << connections << ");\n"
          << "  initial begin\n    $readmemb(\"vectors.txt\", lines);\n    line = lines[0];\n    #1 clk = 1;\n"
          << "    #1 clk = 0;\n    rst = 0;\n    for (i = 0; i < " << cycles_ << "; i = i + 1) begin\n"
          << "      line = lines[i];\n      #1;\n      if (seen[" << bits - 1 << ":" << input_bits << "] !== line["
          << bits - 1 << ":" << input_bits << "]) begin\n"
          << "        $display(\"cycle %0d: outputs %h, must be %h\", i, seen >> " << input_bits << ", line >> "
          << input_bits << ");\n        $finish;\n      end\n      #1 clk = 1;\n      #1 clk = 0;\n    end\n"
          << "    $display(\"" << cycles_ << " cycles: the same outputs\");\n    $finish;\n  end\nendmodule\n";
  }

  std::ofstream text_;
  std::ofstream vectors_;
  std::uint64_t cycles_;
  bool is_started_ = false;
};

// Runs the top beside its Verilator model. `writer` gets every cycle unless it is null.
std::optional<Divergence> run_top(const LockstepOptions& options, TestbenchWriter* writer);

}  // namespace stepc
