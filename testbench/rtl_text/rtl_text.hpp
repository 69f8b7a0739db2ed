// The SystemVerilog of the nodes that the RTL engine runs, with their parameters.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace testbench {

struct RtlText {
  unsigned dimension = 0;
  unsigned hop_cycles = 1;
  std::string module;  // the top's
  std::string_view system_verilog;
  std::string_view core_file;  // FuseSoC's, CAPI2
  unsigned payload_bits = 0;
  unsigned sequence_bits = 0;
  std::size_t queue_depth = 0;    // packets in a crosspoint queue
  std::size_t program_depth = 0;  // entries of the injection program of a port
};

// By ascending dimension, first those with one cycle a hop; none where this build has no RTL.
std::span<const RtlText> rtl_texts();

}  // namespace testbench
