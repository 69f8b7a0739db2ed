// SPDX-License-Identifier: Apache-2.0
// A network of nodes that serve broadcast requests (hls/broadcast) in some simulator. Measurements see
// the nodes only through this interface: their registers, the requests that come to them, and their
// deliveries.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/address.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/request_environment.hpp"

namespace testbench {

class ServiceTrees;

// The properties for which a mesh is built, and the scheme by which its nodes serve.
struct BroadcastSetting : MeshSetting {
  broadcast::Scheme scheme{};
  std::uint64_t payload_seed = 1;
  std::shared_ptr<const ServiceTrees> trees;  // of another network than a cube

  explicit BroadcastSetting(unsigned dimension = 1, broadcast::Scheme chosen = broadcast::Scheme::kPmnb1,
                            const MeshSetting& asked = {})
      : MeshSetting(asked) {
    network = network::Cube(dimension);
    prefix.emplace();
    queue_depth.chosen = 16;
    serve_by(chosen);
  }
  BroadcastSetting(std::shared_ptr<const ServiceTrees> of_network, broadcast::Scheme chosen,
                   const MeshSetting& asked = {});

  std::uint32_t nodes() const { return network.nodes(); }
  // Only for a cube.
  unsigned dimension() const { return network.cube().dimension(); }
  void serve_by(broadcast::Scheme chosen) {
    scheme = chosen;
    packets = packets_of_request(chosen, dimension());
  }
};

class BroadcastMesh {
 public:
  virtual ~BroadcastMesh() = default;

  // Writes a register of a node (firmware/node/registers.hpp), while the network is at rest.
  virtual void write(Address node, std::uint32_t address, std::uint32_t value) = 0;
  // A single write of a rule table word reaches all nodes.
  virtual bool shares_tables() const = 0;
  // Bits of a packet's sequence.
  virtual unsigned sequence_width() const = 0;

  // One clock cycle. `start` is the strobe. A request comes to each node of `requests`; none of
  // them may be full.
  virtual void clock(bool start, const std::vector<Address>& requests) = 0;
  // The node's request queue is full, so that its source must wait.
  virtual bool is_full(Address node) const = 0;
  // Own packets that the node has offered to its router since it was made, up to the latest.
  virtual std::uint64_t offered(Address node) const = 0;

  // For the latest cycle: the packets that memories took, and those that links carry in the coming
  // cycle.
  virtual const std::vector<BroadcastDelivery>& delivered() const = 0;
  virtual BroadcastTraffic traffic() const = 0;
  virtual void append_link_events(std::uint64_t cycle, LinkEvents& events) const = 0;
  // The most packets that a crosspoint queue has held since the start; 0 where the engine does not
  // tell.
  virtual std::uint32_t deepest_queue() const = 0;
};

// Makes an engine's mesh of nodes that serve requests (Engine::make).
using MakeMesh = std::function<std::unique_ptr<Mesh>(const MeshSetting&, std::unique_ptr<Environment>)>;

// The mesh with its sources and memories. `sequence_width`: bits of a packet's sequence in the
// nodes. Throws the exceptions of `make`.
std::unique_ptr<BroadcastMesh> make_broadcast_mesh(const BroadcastSetting& setting, unsigned sequence_width,
                                                   const MakeMesh& make);
// The mesh of the setting's engine, which must be known.
std::unique_ptr<BroadcastMesh> make_servers(const BroadcastSetting& setting);
// The mesh of the native engine.
std::unique_ptr<BroadcastMesh> make_native_servers(const BroadcastSetting& setting);

// Writes the firmware's register values into every node (firmware/broadcast/service.hpp).
void load_service(BroadcastMesh& mesh, const BroadcastSetting& setting, bool repeats);

}  // namespace testbench
