#include "testbench/run/network_operation.hpp"

namespace testbench {

WiredNetwork::WiredNetwork(const Network& network)
    : network_(network), links_(network), edges_(links_.ports(), links_.neighbours()) {
}

NetworkOperation::NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root,
                                   const std::vector<std::uint32_t>& counts)
    : plan_(row.make({network, packets, root, counts})), wired_(std::make_unique<WiredNetwork>(network)) {
  if (!counts.empty()) wired_->count(counts, packets);
  operation_.row = &row;
  operation_.network = network::SomeNetwork(*wired_);
  operation_.packets = packets;
  operation_.root = root;
  operation_.plan = plan_.get();
}

const EdgeTable& edges_of(const collectives::Operation& operation) {
  return static_cast<const WiredNetwork&>(operation.network.other()).edges();
}
const PacketCounts* counts_of(const collectives::Operation& operation) {
  return static_cast<const WiredNetwork&>(operation.network.other()).counts();
}

}  // namespace testbench
