// Which simulator a run uses, and which of its nodes are RTL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "firmware/node/registers.hpp"
#include "testbench/cli/number.hpp"
#include "testbench/networks/network.hpp"
#include "testbench/run/experiment.hpp"

namespace testbench {

// What the user asked for, unchecked.
struct EngineRequest {
  std::optional<std::string> name;  // nothing: native, or rtl for lockstep
  bool lockstep = false;
  std::optional<std::string> rtl_nodes;  // "0,3,5-7" or "all"
  std::optional<std::string> wave;       // the file, for messages
  std::optional<Number> threads;
  std::optional<Number> payload_bits;
  bool pipelined = false;
  std::optional<Number> combine_stages;

  // Of a hop, the cycles in the routers, and those in which packets are combined. Throws UsageError
  // for a wrong number.
  unsigned router_cycles() const { return pipelined ? 2 : 1; }
  unsigned stages() const {
    if (!combine_stages) return 0;
    return static_cast<unsigned>(combine_stages->within("--combine-stages", 0, node::kMaxCombineStages));
  }
  unsigned bits() const {
    return payload_bits ? static_cast<unsigned>(payload_bits->within("--payload-bits", 1, 64)) : 64;
  }
};

// The dimension of a cube that the engine runs. Throws UsageError "--dim 40: must be 1..16 for
// --engine native".
unsigned dimension_on(const std::string& engine, const Number& dim);

// For a cube of dimension `dim`, unchecked too; without stalls. Throws UsageError for an unknown
// engine, a dimension that it does not run, a wrong list of nodes, and options that do not go
// together.
EngineChoice choose_engine(const EngineRequest& request, const Number& dim);

// For any other network; `spec`: what it was asked for by. Throws UsageError as well where it is
// too large for the engine.
EngineChoice choose_engine(const EngineRequest& request, const std::string& spec, const Network& network);

}  // namespace testbench
