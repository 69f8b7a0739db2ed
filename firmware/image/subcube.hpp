// SPDX-License-Identifier: Apache-2.0
// Collectives on the cube, or on a subcube of it: the nodes that differ in the dimensions of a group.
// A subcube is a cube with fewer ports, so that its programs are those of a smaller cube with ports
// and addresses spread over the dimensions of the group.
#pragma once

#include "firmware/collectives/catalog.hpp"
#include "firmware/image/choice.hpp"
#include "firmware/image/program_cache.hpp"

namespace image {

using network::Address;
using network::Ports;

class Subcube {
 public:
  Subcube(unsigned dimension, uint32_t group, uint32_t node) : whole_(dimension), group_(group), node_(node) {
    for (unsigned port = 0; port < dimension; ++port) {
      if (group >> port & 1u) ports_[dimension_++] = uint8_t(port);
    }
  }

  unsigned dimension() const { return dimension_; }
  uint32_t ranks() const { return 1u << dimension_; }
  uint32_t group() const { return group_; }
  uint32_t rank() const { return packed(node_); }
  bool is_whole() const { return dimension_ == whole_; }
  unsigned whole_dimension() const { return whole_; }
  // The node's bits outside the group.
  uint32_t others() const { return node_ & ~group_; }

  unsigned port(unsigned port) const { return ports_[port]; }
  // The bits of the group, one behind the other; and back.
  uint32_t packed(uint32_t bits) const {
    uint32_t result = 0;
    for (unsigned i = 0; i < dimension_; ++i) result |= (bits >> ports_[i] & 1u) << i;
    return result;
  }
  uint32_t spread(uint32_t bits) const {
    uint32_t result = 0;
    for (unsigned i = 0; i < dimension_; ++i) result |= (bits >> i & 1u) << ports_[i];
    return result;
  }

 private:
  unsigned whole_;
  unsigned dimension_ = 0;
  uint32_t group_;
  uint32_t node_;
  uint8_t ports_[cube::kMaxDimension] = {};
};

// The registers of the node, for a program of the smaller cube. It does not use the port gate.
class SubcubeBus final : public node::Bus {
 public:
  SubcubeBus(const Subcube& cube, node::Bus& bus) : cube_(cube), bus_(bus) {}

  void write(uint32_t address, uint32_t value) override {
    using node::Block;
    const auto block = Block(address >> 28);
    uint32_t port = address >> 20 & 0xff;
    uint32_t index = address & 0xfffff;
    switch (block) {
      case Block::kControl:
        if (index == uint32_t(node::Control::kAddress)) value = cube_.spread(value) | cube_.others();
        if (index == uint32_t(node::Control::kEntryPorts)) value = cube_.spread(value);
        if (index == uint32_t(node::Control::kGate)) value = 0;
        break;
      case Block::kTable:
        index = cube_.spread(index);
        value = cube_.spread(value);
        break;
      case Block::kWindow:
        return;
      case Block::kProgram:
        value = cube_.spread(value);
        [[fallthrough]];
      default: {
        // The number of an ejector is that of a tree, which ports do not change.
        const unsigned small = cube_.dimension();
        port = port < small ? cube_.port(port) : cube_.whole_dimension() + port - small;
      }
    }
    bus_.write(uint32_t(block) << 28 | port << 20 | index, value);
  }
  uint32_t read(uint32_t address) override { return bus_.read(address); }

  // Programs of earlier runs, on ports outside the group, fall silent.
  void silence() {
    const unsigned whole = cube_.whole_dimension();
    for (unsigned port = 0; port < whole; ++port) {
      if ((cube_.group() >> port & 1u) == 0) bus_.write(uint32_t(node::Block::kPackets) << 28 | port << 20, 0);
    }
  }

