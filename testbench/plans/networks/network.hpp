// SPDX-License-Identifier: Apache-2.0
// A network that is chosen when the program runs, made from any class of firmware/networks or of
// this folder:
//
//     const Network network(network::Ring(12));
//     network.neighbour(Address(11), 0) == Address(0)
//
// firmware/networks/network.hpp explains the members. Copies share the class that
// they are made from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "firmware/networks/network.hpp"
#include "testbench/ground/host/node_table.hpp"

namespace testbench {

using network::Address;

struct FileWeights;  // network_file.hpp

class Network {
 public:
  template <class Shape>
  explicit Network(const Shape& shape) : model_(std::make_shared<const Of<Shape>>(shape)) {}

  std::uint32_t nodes() const { return model_->nodes(); }
  std::uint32_t ends() const { return model_->ends(); }
  bool has_switches() const { return ends() != nodes(); }
  unsigned ports() const { return model_->ports(); }
  Address neighbour(Address node, unsigned port) const { return model_->neighbour(node, port); }
  // The nodes behind all ports, in their order: quicker than one after the other.
  void neighbours(Address node, std::uint32_t* found) const { model_->neighbours(node, found); }
  unsigned arrival_port(Address node, unsigned port) const { return model_->arrival_port(node, port); }
  // Without names. Lives as long as a copy of this.
  const network::AnyNetwork& any() const { return *model_; }
  // "(1,0,2)", or just the number where the name is one.
  std::string name(Address node) const { return model_->name(node); }
  // Nothing where it is not known.
  std::optional<std::uint32_t> bisection() const { return model_->bisection(); }
  // The network's own construction; empty where it has none. hamiltonian_cycle.hpp searches for
  // more, and checks all.
  std::vector<Address> hamiltonian_path() const { return model_->hamiltonian_path(); }
  // The dimensions of a cartesian product, two or more; empty where it was not made as a product.
  // An address is the one in the first dimension, times the nodes of the others, plus the one in
  // the second, and so on.
  std::vector<Network> factors() const { return model_->factors(); }
  // The weights that its file gives to links; null where it is not from a file of links.
  std::shared_ptr<const FileWeights> weights() const { return model_->weights(); }

  bool is_cayley() const { return model_->is_cayley(); }
  // For a Cayley network only.
  Address relative(Address node, Address origin) const { return model_->relative(node, origin); }
  Address absolute(Address seen, Address origin) const { return model_->absolute(seen, origin); }

 private:
  struct Model : network::AnyNetwork {
    virtual void neighbours(Address node, std::uint32_t* found) const = 0;
    virtual std::string name(Address node) const = 0;
    virtual std::optional<std::uint32_t> bisection() const = 0;
    virtual std::vector<Address> hamiltonian_path() const = 0;
    virtual std::vector<Network> factors() const = 0;
    virtual std::shared_ptr<const FileWeights> weights() const = 0;
  };

  template <class Shape>
  struct Of final : Model {
    explicit Of(const Shape& made_from) : shape(made_from) {}
    std::uint32_t nodes() const override { return shape.nodes(); }
    std::uint32_t ends() const override {
      if constexpr (requires { shape.ends(); }) return shape.ends();
      return shape.nodes();
    }
    unsigned ports() const override { return shape.ports(); }
    Address neighbour(Address node, unsigned port) const override { return shape.neighbour(node, port); }
    void neighbours(Address node, std::uint32_t* found) const override {
      const auto visit = [&found](Address there) { *found++ = there.number(); };
      if constexpr (requires { shape.each_neighbour(node, visit); }) {
        shape.each_neighbour(node, visit);
      } else {
        for (unsigned port = 0; port < shape.ports(); ++port) visit(shape.neighbour(node, port));
      }
    }
    unsigned arrival_port(Address node, unsigned port) const override { return shape.arrival_port(node, port); }
    std::string name(Address node) const override {
      if constexpr (requires { shape.name(node); }) {
        return shape.name(node);
      } else {
        return joined(shape.symbols(node));
      }
    }
    std::optional<std::uint32_t> bisection() const override {
      if constexpr (requires { shape.bisection(); }) {
        if (shape.bisection() != 0) return shape.bisection();
      }
      return std::nullopt;
    }
    std::vector<Address> hamiltonian_path() const override {
      std::vector<Address> path;
      const auto visit = [&path](Address node) { path.push_back(node); };
      if constexpr (requires { shape.hamiltonian_path(visit); }) shape.hamiltonian_path(visit);
      return path;
    }
    std::vector<Network> factors() const override {
      std::vector<Network> found;
      if constexpr (requires { shape.factors(); }) {
        found = shape.factors();
      } else if constexpr (requires { shape.extents(); }) {
        if (shape.extents().size() < 2) return found;
        for (const std::uint32_t extent : shape.extents()) {
          network::Symbols one;
          one.add(extent);
          found.push_back(Network(Shape(one)));
        }
      }
      return found;
    }
    std::shared_ptr<const FileWeights> weights() const override {
      if constexpr (requires { shape.weights(); }) return shape.weights();
      return nullptr;
    }
    bool is_cayley() const override { return shape.is_cayley(); }
    Address relative(Address node, Address origin) const override {
      if constexpr (requires { shape.relative(node, origin); }) return shape.relative(node, origin);
      return node;
    }
    Address absolute(Address seen, Address origin) const override {
      if constexpr (requires { shape.absolute(seen, origin); }) return shape.absolute(seen, origin);
      return seen;
    }
    Shape shape;
  };

