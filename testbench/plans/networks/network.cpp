// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace testbench {

std::string Network::joined(const network::Symbols& symbols) {
  const std::string text = fmt::format("{}", fmt::join(symbols.begin(), symbols.end(), ","));
  return symbols.size() == 1 ? text : "(" + text + ")";
}

namespace {

static_assert(NodeTable::kMostPorts == network::kMaxPorts);

NodeTable computed_neighbours(const Network& network) {
  return {network.nodes(), network.ports(),
          [network](std::uint32_t node, std::uint32_t* row) { network.neighbours(Address(node), row); }};
}

NodeTable stored_neighbours(const Network& network, const LinkTable::IsDead& is_dead) {
  std::vector<std::uint32_t> words(std::size_t{network.nodes()} * network.ports());
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    std::uint32_t* const row = words.data() + std::size_t{node} * network.ports();
    network.neighbours(Address(node), row);
    for (unsigned port = 0; is_dead && port < network.ports(); ++port) {
      if (is_dead(node, port)) row[port] = node;
    }
  }
  return {network.ports(), std::move(words)};
}

std::vector<std::uint8_t> arrivals_of(const Network& network) {
  std::vector<std::uint8_t> arrivals;
  for (const Address node : network::addresses(network.is_cayley() ? 1 : network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      arrivals.push_back(static_cast<std::uint8_t>(network.arrival_port(node, port)));
    }
  }
  return arrivals;
}

}  // namespace

LinkTable::LinkTable(const Network& network, const IsDead& is_dead)
    : LinkTable(!is_dead && network.nodes() > network::kMaxNodes ? computed_neighbours(network)
                                                                 : stored_neighbours(network, is_dead),
                arrivals_of(network), network.ends()) {
}

LinkTable LinkTable::computed(const Network& network) {
  return {computed_neighbours(network), arrivals_of(network), network.ends()};
}

std::vector<std::uint32_t> LinkTable::no_neighbours() const {
  std::vector<std::uint32_t> words(std::size_t{nodes()} * ports());
  for (std::size_t link = 0; link < words.size(); ++link) words[link] = static_cast<std::uint32_t>(link / ports());
  return words;
}

LinkTable LinkTable::turned() const {
  if (is_computed()) return *this;
  std::vector<std::uint32_t> words = no_neighbours();
  std::vector<std::uint8_t> arrivals = arrivals_;
  std::vector<std::uint32_t> cycles = cycles_;
  std::vector<std::uint32_t> packet_cycles = packet_cycles_;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    for (unsigned port = 0; port < ports(); ++port) {
      if (!has_link(node, port)) continue;
      const unsigned arrival = arrival_port(node, port);
      const std::size_t back = at(neighbour(node, port), arrival);
      words[back] = node;
      if (has_cycles()) cycles[back] = cycles_[at(node, port)];
      if (has_packet_cycles()) packet_cycles[back] = packet_cycles_[at(node, port)];
      arrivals[has_common_arrivals() ? arrival : back] = static_cast<std::uint8_t>(port);
    }
  }
  LinkTable turned(NodeTable(ports(), std::move(words)), std::move(arrivals), ends_);
  turned.cycles_ = std::move(cycles);
  turned.packet_cycles_ = std::move(packet_cycles);
  turned.least_packet_cycles_ = least_packet_cycles_;
  turned.frame_packets_ = frame_packets_;
  turned.is_turned_ = !is_turned_;
  turned.has_free_links_ = has_free_links_;
  return turned;
}

LinkTable LinkTable::of_both_ways() const {
  if (is_computed()) return *this;
  return only(
      [&](std::uint32_t node, unsigned port) { return has_link(neighbour(node, port), arrival_port(node, port)); });
}

LinkTable LinkTable::only(const IsDead& is_kept) const {
  std::vector<std::uint32_t> words = no_neighbours();
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    for (unsigned port = 0; port < ports(); ++port) {
      if (is_kept(node, port)) words[at(node, port)] = neighbour(node, port);
    }
  }
  LinkTable kept = *this;
  kept.neighbours_ = NodeTable(ports(), std::move(words));
  return kept;
}

namespace {

std::vector<bool> met_from_ends(const LinkTable& links) {
  std::vector<bool> is_met(links.nodes());
  std::vector<std::uint32_t> order(links.ends());
  std::iota(order.begin(), order.end(), 0u);
  std::fill_n(is_met.begin(), links.ends(), true);
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      const std::uint32_t there = links.neighbour(order[next], port);
      if (is_met[there]) continue;
      is_met[there] = true;
      order.push_back(there);
    }
  }
  return is_met;
}

}  // namespace

// Packets can neither come to a lost switch and go on, nor leave it if they could come: no end reaches it, or it none.
LinkTable LinkTable::with_lost_switches(const LinkTable& whole) const {
  if (ends_ == nodes()) return *this;
  const std::vector<bool> is_reached = met_from_ends(*this);
  const std::vector<bool> reaches = met_from_ends(turned());
  std::vector<bool> is_met;
  std::vector<std::uint32_t> order;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    is_met.push_back(is_reached[node] && reaches[node]);
    if (is_met[node]) order.push_back(node);
  }
  if (order.size() == nodes()) return *this;
  const std::vector<bool> is_whole = is_met;
  std::vector<bool> is_kept(std::size_t{nodes()} * ports());
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (unsigned port = 0; port < ports(); ++port) {
      const std::uint32_t node = order[next];
      const std::uint32_t there = whole.neighbour(node, port);
      const unsigned back = whole.arrival_port(node, port);
      if (is_met[there] || whole.neighbour(there, back) != node) continue;
      is_met[there] = true;
      is_kept[at(node, port)] = is_kept[at(there, back)] = true;
      order.push_back(there);
    }
  }
  return whole.only([&](std::uint32_t node, unsigned port) {
    return is_kept[at(node, port)] || (is_whole[node] && is_whole[neighbour(node, port)] && has_link(node, port));
  });
}

LinkTable LinkTable::with_wires(std::span<const std::uint16_t> wires, std::uint64_t router) const {
  LinkTable timed = *this;
  for (const std::uint16_t cycles : wires) timed.cycles_.push_back(static_cast<std::uint32_t>(cycles + router));
  return timed;
}

LinkTable LinkTable::with_packet_cycles(std::span<const std::uint16_t> cycles, unsigned frame_packets) const {
  LinkTable timed = *this;
  if (cycles.empty()) return timed;
  timed.packet_cycles_.assign(cycles.begin(), cycles.end());
  timed.least_packet_cycles_ = std::ranges::min(cycles);
  timed.frame_packets_ = frame_packets;
  return timed;
}

LinkTable LinkTable::with_last_links() const {
  LinkTable whole = *this;
  whole.has_free_links_ = false;
  return whole;
}

}  // namespace testbench
