// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/port_schedule.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

namespace testbench {

std::uint64_t PortSchedule::may_begin(const Node& node, Direction direction, unsigned port) const {
  const Direction other = direction == kOut ? kIn : kOut;
  std::uint64_t cycle = node.ends[direction][port];
  for (unsigned p = 0; p < d_; ++p) {
    if (p == port) continue;
    cycle = std::max(cycle, node.lets[direction][p]);
    // Both directions of a port are one communication, an exchange.
    if (ports_.half) cycle = std::max(cycle, node.lets[other][p]);
  }
  return cycle;
}

void PortSchedule::occupy(Node& node, Direction direction, unsigned port, std::uint64_t begin, std::uint64_t end) {
  node.ends[direction][port] = end;
  node.lets[direction][port] = end - (end - begin) * ports_.overlap_percent / 100;
}

void PortSchedule::arrive(Address node, std::uint64_t cycle, Waiting packets) {
  packets.ready = cycle;
  packets.order = arrivals_++;
  const std::vector<Address>& way = packets.packets.way;
  if (++packets.hops == way.size()) return;
  const auto port = static_cast<unsigned>(std::countr_zero(node.number() ^ way[packets.hops].number()));
  nodes_[node.number()].queues[port].push_back(std::move(packets));
}

void PortSchedule::transmit(Address node, unsigned port, std::uint64_t begin, std::vector<Waiting> packets,
                            const FrameCosts& costs) {
  std::uint64_t count = 0;
  for (const Waiting& some : packets) count += some.packets.count;
  const Address next = cube::neighbour(node, port);
  const std::uint64_t end = begin + costs.hop(count);
  occupy(nodes_[node.number()], kOut, port, begin, end);
  occupy(nodes_[next.number()], kIn, port, begin, end);
  sent_.push_back({node, port, begin, end, count});
  for (Waiting& some : packets) arrive(next, end, std::move(some));
}

void PortSchedule::run(const FrameCosts& costs) {
  const std::uint32_t nodes = cube::nodes(d_);
  nodes_.assign(nodes, {});
  for (Node& node : nodes_) {
    node.queues.resize(d_);
    for (auto& ends : node.ends) ends.assign(d_, 0);
    for (auto& lets : node.lets) lets.assign(d_, 0);
  }
  struct Choice {
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> key;  // begin, ready, order
    Address node;
    unsigned port;
  };
  for (;;) {
    std::optional<Choice> best;
    const auto consider = [&](Address node, unsigned port, std::uint64_t ready, std::uint64_t order) {
      const Node& next = nodes_[cube::neighbour(node, port).number()];
      const std::uint64_t begin =
          std::max({ready, may_begin(nodes_[node.number()], kOut, port), may_begin(next, kIn, port)});
      const std::tuple key(begin, ready, order);
      if (!best || key < best->key) best = Choice{key, node, port};
    };
    if (!of_root_.empty()) consider(Address(0), of_root_.front().port, 0, 0);
    for (const Address node : network::other_addresses(nodes)) {
      for (unsigned port = 0; port < d_; ++port) {
        const auto& queue = nodes_[node.number()].queues[port];
        if (!queue.empty()) consider(node, port, queue.front().ready, queue.front().order);
      }
    }
    if (!best) return;
    const std::uint64_t begin = std::get<0>(best->key);
    std::vector<Waiting> packets;
    if (best->node == Address(0)) {
      for (Packets& some : of_root_.front().packets) packets.push_back({0, 0, std::move(some), 0});
      of_root_.pop_front();
    } else {
      auto& queue = nodes_[best->node.number()].queues[best->port];
      for (std::uint64_t room = costs.message(); room != 0 && !queue.empty() && queue.front().ready <= begin;) {
        Waiting part = queue.front();
        const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, part.packets.count));
        part.packets.count = count;
        room -= count;
        packets.push_back(part);
        queue.front().packets.count -= count;
        if (queue.front().packets.count == 0) queue.pop_front();
      }
    }
    transmit(best->node, best->port, begin, std::move(packets), costs);
  }
}

std::uint64_t PortSchedule::end() const {
  std::uint64_t last = 0;
  for (const Sent& sent : sent_) last = std::max(last, sent.end);
  return last;
}

}  // namespace testbench
