// The links between the nodes of a network, and the clock: nodes of any kind (testbench/nodes), in
// some simulator. A node's memory and its source of requests are its surroundings.
//
// A cycle: every node's inputs take what its neighbours' outputs and its surroundings hold, then
// every node steps. The order of nodes cannot matter, for inputs are copies.
#pragma once

#include <memory>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "testbench/mesh/divergence.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

class Surroundings {
 public:
  virtual ~Surroundings() = default;

  // Sets a node's inputs of the coming cycle other than links, as its registers ask for them. May
  // be called more than once.
  virtual void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) = 0;
  // Takes the packets of the node's ejectors, where `in` says that they are taken.
  virtual void take(Address node, const NodeOutputs& out, const NodeInputs& in) = 0;
  // Sees the outputs that the node drives from this cycle on.
  virtual void observe(Address, const NodeOutputs&) {}
};

// The neighbour behind each port of each node. A node may have more ports than the network: behind
// those is the node itself.
class WiringTable {
 public:
  struct End {
    Address node;
    unsigned port;
  };

  WiringTable(const network::SomeNetwork& network, unsigned ports_of_a_node)
      : nodes_(network.nodes()), ports_(ports_of_a_node) {
    ends_.reserve(std::size_t{nodes_} * ports_);
    for (const Address node : network::addresses(nodes_)) {
      for (unsigned port = 0; port < ports_; ++port) {
        const bool has = port < network.ports();
        ends_.push_back(has ? End{network.neighbour(node, port), network.arrival_port(node, port)} : End{node, port});
      }
    }
  }

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  const End& behind(Address node, unsigned port) const { return ends_[std::size_t{node.number()} * ports_ + port]; }

 private:
  std::uint32_t nodes_;
  unsigned ports_;
  std::vector<End> ends_;
};

// The network of a fabric, and the interface of its nodes.
struct FabricSetting {
  network::SomeNetwork network{network::Cube(1)};
  unsigned ports = 1;       // of a node, at least those of the network
  unsigned streams = 1;     // of own packets of a node
  bool has_counts = false;  // there are wires for counts beside the links
};

class Fabric {
 public:
  virtual ~Fabric() = default;

  // A cycle of one node alone, with nothing on its links, while the network is at rest.
  virtual void access(Address node, const router::RegisterAccess& access) = 0;
  // Makes every node what node 0 is, if that is the only one that has been accessed and the nodes
  // can be copied.
  virtual bool copy_first() = 0;
  // One clock cycle. Throws Divergence where RTL and C++ differ.
  virtual void clock(bool start) = 0;

  virtual const NodeOutputs& out(Address node) const = 0;
};

// Nodes that are stepped one after the other by the host. `surroundings` must outlive it.
std::unique_ptr<Fabric> make_host_fabric(const FabricSetting& setting, std::unique_ptr<Nodes> nodes,
                                         Surroundings& surroundings);

}  // namespace testbench
