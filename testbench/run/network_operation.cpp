#include "testbench/run/network_operation.hpp"

namespace testbench {
namespace {

EdgeTable edges_of(const Network& network) {
  std::vector<std::uint32_t> receivers;
  receivers.reserve(std::size_t{network.nodes()} * network.ports());
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) receivers.push_back(network.neighbour(node, port).number());
  }
  return {network.ports(), std::move(receivers)};
}

}  // namespace

WiredNetwork::WiredNetwork(const Network& network) : network_(network), edges_(edges_of(network)) {
  arrival_ports_.reserve(edges_.links());
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      arrival_ports_.push_back(static_cast<std::uint8_t>(network.arrival_port(node, port)));
    }
  }
}

NetworkOperation::NetworkOperation(const Network& network, const PlannedRow& row, std::uint32_t packets, Address root)
    : wired_(std::make_unique<WiredNetwork>(network)), plan_(row.make({network, packets, root})) {
  operation_.row = &row;
  operation_.network = network::SomeNetwork(*wired_);
  operation_.packets = packets;
  operation_.root = root;
  operation_.plan = plan_.get();
}

const EdgeTable& edges_of(const collectives::Operation& operation) {
  return static_cast<const WiredNetwork&>(operation.network.other()).edges();
}

}  // namespace testbench
