// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/reversed_cycles.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "testbench/plans/cycles/edge_labels.hpp"

namespace testbench {

ReversedCycles::ReversedCycles(const CycleRow& row, const collectives::Operation& operation, const FrameCosts& costs)
    : forward_(row.of(forward_of(row.collective)), operation.network.cube(), operation.packets, operation.root, costs),
      rule_(row.rule),
      combining_(operation.combining) {
  const unsigned d = forward_.cube_.dimension();
  for (unsigned tree = 0; tree < trees(); ++tree) {
    const SeenTree seen(row.graph, d, tree);
    std::vector<std::uint8_t>& ports = parents_.emplace_back(cube::nodes(d));
    for (const Address c : network::other_addresses(cube::nodes(d))) {
      ports[c.number()] = static_cast<std::uint8_t>(seen.parent_port(c));
    }
  }
  count_ = forward_.count();
  registers_ = forward_.registers();
  longest_ = forward_.longest_program();
  cycles_ = {forward_.cycles()->value, row.source};
  reverse_releases();
  check_order();
}

// The groups of a tree come in the opposite order, so that the short one is the first. Instead the
// trees take one another's packets: the short group is the last again.
std::size_t ReversedCycles::share_of(unsigned tree) const {
  if (forward_.step_ == 0) return tree;
  std::uint32_t groups = 0;
  for (const auto& share : forward_.shares_) groups += share.groups;
  return (groups + trees() - 1 - tree) % trees();
}

// A release of the forward run gives the packets of one routing cycle. The last cycle of their hop
// becomes the first.
void ReversedCycles::reverse_releases() {
  const FrameCosts& costs = forward_.costs_;
  std::uint32_t most = 0;
  for (const auto& share : forward_.shares_) most = std::max(most, share.packets);
  // A program with a period plays the groups of the one tree that has the link. On all ports trees do not
  // wait for one another, so each ends by itself: the last group of the longest may be short.
  std::vector<std::uint64_t> last(forward_.releases_.size(), 0);  // the cycles from the first group to the last
  std::vector<unsigned> clock(last.size(), 0);                    // the tree that the link keeps time with
  const bool is_apart = forward_.row_.ports == collectives::PortModel::kAll;
  for (unsigned tree = 0; tree < trees() && forward_.period_ != 0; ++tree) {
    for (const Address c : network::other_addresses(cube::nodes(forward_.cube_.dimension()))) {
      const unsigned port = parent_port(c, tree);
      const std::uint32_t groups = forward_.shares_[tree].groups;
      if (groups == 0) continue;
      const std::size_t link = forward_.link_of(cube::neighbour(c, port), port);
      last[link] = (groups - 1) * forward_.period_;
      clock[link] = is_apart ? tree : 0;
    }
  }
  const auto end_of = [&](std::size_t link, const Release& release) {
    const bool has_groups = forward_.row_.period != 0;
    const std::uint64_t packets = has_groups ? std::min<std::uint64_t>(release.packets, most) : release.packets;
    return release.cycle + last[link] + costs.hop(packets);
  };
  std::vector<std::uint64_t> ends(trees(), 0);
  for (std::size_t link = 0; link < last.size(); ++link) {
    std::uint64_t& end = ends[clock[link]];
    for (const Release& release : forward_.releases_[link]) end = std::max(end, end_of(link, release));
  }
  for (std::size_t link = 0; link < last.size(); ++link) {
    std::vector<Release>& reversed = releases_.emplace_back();
    for (const Release& release : forward_.releases_[link]) {
      reversed.push_back({ends[clock[link]] - end_of(link, release), release.packets});
    }
    std::ranges::sort(reversed, {}, &Release::cycle);
  }
}

// Whether a's packets cross their link before b's in the forward run. Packets of one label are in
// the order in which they have come, and so in that of the children of the root that they came through.
bool ReversedCycles::is_earlier_forward(const Climb& a, const Climb& b) const {
  Climb of_a = a;
  Climb of_b = b;
  Climb apart_a = a;  // nearest to the root, where the ways are apart
  Climb apart_b = b;
  while (of_a.c != Address(0) && of_b.c != Address(0)) {
    const std::uint32_t label_a = forward_.labels_[of_a.tree][of_a.c.number()];
    const std::uint32_t label_b = forward_.labels_[of_b.tree][of_b.c.number()];
    if (label_a != label_b) return label_a < label_b;
    if (of_a.c != of_b.c) {
      apart_a = of_a;
      apart_b = of_b;
    }
    of_a.c = cube::neighbour(of_a.c, parent_port(of_a.c, of_a.tree));
    of_b.c = cube::neighbour(of_b.c, parent_port(of_b.c, of_b.tree));
  }
  if (of_a.c != of_b.c) return of_a.c == Address(0);
  return std::pair(a.tree, apart_a.c.number()) < std::pair(b.tree, apart_b.c.number());
}

std::vector<ReversedCycles::Climb> ReversedCycles::leaving(Address c, unsigned port) const {
  std::vector<Climb> found;
  const auto add = [&](Address seen, unsigned tree) {
    if (seen != Address(0) && parent_port(seen, tree) == port) found.push_back({seen, tree});
  };
  for (unsigned tree = 0; tree < trees(); ++tree) {
    if (packets_of(tree) == 0) continue;
    if (!forward_.all_send()) {
      add(c, tree);
      continue;
    }
    for (const Address seen : network::other_addresses(cube::nodes(forward_.cube_.dimension()))) add(seen, tree);
  }
  std::ranges::sort(found, [&](const Climb& a, const Climb& b) { return is_earlier_forward(b, a); });
  return found;
}

// In the queue of two ports packets must come in the order in which they leave. Packets of a reduce
// climb from every node, packets of a reduce-scatter from node 0 as from all.
void ReversedCycles::check_order() const {
  const unsigned d = forward_.cube_.dimension();
  for (const Address c : network::addresses(forward_.all_send() ? 1 : cube::nodes(d))) {
    for (unsigned out = 0; out < d; ++out) {
      const std::vector<Climb> all = leaving(c, out);
      for (unsigned in = 0; in < d; ++in) {
        std::optional<Climb> before;
        for (const Climb& climb : all) {
          const Climb child{cube::neighbour(climb.c, in), climb.tree};
          if (child.c == Address(0) || parent_port(child.c, child.tree) != in) continue;
          if (before && is_earlier_forward(*before, child)) {
            throw std::logic_error("packets of a reduction overtake one another in a queue");
          }
          before = child;
        }
      }
    }
  }
}

network::Ports ReversedCycles::children(Address c, unsigned tree) const {
  network::Ports found;
  for (unsigned port = 0; port < forward_.cube_.dimension(); ++port) {
    const Address child = cube::neighbour(c, port);
    found.insert(port, child != Address(0) && parent_port(child, tree) == port);
  }
  return found;
}

void ReversedCycles::add(Address c, unsigned tree, unsigned stream, node::Driver& driver) const {
  const auto& share = forward_.shares_[share_of(tree)];
  const std::uint32_t at_once =
      forward_.step_ != 0 ? std::min(share.packets, forward_.costs_.frame_packets) : share.packets;
  driver.add(stream, {c, tree, share.first, at_once, children(c, tree)});
}

void ReversedCycles::load(Address me, node::Driver& driver) const {
  const unsigned d = forward_.cube_.dimension();
  const bool is_root = forward_.all_send() || me == forward_.root_;
  const Address seen = forward_.seen_by_root(me);
  driver.begin(d, me, rule_, forward_.step_);
  driver.expect(is_root ? forward_.packets_ : 0);
  driver.set_operation(combining_);
  for (unsigned port = 0; port < d; ++port) {
    const Address behind = forward_.all_send() ? Address(0) : cube::neighbour(seen, port);
    load_releases(port, forward_.period_, releases_[forward_.link_of(behind, port)], driver);
    std::uint32_t packets = 0;
    for (const Climb& climb : leaving(seen, port)) {
      add(climb.c, climb.tree, port, driver);
      packets += packets_of(climb.tree);
    }
    if (packets != 0) driver.send(port, packets);
  }
  for (unsigned tree = 0; is_root && tree < trees(); ++tree) {
    if (packets_of(tree) == 0) continue;
    const unsigned ejector = node::Driver::ejector(d, tree);
    add(Address(0), tree, ejector, driver);
    driver.send(ejector, packets_of(tree));
  }
  for (const Address place : network::addresses(cube::nodes(d))) {
    const bool is_there = place == Address(0);
    driver.set_combining_word(place, is_there ? network::Ports() : network::Ports::one(parent_port(place, 0)));
  }
}

}  // namespace testbench
