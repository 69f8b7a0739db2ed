// SPDX-License-Identifier: Apache-2.0
// Test only: plays the program that the firmware loads into a node, as its injectors and its gate
// would.
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
  Ports combined{};  // in-ports whose packets are combined with this one, one of each
};

class Player {
 public:
  Player(Collective collective, const char* algorithm, PortModel ports, unsigned d, std::uint32_t packets,
         std::uint32_t root, std::uint32_t me, unsigned hop_cycles = 1) {
    node::Driver driver(image_);
    const Operation operation{find_row(collective, algorithm, ports), network::Cube(d), packets, Address(root),
                              hop_cycles};
    operation.row->load(operation, Address(me), driver);
  }

  // The packets of a port, or of an ejector, in order, by the definition in
  // hls/router/injector.hpp.
  std::vector<Sent> sent(unsigned stream) const {
    const node::Program& program = image_.program(stream);
    std::vector<Sent> packets;
    play(program, 0, program.repeat_from, 0, program.packets, packets);
    play_over_and_over(program, program.repeat_from, program.length, program.repeat_from != 0 ? step() : 0,
                       program.packets, packets);
    return packets;
  }
  // The packets of the second part of its program.
  std::vector<Sent> sent_second(unsigned stream) const {
    const node::Program& program = image_.program(stream);
    std::vector<Sent> packets;
    play_over_and_over(program, program.length, program.second_length, 0, program.second_packets, packets);
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
  const node::RegisterImage& image() const { return image_; }
  bool transit_first() const { return (image_.held(node::Control::kPolicy) & node::kTransitFirst) != 0; }

 private:
  std::uint32_t step() const { return image_.held(node::Control::kSequenceStep); }

  // The entries from first to end - 1, as long as there are packets.
  static void play(const node::Program& program, std::uint32_t first, std::uint32_t end, std::uint32_t base,
                   std::size_t in_all, std::vector<Sent>& packets) {
    for (std::uint32_t e = first; e < end; ++e) {
      const node::Entry& entry = program.entries[e];
      for (std::uint32_t i = 0; i < entry.count && packets.size() < in_all; ++i) {
        packets.push_back({entry.relative_destination.number(), entry.tree, base + entry.sequence + i, entry.combined});
      }
    }
  }
  void play_over_and_over(const node::Program& program, std::uint32_t first, std::uint32_t end, std::uint32_t base,
                          std::size_t in_all, std::vector<Sent>& packets) const {
    for (; first < end && packets.size() < in_all; base += step()) play(program, first, end, base, in_all, packets);
  }

  node::RegisterImage image_;
};

}  // namespace collectives::test
