// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/packet_flow.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>
#include <numeric>

namespace testbench {
namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 40;

}  // namespace

void PacketFlow::add(std::uint32_t from, std::uint32_t to, bool is_limited, std::uint32_t length, std::uint32_t cycles,
                     std::uint32_t late) {
  out_[from].push_back(static_cast<std::uint32_t>(links_.size()));
  in_[to].push_back(static_cast<std::uint32_t>(links_.size()));
  links_.push_back({from, to, is_limited, length, cycles, late});
}

void PacketFlow::serve(std::uint32_t root, const std::vector<std::uint64_t>& packets, std::uint64_t more) {
  const std::uint64_t all = std::accumulate(packets.begin(), packets.end(), std::uint64_t{0});
  std::vector<Link> out;
  for (const std::uint32_t link : out_[root]) out.push_back(links_[link]);
  capacity_ = least_cycles(all, out);
  while (!serve_all(root, packets)) raise_capacity(packets);
  if (more == 0) return;
  capacity_ += more;
  serve_all(root, packets);
}

std::uint64_t PacketFlow::left(std::uint32_t root, const std::vector<std::uint64_t>& packets, std::uint64_t capacity) {
  capacity_ = capacity;
  serve_all(root, packets);
  return std::accumulate(lacks_.begin(), lacks_.end(), std::uint64_t{0});
}

bool PacketFlow::serve_all(std::uint32_t root, const std::vector<std::uint64_t>& packets) {
  used_.assign(links_.size(), 0);
  lacks_ = packets;
  for (std::uint64_t left = std::accumulate(packets.begin(), packets.end(), std::uint64_t{0}); left > 0;) {
    const std::uint64_t served = serve_one(root);
    if (served == 0) return false;
    left -= served;
  }
  return true;
}

std::uint64_t PacketFlow::most_packets(const Link& link, std::uint64_t capacity) {
  return (capacity - std::min<std::uint64_t>(capacity, link.late)) / link.cycles;
}

std::uint64_t PacketFlow::room(std::uint32_t link) const {
  if (!links_[link].is_limited) return std::numeric_limits<std::uint64_t>::max();
  return most_packets(links_[link], capacity_) - used_[link];
}

// Successive shortest paths: the nearest node that lacks packets gets some over the shortest way, or back over links
// that carry some.
std::uint64_t PacketFlow::serve_one(std::uint32_t root) {
  length_.assign(nodes(), kFar);
  step_.resize(nodes());
  std::vector<bool> waits(nodes());
  std::deque<std::uint32_t> open{root};
  length_[root] = 0;
  const auto relax = [&](std::uint32_t node, std::int64_t found, const Step& by) {
    if (found >= length_[node]) return;
    length_[node] = found;
    step_[node] = by;
    if (!waits[node]) open.push_back(node);
    waits[node] = true;
  };
  for (; !open.empty(); open.pop_front()) {
    const std::uint32_t node = open.front();
    waits[node] = false;
    for (const std::uint32_t link : out_[node]) {
      if (room(link) > 0) relax(links_[link].to, length_[node] + links_[link].length, {node, link, false});
    }
    for (const std::uint32_t link : in_[node]) {
      if (used_[link] > 0) relax(links_[link].from, length_[node] - links_[link].length, {node, link, true});
    }
  }
  std::uint32_t nearest = root;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (lacks_[node] > 0 && length_[node] < kFar && (nearest == root || length_[node] < length_[nearest])) {
      nearest = node;
    }
  }
  if (nearest == root) return 0;
  std::uint64_t packets = lacks_[nearest];
  for (std::uint32_t node = nearest; node != root; node = step_[node].before) {
    packets = std::min(packets, step_[node].is_back ? used_[step_[node].link] : room(step_[node].link));
  }
  lacks_[nearest] -= packets;
  for (std::uint32_t node = nearest; node != root; node = step_[node].before) {
    std::uint64_t& used = used_[step_[node].link];
    used = step_[node].is_back ? used - packets : used + packets;
  }
  return packets;
}

// Nothing leads to the nodes that are too far. The links to them must carry more, as many as those nodes' packets are
// by the links (Dinkelbach 1967).
void PacketFlow::raise_capacity(const std::vector<std::uint64_t>& packets) {
  std::uint64_t behind = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) behind += length_[node] == kFar ? packets[node] : 0;
  std::vector<Link> into;
  std::ranges::copy_if(links_, std::back_inserter(into),
                       [&](const Link& link) { return length_[link.from] != kFar && length_[link.to] == kFar; });
  capacity_ = least_cycles(behind, into);
}

std::uint64_t PacketFlow::least_cycles(std::uint64_t packets, const std::vector<Link>& links) {
  std::uint64_t low = 0;
  std::uint64_t high = packets * links.front().cycles + links.front().late;
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    std::uint64_t carried = 0;
    for (const Link& link : links) carried += most_packets(link, middle);
    (carried >= packets ? high : low) = middle;
  }
  return high;
}

}  // namespace testbench
