// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/flows.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {

void Flow::arc(std::uint32_t from, std::uint32_t to, std::uint64_t capacity) {
  arcs_of_[from].push_back(static_cast<std::uint32_t>(arcs_.size()));
  arcs_.push_back({to, capacity});
  arcs_of_[to].push_back(static_cast<std::uint32_t>(arcs_.size()));
  arcs_.push_back({from, 0});
}

bool Flow::search(std::uint32_t from, std::uint32_t to) {
  std::ranges::fill(level_, kUnseen);
  std::vector<std::uint32_t> order{from};
  level_[from] = 0;
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::uint32_t number : arcs_of_[order[next]]) {
      const Arc& arc = arcs_[number];
      if (arc.left == 0 || level_[arc.to] != kUnseen) continue;
      level_[arc.to] = level_[order[next]] + 1;
      order.push_back(arc.to);
    }
  }
  return level_[to] != kUnseen;
}

// The depth is that of the search: a network of 10^5 nodes in a row is beyond what callers ask.
std::uint64_t Flow::push(std::uint32_t node, std::uint32_t to, std::uint64_t most) {
  if (node == to) return most;
  std::uint64_t pushed = 0;
  for (; next_[node] < arcs_of_[node].size(); ++next_[node]) {
    const std::uint32_t number = arcs_of_[node][next_[node]];
    if (arcs_[number].left == 0 || level_[arcs_[number].to] != level_[node] + 1) continue;
    const std::uint64_t more = push(arcs_[number].to, to, std::min(most - pushed, arcs_[number].left));
    arcs_[number].left -= more;
    arcs_[number ^ 1u].left += more;
    pushed += more;
    if (pushed == most) return pushed;
  }
  return pushed;
}

std::uint64_t Flow::largest(std::uint32_t from, std::uint32_t to) {
  std::uint64_t flow = 0;
  while (search(from, to)) {
    std::ranges::fill(next_, 0);
    flow += push(from, to, kSaturated);
  }
  return flow;
}

TurnedLinks::TurnedLinks(const EdgeTable& edges, Way way, const LinkValues* packet_cycles)
    : ends_(static_cast<std::uint32_t>(edges.ends())), out_of_(edges.nodes()), into_(edges.nodes()) {
  constexpr std::uint64_t kMostTimes = 1 << 20;
  std::uint64_t times_all = 1;
  if (packet_cycles != nullptr) {
    for (const std::uint64_t cycles : packet_cycles->all()) {
      times_all = std::min(std::lcm(times_all, cycles), kMostTimes);
    }
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    const NodeTable::Row receivers = edges.receivers_of(node);
    for (unsigned port = 0; port < edges.ports(); ++port) {
      if (receivers[port] == node) continue;
      Link link = way == Way::kOut ? Link{node, receivers[port]} : Link{receivers[port], node};
      if (packet_cycles != nullptr) link.capacity = divide_up(times_all, packet_cycles->of(node, port));
      out_of_[link.from].push_back(static_cast<std::uint32_t>(links_.size()));
      into_[link.to].push_back(static_cast<std::uint32_t>(links_.size()));
      links_.push_back(link);
    }
  }
}

// A shortest way more at a time, over links that the ways before do not use, or back over links that they
// do (successive shortest paths).
FewestLinks fewest_links(const TurnedLinks& links, const std::vector<bool>& from, const std::vector<bool>& to) {
  constexpr std::int64_t kFar = std::int64_t{1} << 60;
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const std::uint32_t nodes = links.nodes();
  std::vector<bool> is_used(links.all().size());
  FewestLinks fewest{0};
  while (true) {
    std::vector<std::int64_t> length(nodes, kFar);
    std::vector<std::uint32_t> by(nodes, kNone);
    std::vector<bool> waits(nodes);
    std::deque<std::uint32_t> queue;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!from[node]) continue;
      length[node] = 0;
      waits[node] = true;
      queue.push_back(node);
    }
    const auto relax = [&](std::uint32_t node, std::int64_t found, std::uint32_t link) {
      if (found >= length[node]) return;
      length[node] = found;
      by[node] = link;
      if (waits[node]) return;
      waits[node] = true;
      queue.push_back(node);
    };
    while (!queue.empty()) {
      const std::uint32_t node = queue.front();
      queue.pop_front();
      waits[node] = false;
      for (const std::uint32_t link : links.out_of(node)) {
        if (!is_used[link]) relax(links.all()[link].to, length[node] + 1, link);
      }
      for (const std::uint32_t link : links.into(node)) {
        if (is_used[link]) relax(links.all()[link].from, length[node] - 1, link);
      }
    }
    std::uint32_t end = kNone;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (to[node] && length[node] < kFar && (end == kNone || length[node] < length[end])) end = node;
    }
    if (end == kNone) return fewest;
    fewest.push_back(fewest.back() + static_cast<std::uint64_t>(length[end]));
    for (std::uint32_t node = end; by[node] != kNone;) {
      const std::uint32_t link = by[node];
      node = is_used[link] ? links.all()[link].to : links.all()[link].from;
      is_used[link] = !is_used[link];
    }
  }
}

std::uint64_t cycles_over(const FewestLinks& fewest, std::uint64_t packets) {
  if (packets == 0) return 0;
  std::uint64_t least = kSaturated;
  for (std::size_t ways = 1; ways < fewest.size(); ++ways) {
    least = std::min(least, divide_up(plus(packets, fewest[ways]), ways) - 1);
  }
  return least;
}

bool carries_blocks(const TurnedLinks& links, std::uint32_t root, std::uint64_t packets, std::uint64_t cycles) {
  const std::uint32_t nodes = links.nodes();
  const auto copies = static_cast<std::uint32_t>(cycles);
  const auto at = [&](std::uint32_t node, std::uint32_t cycle) { return cycle * nodes + node; };
  const std::uint32_t end = at(0, copies + 1);
  Flow flow(end + 1);
  for (std::uint32_t cycle = 0; cycle < copies; ++cycle) {
    for (std::uint32_t node = 0; node < nodes; ++node) flow.arc(at(node, cycle), at(node, cycle + 1), kSaturated);
    for (const TurnedLinks::Link& link : links.all()) flow.arc(at(link.from, cycle), at(link.to, cycle + 1), 1);
  }
  for (std::uint32_t node = 0; node < links.ends(); ++node) {
    if (node != root) flow.arc(at(node, copies), end, packets);
  }
  return flow.largest(at(root, 0), end) == packets * (links.ends() - 1);
}

}  // namespace testbench
