// SPDX-License-Identifier: Apache-2.0
// An operation at a site by a row of the catalog, with the plan, the tables and the links that it refers to.
//
//     const Prepared made(row, Site(network_of("ring:5")), asked);
//     made.operation()   // refers to `made`
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/packet_counts.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/trees/frame_wires.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/tried_runs.hpp"

namespace testbench {

// A network with a table of its links, because a run asks for the neighbour behind a port for every
// packet. The judge knows the network by that table only. It works out the counts of an isotropic
// task from the table itself.
class WiredNetwork final : public network::AnyNetwork {
 public:
  explicit WiredNetwork(const Network& network);

  // Counts the packets of each node for each other, by relative address, `rounds` times.
  void count(const std::vector<std::uint32_t>& seen, std::uint32_t rounds) { counts_.emplace(edges_, seen, rounds); }

  std::uint32_t nodes() const override { return links_.nodes(); }
  std::uint32_t ends() const override { return links_.ends(); }
  unsigned ports() const override { return links_.ports(); }
  Address neighbour(Address node, unsigned port) const override {
    return Address(links_.neighbour(node.number(), port));
  }
  unsigned arrival_port(Address node, unsigned port) const override { return links_.arrival_port(node.number(), port); }
  bool is_cayley() const override { return network_.is_cayley(); }
  Address relative(Address node, Address origin) const override { return network_.relative(node, origin); }
  Address absolute(Address seen, Address origin) const override { return network_.absolute(seen, origin); }

  const EdgeTable& edges() const { return edges_; }
  // Null for a task without counts.
  const PacketCounts* counts() const { return counts_ ? &*counts_ : nullptr; }

 private:
  Network network_;
  LinkTable links_;
  EdgeTable edges_;
  std::optional<PacketCounts> counts_;
};

// The packets of an alltoall with different counts for different nodes.
struct Counts {
  std::optional<std::string> file;
  std::uint64_t seed = 0;              // of random ones
  std::uint32_t most = 0;              // upper limit of a random count
  std::vector<std::uint32_t> packets;  // by relative address; that of 0 is 0, some other is not
};

// Messages of software in routing cycles: the most packets, 0: of a frame; and a start-up beside those of their
// frames.
struct CycleMessages {
  std::uint32_t packets = 0;
  std::uint64_t start_up = 0;
};

class Prepared {
 public:
  // `asked`: what does not depend on the row. `setting`: its links in routing cycles get release programs of
  // the depth that the plan needs; its links that never work are known. `counts`: each node has `packets`
  // times k_c packets for the node that it sees as c, instead of `packets` for each.
  // Throws PlanError where the row has no plan here. `wires_share`: eighths of their cycles that a plan knows of wires
  // that differ. Shorter ways are better for a few packets, and even ones for many. `whole`: that this is a part of. `left_out`:
  // links that work, and that the plan does not use; only rows that go around dead links take some.
  Prepared(const Entry& row, Site site, const collectives::Operation& asked, MeshSetting setting = {},
           std::optional<Counts> counts = {}, const CycleMessages& messages = {}, unsigned wires_share = kWiresWhole,
           const Prepared* whole = nullptr, const std::vector<collectives::DeadLink>& left_out = {});
  static constexpr unsigned kWiresWhole = 8;

  // Refers to this object, which must outlive it.
  const collectives::Operation& operation() const { return operation_; }
  const Site& site() const { return site_; }
  const MeshSetting& setting() const { return setting_; }
  const std::optional<Counts>& counts() const { return counts_; }
  // Links that work, and that the plan does not use.
  std::vector<collectives::DeadLink> left_out() const {
    return {lost_.begin() + static_cast<std::ptrdiff_t>(dead_), lost_.end()};
  }
  // In routing cycles alone.
  const CyclePlan& in_cycles() const { return static_cast<const CyclePlan&>(*plan_); }

  // Why the row was chosen among others; empty where closed forms or plans say it.
  const std::string& choice() const { return choice_; }
  void tell_choice(std::string why) { choice_ = std::move(why); }

  // That it takes by its closed form or its plan; the largest number where neither says.
  std::uint64_t cycles() const;
  // On wires that take cycles, or on all ports carry frames: those of the nodes as they are loaded. Nothing where there
  // are too many hops to play; more than `limit` cycles where it takes as many.
  std::optional<std::uint64_t> played(std::uint64_t limit) const;

  // Keeps the runs of experiments with all its packets.
  const std::shared_ptr<TriedRuns>& tried() const { return tried_; }

  // A part of it, with another number of packets or in another order. Not in routing cycles, whose rows may be gone.
  std::shared_ptr<Prepared> made_again(std::uint32_t packets, bool transit_first) const;

 private:
  void plan_ways(const Entry& row, const Prepared* whole);
  void plan_in_cycles(const CycleRow& row, const CycleMessages& messages);
  void require_whole_trees() const;

  // The cycles of each link that the plan knows; empty where they are alike.
  std::vector<std::uint16_t> known_wires() const;
  // And of a packet on each, where they differ in width and the plan knows all of them.
  std::vector<std::uint16_t> known_packet_cycles() const;
  // How links with a link layer carry packets: one shape for all, or one for each.
  std::vector<FrameShape> frames() const;
  bool have_wires_that_differ() const { return setting_.latencies && !setting_.links; }

  const Entry* row_;
  Site site_;
  MeshSetting setting_;
  std::optional<Counts> counts_;
  unsigned wires_share_;
  std::string choice_;
  std::vector<collectives::DeadLink> lost_;  // links that never work, then those that are left out
  std::size_t dead_;                         // of the former
  std::unique_ptr<const collectives::Plan> plan_;
  std::unique_ptr<WiredNetwork> wired_;
  collectives::Operation operation_;
  std::shared_ptr<TriedRuns> tried_ = std::make_shared<TriedRuns>();
};

// The links that never work, which the firmware knows.
std::vector<collectives::DeadLink> known_dead(const std::vector<BrokenLink>& broken);

}  // namespace testbench
