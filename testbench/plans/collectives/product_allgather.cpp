// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/product_allgather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/tdm_slots.hpp"
#include "testbench/plans/networks/hamiltonian_cycle.hpp"

namespace testbench {
namespace {

using collectives::ClosedForm;
using collectives::PortModel;
using network::Ports;

// The one-port allgather within one dimension of a product: round its Hamiltonian cycle, or, where
// it has none, along its Hamiltonian path.
class DimensionAllgather {
 public:
  // Throws PlanError where neither a cycle nor a path has been found.
  DimensionAllgather(const Network& dimension, PortModel ports);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(order_.size()); }
  // With so many packets of each node.
  std::uint64_t cycles(std::uint64_t packets) const;

  // The next node of the cycle or of the path, and the one before. There is none at the path's
  // ends, nor before on a cycle, where nothing is sent to it.
  std::optional<Address> up(Address me) const;
  std::optional<Address> down(Address me) const;
  // Whether `me` passes on, up or down, packets of `source`, which may be itself.
  bool passes_up(Address me, Address source) const;
  bool passes_down(Address me, Address source) const;

  // cycles(packets) cycles of a node's gate. Ports that it does not have are `closed`.
  void add_slots(Address me, std::uint64_t packets, unsigned up_port, unsigned down_port, unsigned closed,
                 GateWindows& windows) const;

 private:
  std::uint32_t place(Address node) const { return place_[node.number()]; }

  PortModel ports_;
  bool is_cycle_;
  std::vector<Address> order_;
  std::vector<std::uint32_t> place_;  // by node
};

DimensionAllgather::DimensionAllgather(const Network& dimension, PortModel ports)
    : ports_(ports), is_cycle_(true), place_(dimension.nodes()) {
  if (dimension.nodes() == 2) {
    order_ = {Address(0), Address(1)};
  } else {
    order_ = hamiltonian_cycle(dimension).nodes;
    is_cycle_ = !order_.empty();
    if (!is_cycle_) order_ = hamiltonian_path(dimension);
  }
  if (order_.empty()) throw PlanError("no Hamiltonian path has been found in one of its dimensions");
  for (std::uint32_t place = 0; place < nodes(); ++place) place_[order_[place].number()] = place;
}

std::uint64_t DimensionAllgather::cycles(std::uint64_t packets) const {
  return is_cycle_ ? ring_cycles(ports_, nodes(), packets).value : path_cycles(ports_, nodes(), packets);
}

std::optional<Address> DimensionAllgather::up(Address me) const {
  const std::uint32_t next = place(me) + 1;
  if (next < nodes()) return order_[next];
  return is_cycle_ ? std::optional(order_[0]) : std::nullopt;
}
std::optional<Address> DimensionAllgather::down(Address me) const {
  if (is_cycle_ || place(me) == 0) return std::nullopt;
  return order_[place(me) - 1];
}

bool DimensionAllgather::passes_up(Address me, Address source) const {
  const std::optional<Address> next = up(me);
  return next && (is_cycle_ ? *next != source : place(source) <= place(me));
}
bool DimensionAllgather::passes_down(Address me, Address source) const {
  return down(me) && place(source) >= place(me);
}

void DimensionAllgather::add_slots(Address me, std::uint64_t packets, unsigned up_port, unsigned down_port,
                                   unsigned closed, GateWindows& windows) const {
  if (is_cycle_) {
    add_ring_slots(ports_, nodes(), place(me), cycles(packets), up_port, closed, windows);
    return;
  }
  const PathNode node{nodes(), place(me), up_port, down_port, closed};
  if (ports_ == PortModel::kOne) {
    add_full_duplex_path_slots(node, packets, windows);
  } else {
    add_half_duplex_path_slots(node, cycles(packets), windows);
  }
}

// A dimension, and a node's digit of it: nodes(dimension) digits, each worth `step`.
struct Dimension {
  DimensionAllgather allgather;
  std::uint32_t step;

  Address digit(Address node) const { return Address(node.number() / step % allgather.nodes()); }
  Address with_digit(Address node, Address other) const {
    return Address(node.number() - digit(node).number() * step + other.number() * step);
  }
};

// The fastest order, by the sets of those that come before: bit i for dimension i.
class FastestOrder {
 public:
  FastestOrder(const std::vector<Dimension>& dimensions, std::uint64_t packets)
      : of_sets_(std::size_t{1} << dimensions.size()) {
    of_sets_[0] = {0, packets, 0};
    for (std::size_t set = 1; set < of_sets_.size(); ++set) {
      of_sets_[set].cycles = std::numeric_limits<std::uint64_t>::max();
      for (std::size_t last = 0; last < dimensions.size(); ++last) {
        if ((set >> last & 1u) == 0) continue;
        const OfSet& before = of_sets_[set & ~(std::size_t{1} << last)];
        const DimensionAllgather& allgather = dimensions[last].allgather;
        const std::uint64_t cycles = before.cycles + allgather.cycles(before.packets);
        if (cycles < of_sets_[set].cycles) of_sets_[set] = {cycles, before.packets * allgather.nodes(), last};
      }
    }
  }

