// Test only: what the program that the firmware loads into a node makes its injectors send, and its gate do.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "firmware/node/register_image.hpp"

namespace collectives::test {

struct Sent {
  std::uint32_t destination;  // as the sender sees it
  std::uint32_t tree;
  std::uint32_t sequence;
};

class Player {
 public:
  Player(Collective collective, const char* algorithm, PortUse ports, unsigned d, std::uint32_t packets,
         std::uint32_t root, std::uint32_t me, unsigned hop_cycles = 1) {
    node::Driver driver(image_);
    const Operation operation{find_row(collective, algorithm, ports), network::Cube(d), packets, Address(root),
                              hop_cycles};
    operation.row->load(operation, Address(me), driver);
  }

  // The packets of a port in order, by the words of hls/router/injector.hpp.
  std::vector<Sent> sent(unsigned port) const {
    std::vector<Sent> packets;
    const node::Program& program = image_.program(port);
    const std::uint32_t step = image_.held(node::Control::kSequenceStep);
    for (std::uint32_t base = 0; packets.size() < program.packets; base += step) {
      for (std::uint32_t e = 0; e < program.length; ++e) {
        const node::Entry& entry = program.entries[e];
        for (std::uint32_t i = 0; i < entry.count && packets.size() < program.packets; ++i) {
          packets.push_back({entry.relative_destination.number(), entry.tree, base + entry.sequence + i});
        }
      }
    }
    return packets;
  }
  // Entries of the program of a port.
  std::size_t entries(unsigned port) const { return image_.program(port).entries.size(); }
  std::uint32_t expected() const { return image_.held(node::Control::kExpected); }
  // Port and cycles, window by window.
  std::vector<std::pair<unsigned, std::uint32_t>> windows() const {
    std::vector<std::pair<unsigned, std::uint32_t>> windows;
    for (const node::Window& window : image_.windows()) windows.emplace_back(window.port, window.cycles);
    return windows;
  }
  node::GateMode gate() const { return static_cast<node::GateMode>(image_.held(node::Control::kGate)); }
  bool transit_first() const { return image_.held(node::Control::kPolicy) == node::kTransitFirst; }

 private:
  node::RegisterImage image_;
};

}  // namespace collectives::test
