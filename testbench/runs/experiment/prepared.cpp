// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "firmware/collectives/reduce.hpp"
#include "firmware/collectives/whole_trees.hpp"
#include "testbench/plans/collectives/played_gates.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/runs/experiment/link_layer.hpp"

namespace testbench {
namespace {

constexpr std::size_t kMostReleases = 65536;  // of a configuration
constexpr std::uint64_t kNotKnown = std::numeric_limits<std::uint64_t>::max();

}  // namespace

WiredNetwork::WiredNetwork(const Network& network)
    : network_(network),
      links_(network),
      edges_(links_.neighbours(), network.is_cayley(), links_.arrivals(), network.ends()) {
}

Prepared::Prepared(const Entry& row, Site site, const collectives::Operation& asked, MeshSetting setting,
                   std::optional<Counts> counts, const CycleMessages& messages, unsigned wires_share,
                   const Prepared* whole, const std::vector<collectives::DeadLink>& left_out)
    : row_(&row),
      site_(std::move(site)),
      setting_(std::move(setting)),
      counts_(std::move(counts)),
      wires_share_(wires_share),
      lost_(known_dead(setting_.wires.broken)),
      dead_(lost_.size()),
      operation_(asked) {
  lost_.insert(lost_.end(), left_out.begin(), left_out.end());
  operation_.row = &row;
  operation_.plan = nullptr;
  if (site_.cube) operation_.network = *site_.cube;
  operation_.dead = {lost_.data(), static_cast<std::uint32_t>(dead_)};
  if (row.counts_hops && asked.link_latency != 0) {
    throw PlanError(
        "its gate counts hops on wires that take no cycles; use another algorithm, or leave --link-latency out");
  }
  if (row.in_cycles != nullptr) {
    plan_in_cycles(*row.in_cycles, messages);
  } else if (row.make != nullptr) {
    plan_ways(row, whole);
  } else {
    require_whole_trees();
  }
}

void Prepared::plan_ways(const Entry& row, const Prepared* whole) {
  // Nodes of a cube combine packets around dead links too. On the other ways of a plan they are routed by tables, as
  // nodes of any network are.
  const bool is_routed_in_logic =
      site_.cube && operation_.shape().combined && row.is_offered_at(kOnCube | kOnCubeWithDead);
  if (!is_routed_in_logic && operation_.router_cycles() != 1) {
    throw PlanError("nodes that take it on the ways of a plan have one cycle a hop; leave --pipelined out");
  }
  const std::vector<std::uint32_t>& seen = counts_ ? counts_->packets : std::vector<std::uint32_t>();
  const NodeRules rules = is_routed_in_logic            ? NodeRules::kCombiningCube
                          : operation_.shape().combined ? NodeRules::kCombiningLabelled
                                                        : NodeRules::kLabelled;
  if (!is_routed_in_logic) {
    // The bits of a packet follow from the judge's task, which refers to this network.
    wired_ = std::make_unique<WiredNetwork>(site_.network);
    operation_.network = network::SomeNetwork(*wired_);
  }
  const std::vector<std::uint16_t> wires = known_wires();
  const std::vector<std::uint16_t> packet_cycles = wires.empty() ? wires : known_packet_cycles();
  const bool cuts_through = !setting_.links || setting_.links->cut_through;
  const std::uint64_t router_cycles = operation_.hop_cycles - operation_.link_latency;
  const bool has_all_wires = wires.empty() && !have_wires_that_differ();
  const collectives::Hop hop(has_all_wires ? operation_.hop_cycles : router_cycles, operation_.combine_stages);
  plan_ = row.make({site_.network, operation_.packets, operation_.root, seen, lost_, hop, operation_.combining, rules,
                    wires, router_cycles, setting_.links.has_value(), packet_cycles,
                    cuts_through ? 1 : setting_.links->frame_packets, whole == nullptr ? nullptr : whole->plan_.get(),
                    operation_.transit_first});
  operation_.plan = plan_.get();
  // The plan has refused networks on which counts mean nothing.
  if (wired_ && counts_) wired_->count(counts_->packets, operation_.packets);
}

void Prepared::plan_in_cycles(const CycleRow& row, const CycleMessages& messages) {
  if (!setting_.links) throw std::logic_error("routing cycles need links");
  LinkSetting& links = *setting_.links;
  // Packets leave in a later routing cycle anyway.
  links.cut_through = links.check == hls::LinkCheck::kNone;
  links.release_depth = 1;  // a program of any depth adds rules, and so bits, to a packet
  const hls::LinkTimes times = link_times(operation_, setting_);
  std::unique_ptr<const CyclePlan> plan = testbench::plan_in_cycles(
      row, operation_,
      {links.frame_packets, times.tau(links.gap), times.packet, times.pipeline + operation_.hop_cycles - 1,
       links.cut_through, messages.packets, messages.start_up});
  constexpr std::uint64_t kMostCycles = 0x7fffffff;
  if (plan->cycles()->value > kMostCycles || plan->longest_program() > kMostReleases) {
    throw PlanError(
        fmt::format("{} cycles in {} releases: release programs count to {} cycles and have {} entries; use "
                    "fewer packets or a shorter gap",
                    plan->cycles()->value, plan->longest_program(), kMostCycles, kMostReleases));
  }
  // Few depths, because each is a model.
  links.release_depth = static_cast<unsigned>(std::bit_ceil(std::max<std::size_t>(plan->longest_program(), 64)));
  plan_ = std::move(plan);
  operation_.row = &row;  // which stays where an entry for it alone does not
  operation_.plan = plan_.get();
  operation_.routing_cycles = true;
}

// Every node that sends needs a tree without a dead link.
void Prepared::require_whole_trees() const {
  if (dead_ == 0) return;
  const bool has_one_root = operation_.row->collective != collectives::Collective::kAllgather;
  for (const Address node : network::addresses(has_one_root ? 1 : operation_.network.nodes())) {
    const Address root = has_one_root ? operation_.root : node;
    if (collectives::WholeTrees(operation_, root).count() != 0) continue;
    throw PlanError(fmt::format("each of the {} edge-disjoint trees of node {} needs one of them; {}",
                                operation_.network.ports(), root.number(),
                                operation_.redundant ? "leave some out" : "use --algorithm tree, or leave it out"));
  }
}

std::uint64_t Prepared::cycles() const {
  if (!collectives::has_closed_form(operation_)) {
    const auto* const played = dynamic_cast<const PlayedPlan*>(plan_.get());
    return played != nullptr ? played->planned_cycles() : kNotKnown;
  }
  if (dead_ != 0 && plan_ == nullptr) return collectives::whole_trees_one_port(operation_);
  return collectives::closed_form(operation_).value;
}

std::vector<std::uint16_t> Prepared::known_wires() const {
  const auto packet_cycles = packet_cycles_of(operation_, setting_);
  const bool are_known = operation_.link_latency != 0 || packet_cycles != nullptr;
  if (!are_known || row_->ports != collectives::PortModel::kAll || wires_share_ == 0) return {};
  std::vector<std::uint16_t> known(std::size_t{site_.network.nodes()} * site_.network.ports(),
                                   static_cast<std::uint16_t>(operation_.link_latency));
  if (setting_.latencies) known = setting_.latencies->all();
  if (packet_cycles != nullptr && setting_.links) {
    // A hop of a frame of one packet, and its start-up.
    const hls::LinkTimes times = link_times(operation_, setting_);
    const unsigned registers =
        times.tau(setting_.links->gap) + times.pipeline - (setting_.latencies ? setting_.link_latency : 0);
    for (std::size_t link = 0; link < known.size(); ++link) {
      known[link] = static_cast<std::uint16_t>(known[link] + packet_cycles->all()[link] + registers - 1);
    }
  }
  for (std::uint16_t& cycles : known) cycles = static_cast<std::uint16_t>(cycles * wires_share_ / kWiresWhole);
  return known;
}

// A frame of a narrow link, with its start-up, has one packet.
std::vector<std::uint16_t> Prepared::known_packet_cycles() const {
  const auto packet_cycles = packet_cycles_of(operation_, setting_);
  if (packet_cycles == nullptr || !setting_.links || wires_share_ != kWiresWhole) return {};
  const unsigned start_up = link_times(operation_, setting_).tau(setting_.links->gap);
  std::vector<std::uint16_t> known = packet_cycles->all();
  for (std::uint16_t& cycles : known) {
    if (cycles != packet_cycles->least()) cycles = static_cast<std::uint16_t>(cycles + start_up);
  }
  return known;
}

std::optional<std::uint64_t> Prepared::played(std::uint64_t limit) const {
  const std::uint64_t nodes_of_tables =
      shape_of(row_->collective).senders == collectives::Party::kAll ? site_.network.nodes() : site_.network.ports();
  if (site_.network.nodes() * nodes_of_tables > kMostPlayedHops) return std::nullopt;
  LinkTable links(site_.network);
  if (setting_.latencies) {
    links = links.with_wires(setting_.latencies->all(), operation_.hop_cycles - operation_.link_latency);
  }
  std::vector<node::RegisterImage> images(links.nodes());
  for (const Address me : network::addresses(links.nodes())) {
    node::Driver driver(images[me.number()]);
    load(operation_, me, driver);
  }
  const PlayedNodes nodes(links, Routing::of(operation_), operation_.hop(), images, frames());
  try {
    PlayedGates gates(images);
    return play(
        nodes, links, [&](std::vector<Transfer>& transfers, std::uint64_t) { gates.choose(transfers); }, limit,
        kMostPlayedHops, gates.longest());
  } catch (const PlanError&) {
    return std::nullopt;
  }
}

std::vector<FrameShape> Prepared::frames() const {
  if (!setting_.links) return {};
  const LinkSetting& links = *setting_.links;
  const hls::LinkTimes times = link_times(operation_, setting_);
  const unsigned of_wires = setting_.latencies ? setting_.link_latency : 0;  // which are with those of each link
  const FrameShape widest{times.packet, times.tau(links.gap), times.pipeline - of_wires, links.frame_packets,
                          links.cut_through};
  const auto packet_cycles = packet_cycles_of(operation_, setting_);
  if (packet_cycles == nullptr) return {widest};
  std::vector<FrameShape> shapes(packet_cycles->all().size(), widest);
  for (std::size_t link = 0; link < shapes.size(); ++link) {
    const unsigned rest = packet_cycles->all()[link] - times.packet;
    if (rest == 0) continue;
    shapes[link].start_up += rest;
    shapes[link].most = 1;
  }
  return shapes;
}

std::shared_ptr<Prepared> Prepared::made_again(std::uint32_t packets, bool transit_first) const {
  collectives::Operation asked = operation_;
  asked.transit_first = transit_first;
  asked.network = site_.links();
  asked.packets = packets;
  return std::make_shared<Prepared>(*row_, site_, asked, setting_, counts_, CycleMessages{}, wires_share_, this,
                                    left_out());
}

std::vector<collectives::DeadLink> known_dead(const std::vector<BrokenLink>& broken) {
  std::vector<collectives::DeadLink> dead;
  for (const BrokenLink& link : broken) {
    if (link.cycle == 0) dead.push_back({link.node, link.port});
  }
  return dead;
}

}  // namespace testbench