  std::uint64_t cycles() const { return of_sets_.back().cycles; }
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> found;
    for (std::size_t set = of_sets_.size() - 1; set != 0; set &= ~(std::size_t{1} << found.back())) {
      found.push_back(of_sets_[set].last);
    }
    std::ranges::reverse(found);
    return found;
  }

 private:
  struct OfSet {
    std::uint64_t cycles = 0;
    std::uint64_t packets = 0;  // of every node, once it has gathered in these
    std::size_t last = 0;
  };
  std::vector<OfSet> of_sets_;
};

std::vector<Dimension> dimensions_of(const Network& network, PortModel ports) {
  std::vector<Dimension> dimensions;
  std::uint32_t step = network.nodes();
  for (const Network& factor : network.factors()) {
    step /= factor.nodes();
    dimensions.push_back({DimensionAllgather(factor, ports), step});
  }
  if (dimensions.empty()) throw PlanError("is not known as a product; take algorithm tree, ring or path");
  return dimensions;
}

class ProductAllgather final : public collectives::Plan {
 public:
  ProductAllgather(const PlanRequest& request, PortModel ports) : network_(request.network), packets_(request.packets) {
    const std::vector<Dimension> dimensions = dimensions_of(network_, ports);
    const FastestOrder fastest(dimensions, packets_);
    for (const std::size_t i : fastest.order()) dimensions_.push_back(dimensions[i]);
    if (ports == PortModel::kHalf && fastest.cycles() > kMostWindows) {
      throw PlanError(fmt::format("takes {} cycles half duplex, and a gate has {} windows; take algorithm ring or path",
                                  fastest.cycles(), kMostWindows));
    }
    cycles_ = {fastest.cycles(), "Dimakopoulos 1999, theorem 2"};
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(network_.ports(), me, kLabelledRule<rules::ByTree>, packets_);
    driver.expect(packets_ * (network_.nodes() - 1));
    std::vector<Way> ways;
    GateWindows windows;
    std::uint64_t packets = packets_;
    for (const Dimension& dimension : dimensions_) {
      const Way& way = ways.emplace_back(way_in(dimension, me));
      dimension.allgather.add_slots(way.digit, packets, way.up, way.down, network_.ports(), windows);
      packets *= dimension.allgather.nodes();
    }
    windows.load(driver);
    for (const unsigned port : passed_on(ways, me)) {
      driver.add(port, {me, 0, 0, packets_});
      driver.send(port, packets_);
    }
    for (const Address source : network::addresses(network_.nodes())) driver.set_word(source, passed_on(ways, source));
  }
  const ClosedForm* cycles() const override { return &cycles_; }

 private:
  // A node's own digit of a dimension, and its ports there; where it has none the number of no
  // port, which closes all.
  struct Way {
    Address digit;
    unsigned up;
    unsigned down;
  };

  Way way_in(const Dimension& dimension, Address me) const {
    const Address digit = dimension.digit(me);
    const auto port = [&](const std::optional<Address>& there) {
      return there ? port_to(network_, me, dimension.with_digit(me, *there)) : network_.ports();
    };
    return {digit, port(dimension.allgather.up(digit)), port(dimension.allgather.down(digit))};
  }

  // A packet comes in the last dimension in which its source differs, and continues there and in all
  // behind.
  Ports passed_on(const std::vector<Way>& ways, Address source) const {
    Ports ports;
    for (std::size_t i = dimensions_.size(); i > 0; --i) {
      const Dimension& dimension = dimensions_[i - 1];
      const Way& way = ways[i - 1];
      const Address from = dimension.digit(source);
      if (dimension.allgather.passes_up(way.digit, from)) ports = ports | Ports::one(way.up);
      if (dimension.allgather.passes_down(way.digit, from)) ports = ports | Ports::one(way.down);
      if (from != way.digit) break;
    }
    return ports;
  }

  Network network_;
  std::uint32_t packets_;
  std::vector<Dimension> dimensions_;  // in the order in which they gather
  ClosedForm cycles_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_full_duplex_product_allgather(const PlanRequest& request) {
  return std::make_unique<ProductAllgather>(request, PortModel::kOne);
}

std::unique_ptr<collectives::Plan> plan_half_duplex_product_allgather(const PlanRequest& request) {
  return std::make_unique<ProductAllgather>(request, PortModel::kHalf);
}

}  // namespace testbench
