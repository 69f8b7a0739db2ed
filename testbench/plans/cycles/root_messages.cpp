// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/root_messages.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "testbench/plans/cycles/edge_labels.hpp"

namespace testbench {

struct RootMessages::Keyed {
  std::tuple<double, unsigned, unsigned> key;  // the least goes first
  PortSchedule::Message message;
};

namespace {

// All nodes but the root: those below a node before it, larger subtrees first.
std::vector<Address> in_postorder(const SeenTree& tree, unsigned d) {
  std::map<std::uint32_t, std::vector<Address>> children;
  std::map<std::uint32_t, std::uint32_t> sizes;
  for (const Address c : network::other_addresses(cube::nodes(d))) {
    children[tree.parent(c).number()].push_back(c);
    for (const Address above : tree.way_to(c)) ++sizes[above.number()];
  }
  std::vector<Address> order;
  const auto visit = [&](const auto& self, Address node) -> void {
    std::vector<Address>& below = children[node.number()];
    std::sort(below.begin(), below.end(), [&](Address a, Address b) {
      return std::pair(sizes[b.number()], a.number()) < std::pair(sizes[a.number()], b.number());
    });
    for (const Address c : below) self(self, c);
    if (node != Address(0)) order.push_back(node);
  };
  visit(visit, Address(0));
  return order;
}

}  // namespace

std::vector<PortSchedule::Message> RootMessages::in_order(const std::vector<std::uint32_t>& shares) const {
  std::vector<Keyed> keyed = to_each(shares);
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  std::vector<PortSchedule::Message> messages;
  messages.reserve(keyed.size());
  for (Keyed& some : keyed) messages.push_back(std::move(some.message));
  return messages;
}

std::vector<RootMessages::Keyed> RootMessages::to_each(const std::vector<std::uint32_t>& shares) const {
  std::vector<std::vector<PortSchedule::Packets>> packets(d_);
  for (unsigned tree = 0; tree < shares.size(); ++tree) {
    const SeenTree seen(row_.graph, d_, tree);
    if (shares[tree] == 0) continue;
    for (const Address c : in_postorder(seen, d_)) {
      packets[seen.subtree(c)].push_back({seen.way_to(c), 0, shares[tree], tree});
    }
  }
  std::vector<Keyed> messages;
  for (unsigned port = 0; port < d_; ++port) {
    auto& of_port = packets[port];
    if (row_.discipline != SchedulingDiscipline::kReverseBreadthFirst) {
      add_messages(port, of_port, messages);
      continue;
    }
    for (std::size_t hops = cube::nodes(d_); hops != 0; --hops) {
      std::vector<PortSchedule::Packets> level;
      for (const auto& some : of_port) {
        if (some.way.size() == hops) level.push_back(some);
      }
      add_messages(port, level, messages);
    }
  }
  return messages;
}

void RootMessages::add_messages(unsigned port, const std::vector<PortSchedule::Packets>& packets,
                                std::vector<Keyed>& messages) const {
  std::uint64_t total = 0;
  for (const auto& some : packets) total += some.count;
  const auto count = static_cast<unsigned>(collectives::divide_up(total, std::uint64_t{most_}));
  std::uint32_t room = 0;
  unsigned made = 0;
  for (PortSchedule::Packets some : packets) {
    for (std::uint32_t left = some.count; left != 0;) {
      if (room == 0) {
        const unsigned turn = made++;
        std::tuple<double, unsigned, unsigned> key(turn, port, 0);  // cyclic
        if (row_.discipline == SchedulingDiscipline::kPortOriented) key = {port, turn, 0};
        if (row_.discipline == SchedulingDiscipline::kPostorder) key = {(2.0 * turn + 1) / (2.0 * count), port, 0};
        if (row_.discipline == SchedulingDiscipline::kReverseBreadthFirst)
          key = {-static_cast<double>(some.way.size()), turn, port};
        messages.push_back({key, {port, {}}});
        room = most_;
      }
      PortSchedule::Packets part = some;
      part.count = std::min(room, left);
      messages.back().message.packets.push_back(part);
      some.first += part.count;
      left -= part.count;
      room -= part.count;
    }
  }
}

}  // namespace testbench