 private:
  const Subcube& cube_;
  node::Bus& bus_;
};

// Packets to all down the SBT, whose words are those of every root.
inline void load_down(const collectives::Operation& operation, bool is_root, node::Driver& driver) {
  const unsigned d = operation.d();
  for (unsigned port = 0; is_root && port < d; ++port) {
    driver.add(port, {Address(), 0, 0, operation.packets});
    driver.send(port, operation.packets);
  }
  for (const Address place : network::addresses(cube::nodes(d))) driver.set_word(place, trees::Sbt::children(d, place));
}

// Packets for each node, first those for far ones.
inline void load_ways(const collectives::Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  for (unsigned port = 0; port < d; ++port) {
    uint32_t packets = 0;
    for (const Address c : network::other_addresses(cube::nodes(d))) {
      const bool to_root_only = operation.shape().receivers == collectives::Party::kRoot;
      if (cube::ones(c).highest() != Ports::one(port)) continue;
      if (to_root_only && cube::relative(me, operation.root) != c) continue;
      driver.add(port, {c, 0, 0, operation.packets});
      packets += operation.packets;
    }
    if (packets != 0) driver.send(port, packets);
  }
}

inline void load_on_subcube(const collectives::Operation& asked, Address me, node::Driver& driver) {
  using collectives::Collective;
  collectives::Operation operation = asked;
  const Collective collective = operation.row->collective;
  const collectives::Shape shape = operation.shape();
  const bool sends = shape.senders == collectives::Party::kAll || me == operation.root;
  if (!shape.combined) {
    const bool to_all = !shape.distinct && shape.receivers == collectives::Party::kAll;
    driver.begin(operation.d(), me, to_all ? collectives::kRule<rules::Table> : collectives::kRule<rules::Ecube>, 0);
    driver.expect(expected_packets(operation, me));
    if (to_all) return load_down(operation, sends, driver);
    if (sends) load_ways(operation, me, driver);
    return;
  }
  if (collective == Collective::kReduceScatter) {
    collectives::begin(operation, me, 1, driver);
    return collectives::add_halving(operation, operation.packets, 1, driver);
  }
  operation.row = collectives::find_row(Collective::kReduce, "sbt", collectives::PortModel::kAll);
  collectives::load_reduce_up<trees::Sbt>(operation, me, driver);
  if (collective == Collective::kReduce) return;
  // An allreduce comes back down from the root.
  driver.expect(operation.packets);
  for (const Address place : network::addresses(cube::nodes(operation.d()))) {
    driver.set_word(place, trees::Sbt::children(operation.d(), place));
  }
  if (me != operation.root) return;
  driver.set_second_part(collectives::kRule<rules::Table>, operation.packets);
  for (unsigned port = 0; port < operation.d(); ++port) {
    driver.send(port, 0);
    driver.add(port, {Address(), 0, 0, operation.packets});
    driver.send_second(port, operation.packets);
  }
}

// Loads the node for its part. Returns the program, with the packets of a block if the algorithm deals them out in
// blocks, one for each rank, and else 0.
//
// A gated program is not repeated in a chain, since its windows are common time, nor one whose results go on down trees:
// these could stand behind operands of the next collective, which wait for a node that waits for them
// (docs/guides/starts.md).
inline const ProgramCache::Program& load(collectives::Collective collective, collectives::Operation& operation,
                                         const Subcube& cube) {
  static ProgramCache cache;
  const LoadKey key{uint32_t(collective), operation.packets, operation.root.number(),
                    operation.combining,  cube.group(),      choice().key(collective)};
  if (const ProgramCache::Program* const known = cache.replay(key)) return *known;
  ProgramCache::Program& program = cache.begin(key);
  KeepingBus bus(program);
  operation.row = &choice().row_for(collective, operation.network.cube(), operation.packets);
  program.chains = operation.row->ports == collectives::PortModel::kAll &&
                   collective != collectives::Collective::kAllreduce && collective != collectives::Collective::kBarrier;
  const Address me(cube.rank());
  if (cube.is_whole()) {
    node::Driver driver(bus);
    collectives::load(operation, me, driver);
    if (operation.row->by_blocks) program.block = collectives::block_of(operation);
    return program;
  }
  SubcubeBus small(cube, bus);
  node::Driver driver(small);
  small.silence();
  load_on_subcube(operation, me, driver);
  return program;
}

}  // namespace image
