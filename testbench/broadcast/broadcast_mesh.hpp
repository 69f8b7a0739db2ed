// A cube of nodes that serve broadcast requests (hls/broadcast) in some simulator. Whatever
// measures them sees the nodes through this alone: their registers, the requests that come to them,
// and what they deliver.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/address.hpp"
#include "testbench/broadcast/prefix_setting.hpp"
#include "testbench/checker/payload_hash.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

// What a mesh is built for.
struct BroadcastSetting {
  unsigned dimension = 1;
  broadcast::Scheme scheme = broadcast::Scheme::kPmnb1;
  PrefixSetting prefix;
  std::size_t queue_depth = 16;       // packets in a crosspoint queue, a power of two
  bool queue_depth_is_users = false;  // else RTL nodes have their usual one
  std::uint64_t payload_seed = 1;
  Simulation simulation;
};

// A packet that a memory took.
struct BroadcastDelivery {
  Address node;
  Address source;
  std::uint32_t sequence;  // of the source's packets, modulo 2^sequence_width(): a request has packets_of_request()
  std::uint64_t payload;
};

// Packets that the links carry in a cycle.
struct BroadcastTraffic {
  std::uint64_t counts = 0;     // of nodes to their neighbours; on few wires, parts of them
  std::uint64_t packing = 0;    // to the nodes that hold them: for a period, or as roots of shared trees
  std::uint64_t broadcast = 0;  // to all
  std::uint64_t stopped = 0;    // links that say stop

  std::uint64_t all() const { return counts + packing + broadcast; }
};

class BroadcastMesh {
 public:
  virtual ~BroadcastMesh() = default;

  // A register of a node (firmware/node/registers.hpp), while the network is at rest.
  virtual void write(Address node, std::uint32_t address, std::uint32_t value) = 0;
  // One write of a word of the rule table is to all nodes.
  virtual bool shares_tables() const = 0;
  // Bits of a packet's sequence.
  virtual unsigned sequence_width() const = 0;

  // One clock cycle. `start` is the strobe. A request comes to each node of `requests`, which must
  // not be full.
  virtual void clock(bool start, const std::vector<Address>& requests) = 0;
  // The node's source must wait.
  virtual bool is_full(Address node) const = 0;
  // Packets of its own that the node has offered to its router since it was made, up to the latest
  // of them.
  virtual std::uint64_t offered(Address node) const = 0;

  // Of the latest cycle: what the memories took, and what the links carry in the coming one.
  virtual const std::vector<BroadcastDelivery>& delivered() const = 0;
  virtual BroadcastTraffic traffic() const = 0;
  virtual void append_link_events(std::uint64_t cycle, LinkEvents& events) const = 0;
  // Most packets that a crosspoint queue has held since the start; 0 where the engine does not
  // tell.
  virtual std::uint32_t deepest_queue() const = 0;
};

// The nodes compiled for the host, when they are first asked for. Throw ModelError where they
// cannot be, and std::bad_alloc where there is no memory for them.
std::unique_ptr<BroadcastMesh> make_native_servers(const BroadcastSetting& setting);
// The nodes alone, for meshes that take any. Their sequences have 32 bits.
std::unique_ptr<Nodes> make_native_server_nodes(const BroadcastSetting& setting);
inline constexpr unsigned kNativeSequenceWidth = 32;

// Writes what firmware writes into every node (firmware/broadcast/service.hpp).
void load_service(BroadcastMesh& mesh, const BroadcastSetting& setting, bool repeats);

}  // namespace testbench
