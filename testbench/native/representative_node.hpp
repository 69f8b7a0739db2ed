// SPDX-License-Identifier: Apache-2.0
// The representative node of a network in which all nodes are loaded alike except for their
// addresses, and no memory is ever slow. A packet that it sends through a port comes back through
// that port, with addresses translated to the neighbour's view. The queues of every node thus hold
// as much in each cycle as its own do.
//
//     RepresentativeNode<Config> node(setting, image);
//     if (auto bytes = node.queue_bytes(most_cycles)) total = nodes * *bytes;
#pragma once

#include <optional>
#include <vector>

#include "firmware/node/register_image.hpp"
#include "testbench/native/node_registers.hpp"

namespace testbench {

template <class Config>
class RepresentativeNode {
 public:
  // `image`: the registers of the node of address 0.
  RepresentativeNode(const MeshSetting& setting, const node::RegisterImage& image)
      : common_(setting, kNodes),
        queues_(common_, setting, Registers::kQueues),
        programs_(router::kStreams<Config> * setting.program_depth),
        table_(kBanks * kNodes),
        links_(router::open_links<Config>()) {
    attach_queues(registers_.state.router, queues_);
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      registers_.state.injectors[stream].program().attach(&programs_[stream * setting.program_depth],
                                                          setting.program_depth);
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      registers_.state.router.table().words(bank).attach(&table_[bank * kNodes], kNodes);
    }
    for (const node::RegisterWrite& write : image.writes()) {
      registers_.step_apart(
          router::In<Config>::quiet({hls::Bits<32>(write.address), hls::Bits<32>(write.value), hls::Bit(1), {}}),
          links_);
    }
  }

  // Bytes that its queues take in a whole run, or nothing if the run is longer than `most_cycles`.
  std::optional<std::uint64_t> queue_bytes(std::uint64_t most_cycles) {
    router::In<Config> in = router::In<Config>::quiet();
    in.start = hls::Bit(1);
    registers_.step_apart(in, links_);
    in.start = hls::Bit(0);
    for (std::uint64_t cycle = 0; cycle < most_cycles; ++cycle) {
      if (registers_.done && registers_.state.router.empty()) return queues_.bytes();
      for (unsigned port = 0; port < kPorts; ++port) take_link(port, in.links[port]);
      registers_.step_apart(in, links_);
    }
    return std::nullopt;
  }

 private:
  static constexpr typename Config::Network kNetwork{};
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static constexpr unsigned kBanks = router::RuleTable<Config>::kBanks;

  using Registers = NodeRegisters<router::Node<Config>>;
  using Queues = typename Config::template Storage<network::Packet<Config>>;

  // The neighbour sends the node's own packets, translated to its view.
  void take_link(unsigned port, network::Link<Config>& link) {
    network::connect(links_[port], link);
    if (!link.valid) return;
    network::Header<Config>& header = link.packet.header;
    const auto seen = [port](Address address) {
      return network::NodeAddress<Config>(kNetwork.neighbour(address, port));
    };
    header.source = seen(header.source);
    header.destination = seen(header.destination);
    common_.publish(Address(header.source).number(), link.packet);
  }

  typename Queues::Common common_;
  Queues queues_;
  std::vector<router::ProgramEntry<Config>> programs_;
  std::vector<network::PortSet<Config>> table_;
  Registers registers_;
  typename Registers::Links links_;
};

}  // namespace testbench
