// SPDX-License-Identifier: Apache-2.0
// The link layer of a run: what it costs, its registers, and its training before the start.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hls/configuration/link_times.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

// The cycles that the links of such a run take; the simulation has links.
hls::LinkTimes link_times(const collectives::Operation& operation, const MeshSetting& asked);

// The cycles of a packet on each link, where links differ in wires; else null.
std::shared_ptr<const LinkValues> packet_cycles_of(const collectives::Operation& operation, const MeshSetting& asked);

// The links of a run, by their configuration.
class LinkLayer {
 public:
  // Nothing if the nodes have no link layer.
  static std::optional<LinkLayer> of(const Experiment& experiment);

  const hls::LinkTimes& times() const { return times_; }
  // The paper's tau: cycles of a frame beside those of its packets.
  unsigned tau() const { return times_.tau(setting_.gap); }
  // Cycles of a hop of one packet in a frame of its own, over the narrowest link.
  unsigned hop_cycles() const;
  // Cycles of a slot of the port gate. A hop takes as many slots as the schedule's hops take cycles,
  // and a slot is long enough for one packet.
  unsigned slot_cycles() const;
  bool is_checked() const { return setting_.check != hls::LinkCheck::kNone; }
  // A lower bound, from one in cycles in each of which a link carries a packet (where links differ: from one in the
  // cycles of each). Every packet takes
  // its cycles on each link, and the first one a start-up before (docs/guides/links.md).
  std::uint64_t least_cycles(std::uint64_t bound) const {
    return bound * (packet_cycles_ == nullptr ? times_.packet : 1) + tau();
  }
  // The cycles after which a packet that has been sent twice would have come twice.
  std::uint64_t aftermath() const;
  // A run stands still if nothing moves for so many cycles: links have then been declared dead.
  std::uint64_t patience() const;

  // Writes the registers of a node's links.
  void load(Mesh& mesh, Address node) const;
  // Clocks the mesh until both ends of every link know what to expect. Links that are broken from
  // the beginning are left out. Returns the fault if one does not come up.
  // `symmetric`: node 0 stands for all.
  std::optional<std::string> train(Mesh& mesh, const std::function<void()>& poll, bool symmetric = false) const;

  // The sum over all links, and the links that are dead, "3:1 7:0", as node and port. `symmetric`: node 0
  // stands for all; the frames of links are those of its own.
  LinkTotals totals(Mesh& mesh, bool symmetric = false) const;

 private:
  LinkLayer(const Experiment& experiment, const LinkSetting& setting);

  const collectives::Operation* operation_;
  LinkSetting setting_;
  unsigned latency_;  // of the wires
  std::vector<BrokenLink> broken_;
  hls::LinkTimes times_;             // of the widest link
  const LinkValues* packet_cycles_;  // of each; null: all are alike
  unsigned time_out_;
};

}  // namespace testbench
