// The nodes of a network, of any configuration and in any form: C++, RTL, or both in lockstep. A
// fabric that clocks them needs no more than this, and a node that is compiled elsewhere gives no
// less.
//
//     nodes.step(node, in, out);   // one clock cycle of one node; `out` are its registers
//     ...                          // of the others
//     if (auto difference = nodes.end_cycle(moment)) ...
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hls/router/register_access.hpp"
#include "testbench/nodes/moment.hpp"
#include "testbench/nodes/wide.hpp"

namespace testbench {

using network::Address;

// The inputs of a node in a cycle: what its neighbours', its memory's and its source's registers
// held before.
struct NodeInputs {
  NodeInputs(unsigned ports, unsigned streams) : links(ports), counts(ports), payloads(streams) {}

  // Nothing on the links, neighbours and a memory that take everything.
  void be_quiet() {
    for (WideLink& link : links) {
      link.valid = hls::Bit(0);
      link.go = hls::Bit(1);
    }
    for (WideCount& count : counts) count.valid = false;
    eject_ready = network::Ports::first(static_cast<unsigned>(links.size()));
    access = {};
    start = request = false;
  }

  std::vector<WideLink> links;          // by port
  std::vector<WideCount> counts;        // by port: on the wires beside a link, of nodes that have them
  std::vector<std::uint64_t> payloads;  // by stream: the memory's answers to NodeOutputs::fetches
  network::Ports eject_ready;           // the memory takes what NodeOutputs::ejects holds
  router::RegisterAccess access;
  bool start = false;    // the strobe
  bool request = false;  // of nodes that serve broadcast requests: one has come
};

// The outputs of a node, which are registers.
struct NodeOutputs {
  NodeOutputs(unsigned ports, unsigned streams) : links(ports), counts(ports), fetches(streams), ejects(ports) {
    for (WideLink& link : links) link.go = hls::Bit(1);
  }

  std::vector<WideLink> links;
  std::vector<WideCount> counts;
  std::vector<WideFetch> fetches;
  std::vector<WideFlit> ejects;
  std::uint32_t answer = 0;  // to the last register read
  bool full = false;         // the source of requests must wait
};

class Nodes {
 public:
  virtual ~Nodes() = default;

  // One clock cycle of a node. `out`: the same object for a node in every cycle.
  virtual void step(Address node, const NodeInputs& in, NodeOutputs& out) = 0;
  // Behind the last node's step. A register that differed in this cycle, where two forms of a node
  // are compared.
  virtual std::optional<RegisterDifference> end_cycle(const Moment&) { return std::nullopt; }

  // Makes every node what node 0 is. False where they cannot.
  virtual bool copy_first() { return false; }
  // Whether a waveform wants the coming cycle; if so, record() is called before the steps with the
  // inputs of nodes first, first + 1, ...: of those that step.
  virtual bool records(const Moment&) const { return false; }
  virtual void record(const Moment&, Address, std::span<const NodeInputs* const>) {}
  // Most packets that a crosspoint queue has held since the start; 0 where that is asked of
  // registers, or not told.
  virtual std::uint32_t deepest_queue() const { return 0; }
};

// How RTL nodes are made.
struct RtlRequest {
  std::uint32_t nodes = 0;
  std::vector<bool> is_rtl;  // by address; the others are C++
  bool lockstep = false;     // C++ beside every RTL node, each register compared in each cycle
  std::optional<WaveRequest> wave;
};

// The function that a compiled model of RTL nodes has, by this name. The caller owns the nodes.
// Throws std::runtime_error where the waveform's file cannot be written.
using MakeRtlNodes = Nodes*(const RtlRequest&);
inline constexpr const char* kMakeRtlNodes = "cubecast_make_rtl_nodes";

}  // namespace testbench
