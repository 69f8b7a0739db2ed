// SPDX-License-Identifier: Apache-2.0
// Nodes that the host plays with the registers of a plan, to find their cycles or their slots.
//
//     const std::uint64_t cycles = play(PlayedNodes(links, routing, hop, images), links, [](auto&, std::uint64_t) {});
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "firmware/collectives/allreduce.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/trees/frame_wires.hpp"
#include "testbench/plans/trees/matching.hpp"
#include "testbench/plans/trees/router_model.hpp"

namespace testbench {

// The own packets of a port or an ejector, one after another, as its injector plays its program.
class OwnPackets {
 public:
  explicit OwnPackets(const node::Program& program) : program_(&program), left_(program.packets) {
    if (left_ == 0) begin_second();
  }
  bool any() const { return left_ != 0; }
  bool is_second() const { return is_second_; }
  const node::Entry& entry() const { return program_->entries[index_]; }
  std::uint32_t sequence() const { return entry().sequence + sent_of_entry_; }
  void pass() {
    if (--left_ == 0 && !is_second_) return begin_second();
    if (++sent_of_entry_ < entry().count) return;
    sent_of_entry_ = 0;
    const std::uint32_t end = is_second_ ? program_->second_length : program_->length;
    if (++index_ == end) index_ = is_second_ ? program_->length : program_->repeat_from;
  }

 private:
  void begin_second() {
    is_second_ = true;
    left_ = program_->second_packets;
    index_ = program_->length;
    sent_of_entry_ = 0;
  }

  const node::Program* program_;
  std::uint32_t left_;
  std::uint32_t index_ = 0;
  std::uint32_t sent_of_entry_ = 0;
  bool is_second_ = false;
};

// All nodes of a network, cycle by cycle (hls/router/output_port.hpp, ejector.hpp). The user says
// which of the packets leave that could.
class PlayedNodes {
 public:
  // `frames`: those of all links, or of each; empty: a link carries a packet in every cycle, or in its packet cycles.
  PlayedNodes(const LinkTable& links, const Routing& routing, collectives::Hop hop,
              const std::vector<node::RegisterImage>& images, const std::vector<FrameShape>& frames = {})
      : links_(links),
        routing_(routing),
        hop_(hop),
        images_(images),
        moving_((links.has_cycles() ? links.most_cycles() : hop.cycles) +
                longest_of(links.has_packet_cycles() ? frame_shapes(links) : frames)) {
    const std::size_t count = std::size_t{links.nodes()} * links.ports();
    if (links.has_packet_cycles()) {
      wires_.emplace(frame_shapes(links), count);
    } else if (!frames.empty()) {
      wires_.emplace(frames, count);
    }
    nodes_.reserve(images.size());
    for (const node::RegisterImage& image : images) {
      Node& node = nodes_.emplace_back(Node{{}, {links.ports(), streams()}});
      for (unsigned stream = 0; stream < streams(); ++stream) {
        const unsigned ports = links.ports();
        node.own.emplace_back(image.program(stream < ports ? stream : routing.node_ports(ports) + stream - ports));
      }
      wake(static_cast<std::uint32_t>(nodes_.size() - 1));
    }
  }