  static std::string joined(const network::Symbols& symbols);

  std::shared_ptr<const Model> model_;
};

// The links of a network, with nodes as plain numbers. They are looked up once; in networks of which
// one node is simulated for all, whose links all carry something, they are worked out when they are
// asked for. A link that carries nothing is left out, maybe in one direction alone.
//
//     const LinkTable links(network);
//     links.neighbour(node, port);
//
// Links can differ in their cycles. A packet counts as sent when it leaves for its last link, so the cycles of that one
// are free where packets go to all nodes, or from all nodes to one. A packet can hold a link for more than a cycle, the
// packet cycles of the link, which are a part of those of its hop.
class LinkTable {
 public:
  // Calls is_dead(node, port) for every link; nothing: all work.
  using IsDead = std::function<bool(std::uint32_t node, unsigned port)>;
  explicit LinkTable(const Network& network, const IsDead& is_dead = {});
  // Worked out at any size. For a Cayley network only.
  static LinkTable computed(const Network& network);

  // The same links, each in the opposite direction; and those that work in both.
  LinkTable turned() const;
  LinkTable of_both_ways() const;
  // The links alone that are kept.
  LinkTable only(const IsDead& is_kept) const;
  // The same, and a link with its way back to each switch that lost links have cut off: searches meet it as a leaf, and no
  // way from end to end leads through it. `whole`: with the lost links.
  LinkTable with_lost_switches(const LinkTable& whole) const;
  // The same links with the cycles of a hop over each: `wires`, by node and port, and those of the router.
  LinkTable with_wires(std::span<const std::uint16_t> wires, std::uint64_t router) const;
  // The same links, each of which carries a packet in so many cycles, by node and port; the quickest ones, which carry
  // up to so many in a frame, hand these on when the frame has come.
  LinkTable with_packet_cycles(std::span<const std::uint16_t> cycles, unsigned frame_packets) const;
  // No link is free, as where packets come back.
  LinkTable with_last_links() const;

  friend bool operator==(const LinkTable&, const LinkTable&) = default;

  std::uint32_t nodes() const { return neighbours_.nodes(); }
  // Nodes that send and receive; those behind them are switches.
  std::uint32_t ends() const { return ends_; }
  bool is_switch(std::uint32_t node) const { return node >= ends_; }
  unsigned ports() const { return neighbours_.ports(); }
  // The node itself where there is nothing behind the port.
  std::uint32_t neighbour(std::uint32_t node, unsigned port) const { return neighbours_.at(node, port); }
  // By port.
  NodeTable::Row neighbours_of(std::uint32_t node) const { return neighbours_.row(node); }
  bool has_link(std::uint32_t node, unsigned port) const { return neighbour(node, port) != node; }
  unsigned arrival_port(std::uint32_t node, unsigned port) const {
    return arrivals_[has_common_arrivals() ? port : at(node, port)];
  }
  // Whether links differ in their cycles; whether packets go the other way; whether their last link is free.
  bool has_cycles() const { return !cycles_.empty(); }
  bool is_turned() const { return is_turned_; }
  bool has_free_links() const { return has_free_links_; }
  std::uint32_t cycles(std::uint32_t node, unsigned port) const {
    return cycles_.empty() ? 1 : cycles_[at(node, port)];
  }
  std::uint32_t most_cycles() const { return cycles_.empty() ? 1 : *std::ranges::max_element(cycles_); }
  // Whether links carry packets at rates of their own: a packet in so many cycles.
  bool has_packet_cycles() const { return !packet_cycles_.empty(); }
  std::uint32_t packet_cycles(std::uint32_t node, unsigned port) const {
    return packet_cycles_.empty() ? 1 : packet_cycles_[at(node, port)];
  }
  unsigned frame_packets(std::uint32_t node, unsigned port) const {
    return packet_cycles(node, port) == least_packet_cycles_ ? frame_packets_ : 1;
  }

  const NodeTable& neighbours() const { return neighbours_; }
  // By node and port, or by port where all nodes have the same.
  const std::vector<std::uint8_t>& arrivals() const { return arrivals_; }

 private:
  LinkTable(NodeTable neighbours, std::vector<std::uint8_t> arrivals, std::uint32_t ends)
      : neighbours_(std::move(neighbours)), arrivals_(std::move(arrivals)), ends_(ends) {}

  std::size_t at(std::uint32_t node, unsigned port) const { return std::size_t{node} * ports() + port; }
  bool has_common_arrivals() const { return arrivals_.size() == ports(); }
  // All of them work.
  bool is_computed() const { return neighbours_.words() == nullptr; }
  // By node and port: the node itself.
  std::vector<std::uint32_t> no_neighbours() const;

  NodeTable neighbours_;
  std::vector<std::uint8_t> arrivals_;  // by node and port, or by port where all nodes have the same
  std::uint32_t ends_;
  std::vector<std::uint32_t> cycles_ = {};  // by node and port; empty where all are alike
  std::vector<std::uint32_t> packet_cycles_ = {};
  std::uint32_t least_packet_cycles_ = 1;
  unsigned frame_packets_ = 1;
  bool is_turned_ = false;
  bool has_free_links_ = true;
};

}  // namespace testbench