  // No packet leaves for a queue in which two wait, so that queues of the least depth do not say stop for long.
  void keep_queues_short() { keeps_queues_short_ = true; }
  // The nodes that have something to do.
  const std::vector<std::uint32_t>& awake() const { return awake_; }
  // Whether a packet would leave through the port in this cycle.
  bool asks(std::uint32_t node, unsigned port) const {
    return (!wires_ || wires_->is_free(link(node, port), cycle_)) && has_packet(node, port) &&
           (!keeps_queues_short_ || has_room(node, port));
  }
  // The packet leaves. Returns its header.
  rules::Heading send(std::uint32_t node, unsigned port) {
    Node& from = nodes_[node];
    rules::Heading heading;
    if (choice(node, port) == Choice::kOwn) {
      heading = own_heading(node, port);
      pass_own(from, port);
    } else {
      heading = from.queues.serve(port);
    }
    const std::uint64_t cycles =
        links_.has_cycles() ? 1 + links_.cycles(node, port) - links_.packet_cycles(node, port) : hop_.cycles;
    const Moving sent{links_.neighbour(node, port), links_.arrival_port(node, port), heading};
    if (wires_) {
      wires_->send(link(node, port), cycle_, cycles, sent, [this](const Moving& one, auto at) { come(one, at); });
      return heading;
    }
    moving_[(cycle_ + cycles) % moving_.size()].push_back(sent);
    has_moved_ = true;
    return heading;
  }
  // Ends the cycle. False where nothing is left to do, or nothing will ever happen again. `patience`: cycles for which a
  // packet may wait for its gate.
  bool pass_cycle(std::uint64_t patience = 0) {
    if (routing_.combines()) {
      for (const std::uint32_t node : awake_) {
        make_results(node);
        nodes_[node].delivers = {};
      }
    }
    if (wires_) wires_->end_cycle(cycle_, [this](const Moving& one, auto at) { come(one, at); });
    ++cycle_;
    std::erase_if(awake_, [&](std::uint32_t node) { return !(nodes_[node].is_awake = has_work(node)); });
    std::vector<Moving>& come = moving_[cycle_ % moving_.size()];
    for (const Moving& one : come) arrive(one);
    come.clear();
    if (std::exchange(has_moved_, false)) last_ = cycle_;
    // Every effect of a cycle is visible by then.
    return cycle_ <= std::max(last_, last_result_) + 2 * moving_.size() + hop_.stages + 3 + patience;
  }
  std::uint64_t cycle() const { return cycle_; }
  // Cycles until the last packet left; until the last one came, or the last result was made, where links have frames.
  std::uint64_t last() const { return wires_ ? std::max(last_, last_result_) : last_; }
  bool all_sent() const {
    return std::ranges::all_of(nodes_,
                               [](const Node& node) { return std::ranges::none_of(node.own, &OwnPackets::any); });
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  struct Moving {
    std::uint32_t to;
    unsigned in_port;
    rules::Heading heading;
  };
  struct Node {
    std::vector<OwnPackets> own;  // by stream: a port, or behind the ports an ejector
    CrosspointQueues<rules::Heading> queues;
    bool is_awake = false;
    network::Ports delivers = {};  // in-ports from which the memory gets a packet in this cycle
    std::uint32_t results = 0;
    std::uint64_t second_parts_from = kNever;
    std::vector<std::uint64_t> follow_from = {};  // by result, where packets of the second part follow these one by one
  };
  enum class Choice { kNone, kOwn, kTransit };

  static std::uint64_t longest_of(const std::vector<FrameShape>& frames) {
    std::uint64_t longest = 0;
    for (const FrameShape& shape : frames) longest = std::max(longest, shape.longest());
    return longest;
  }
  std::size_t link(std::uint32_t node, unsigned port) const { return std::size_t{node} * links_.ports() + port; }
  // A packet of a frame comes in that cycle.
  void come(const Moving& one, std::uint64_t at) {
    moving_[at % moving_.size()].push_back(one);
    last_ = std::max(last_, at);
  }
  bool has_packet(std::uint32_t node, unsigned port) const { return choice(node, port) != Choice::kNone; }
  unsigned streams() const { return links_.ports() * (routing_.combines() ? 2 : 1); }
  // Whether packets or results can leave, now or some time after the last result. Others wait for
  // packets to come.
  bool has_work(std::uint32_t at) const {
    const Node& node = nodes_[at];
    if (node.second_parts_from != kNever && cycle_ < node.second_parts_from) return true;
    if (!node.follow_from.empty() && cycle_ < node.follow_from.back()) return true;
    for (unsigned stream = 0; stream < streams(); ++stream) {
      if (stream < links_.ports() ? has_packet(at, stream) : node.own[stream].any() && is_complete(at, stream))
        return true;
    }
    return false;
  }
  void wake(std::uint32_t node) {
    if (!std::exchange(nodes_[node].is_awake, true)) awake_.push_back(node);
  }
  // The own packet of a stream leaves, with those that are combined into it.
  static void pass_own(Node& node, unsigned stream) {
    for (const unsigned in_port : node.own[stream].entry().combined) node.queues.pop(in_port, stream);
    node.own[stream].pass();
  }

  rules::Heading own_heading(std::uint32_t node, unsigned stream) const {
    const OwnPackets& own = nodes_[node].own[stream];
    return {own.is_second() ? images_[node].second_rule() : images_[node].rule(), Address(node),
            routing_.absolute(own.entry().relative_destination, Address(node)), own.entry().tree};
  }
  bool is_complete(std::uint32_t node, unsigned stream) const {
    const OwnPackets& own = nodes_[node].own[stream];
    return (own.entry().combined - nodes_[node].queues.waiting(stream)).empty() &&
           (!own.is_second() || second_may_leave(node, own));
  }
  bool second_may_leave(std::uint32_t node, const OwnPackets& own) const {
    const std::vector<std::uint64_t>& from = nodes_[node].follow_from;
    if (!follows(node)) return cycle_ >= nodes_[node].second_parts_from;
    const std::uint32_t result = own.sequence() - images_[node].held(node::Control::kResultsFirst);
    return result < from.size() && cycle_ >= from[result];
  }
  bool follows(std::uint32_t node) const {
    return (images_[node].held(node::Control::kPolicy) & node::kFollowResults) != 0;
  }
  Choice choice(std::uint32_t at, unsigned port) const {
    const Node& node = nodes_[at];
    const bool has_transit = !node.queues.waiting(port).empty();
    if (node.own[port].any() && (!has_transit || !yields(at, port))) {
      return is_complete(at, port) ? Choice::kOwn : Choice::kNone;
    }
    return has_transit ? Choice::kTransit : Choice::kNone;
  }

  // Whether packets in transit leave before the own one.
  bool yields(std::uint32_t node, unsigned port) const {
    return (images_[node].held(node::Control::kPolicy) & node::kTransitFirst) != 0 &&
           nodes_[node].own[port].entry().combined.empty() && !routing_.is_combined(own_heading(node, port).rule);
  }

  rules::Decision way_of(const rules::Heading& heading, std::uint32_t at) const {
    const bool combined = routing_.is_combined(heading.rule);
    return routing_.route(Address(at), heading, [&](Address place) {
      return combined ? images_[at].combining_word(place) : images_[at].word(place);
    });
  }
  bool has_room(std::uint32_t node, unsigned port) const {
    const bool is_own = choice(node, port) == Choice::kOwn;
    const rules::Heading heading = is_own ? own_heading(node, port) : nodes_[node].queues.next(port);
    const std::uint32_t to = links_.neighbour(node, port);
    const unsigned in = links_.arrival_port(node, port);
    const rules::Decision way = way_of(heading, to);
    const auto is_short = [&](unsigned stream) { return nodes_[to].queues.size(in, stream) <= 1; };
    for (const unsigned out : way.ports - network::Ports::one(in)) {
      if (!is_short(out)) return false;
    }
    return !way.deliver || !routing_.is_combined(heading.rule) || is_short(links_.ports() + heading.tree);
  }

  void arrive(const Moving& one) {
    Node& node = nodes_[one.to];
    wake(one.to);
    const bool combined = routing_.is_combined(one.heading.rule);
    const rules::Decision way = way_of(one.heading, one.to);
    // Between the two directions of a port there is no queue.
    for (const unsigned port : way.ports - network::Ports::one(one.in_port))
      node.queues.push(one.in_port, port, one.heading);
    if (way.deliver && combined) node.queues.push(one.in_port, links_.ports() + one.heading.tree, one.heading);
    if (way.deliver && !combined) node.delivers |= network::Ports::one(one.in_port);
  }
  // The ejectors combine what is complete. A result goes to memory as packets from the in-port of its number do.
  void make_results(std::uint32_t at) {
    Node& node = nodes_[at];
    for (unsigned stream = links_.ports(); stream < streams(); ++stream) {
      if (!node.own[stream].any() || !is_complete(at, stream)) continue;
      if (node.delivers.contains(stream - links_.ports())) continue;
      pass_own(node, stream);
      const std::uint64_t visible = cycle_ + collectives::turn_around_cycles(hop_) - hop_.cycles + 1;
      ++node.results;
      last_result_ = cycle_;
      if (follows(at)) {
        node.follow_from.push_back(visible);
      } else if (node.results == images_[at].held(node::Control::kResultsFirst)) {
        node.second_parts_from = visible;
      }
    }
  }

  const LinkTable& links_;
  const Routing routing_;
  const collectives::Hop hop_;
  const std::vector<node::RegisterImage>& images_;
  std::optional<FrameWires<Moving>> wires_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> awake_;
  std::vector<std::vector<Moving>> moving_;  // by the cycle in which they come, modulo those of a hop
  bool has_moved_ = false;
  bool keeps_queues_short_ = false;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t last_result_ = 0;
};

// Calls choose(transfers) in each cycle, with all packets that could leave and without weights: it
// leaves those that do, and sent(transfer, heading) tells of each. Returns more than `limit` where it takes as many cycles;
// throws PlanError where it takes more hops.
template <class Choose, class Sent = decltype([](const Transfer&, const rules::Heading&) {})>
std::uint64_t play(PlayedNodes nodes, const LinkTable& links, Choose choose, std::uint64_t limit = ~std::uint64_t{0},
                   std::uint64_t most_hops = ~std::uint64_t{0}, std::uint64_t patience = 0, Sent sent = {}) {
  std::uint64_t hops = 0;
  std::vector<Transfer> transfers;
  do {
    transfers.clear();
    for (const std::uint32_t node : nodes.awake()) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (nodes.asks(node, port)) transfers.push_back({node, links.neighbour(node, port), port, 0});
      }
    }
    choose(transfers, nodes.cycle());
    for (const Transfer& transfer : transfers) sent(transfer, nodes.send(transfer.sender, transfer.port));
    hops += transfers.size();
    if (nodes.last() > limit) return nodes.last();
    if (hops > most_hops) throw PlanError(fmt::format("has more than {} hops", most_hops));
  } while (nodes.pass_cycle(patience));
  if (!nodes.all_sent()) throw PlanError("stands still in slots; use --ports all");
  return nodes.last();
}

inline std::vector<node::RegisterImage> images_of(const collectives::Plan& plan, std::uint32_t nodes) {
  std::vector<node::RegisterImage> images(nodes);
  for (const Address me : network::addresses(nodes)) {
    node::Driver driver(images[me.number()]);
    plan.load(me, driver);
  }
  return images;
}

}  // namespace testbench
