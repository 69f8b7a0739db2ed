// SPDX-License-Identifier: Apache-2.0
// The wires of links that carry packets in frames, as the host plays them: when the next packet may leave, and when packets
// come to the other end (hls/link/plain_end.hpp). A checksum's answers and repetitions are left out.
//
//     FrameWires<Packet> wires({shape}, links);   // of all links; or a shape of each
//     if (wires.is_free(link, cycle)) wires.send(link, cycle, hop, packet, come);   // come(packet, cycle)
//     wires.end_cycle(cycle, come);
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// A frame of k packets, `most` of them at most, holds the wires for start_up + k packet_cycles.
struct FrameShape {
  unsigned packet_cycles = 1;
  unsigned start_up = 0;
  unsigned pipeline = 0;  // cycles of a hop beside those of the wires and of the router
  unsigned most = 1;
  bool cut_through = false;

  // More cycles than a packet can be on its way, without those of the router and of its wires.
  std::uint64_t longest() const {
    return start_up + pipeline + std::uint64_t{most} * (packet_cycles + 1) + packet_cycles + 1;
  }
};

// The shapes of links that differ in cycles of a packet. A hop has the other cycles of the link.
inline std::vector<FrameShape> frame_shapes(const LinkTable& links) {
  std::vector<FrameShape> shapes(std::size_t{links.nodes()} * links.ports());
  for (std::size_t link = 0; link < shapes.size() && links.has_packet_cycles(); ++link) {
    const auto node = static_cast<std::uint32_t>(link / links.ports());
    const auto port = static_cast<unsigned>(link % links.ports());
    shapes[link] = {links.packet_cycles(node, port), 0, 0, links.frame_packets(node, port)};
  }
  return shapes;
}

template <class Packet>
class FrameWires {
 public:
  FrameWires(const std::vector<FrameShape>& shapes, std::size_t links) : wires_(links) {
    for (std::size_t link = 0; link < links; ++link) wires_[link].shape = shapes[shapes.size() == 1 ? 0 : link];
  }

  bool is_free(std::size_t link, std::uint64_t cycle) const { return wires_[link].free_from <= cycle; }
  // A packet leaves. It comes when its frame has ended, or it alone where that cuts through, and its hop of `hop` cycles is over.
  template <class Come>
  void send(std::size_t link, std::uint64_t cycle, std::uint64_t hop, Packet packet, Come come) {
    Wire& wire = wires_[link];
    const FrameShape& shape = wire.shape;
    if (wire.packets == 0) {
      open_.push_back(link);
      wire.free_from = cycle + shape.start_up;
    }
    wire.free_from += shape.packet_cycles;
    wire.delay = shape.pipeline + hop - 1;
    ++wire.packets;
    wire.waiting.push_back(std::move(packet));
    if (shape.cut_through || wire.packets == shape.most) deliver(wire, come);
  }
  // Frames end that no packet has joined.
  template <class Come>
  void end_cycle(std::uint64_t cycle, Come come) {
    std::erase_if(open_, [&](std::size_t link) {
      Wire& wire = wires_[link];
      if (wire.packets == wire.shape.most && wire.free_from > cycle) wire.packets = 0;
      if (wire.packets == 0 || wire.free_from <= cycle) {
        deliver(wire, come);
        wire.packets = 0;
        return true;
      }
      return false;
    });
  }

 private:
  struct Wire {
    FrameShape shape;
    std::uint64_t free_from = 0;
    std::uint64_t delay = 0;
    unsigned packets = 0;         // of the open frame
    std::vector<Packet> waiting;  // of these, those that come when it has ended
    std::uint64_t last_come = 0;
  };

  // The router at the other end takes them one by one.
  template <class Come>
  static void deliver(Wire& wire, Come come) {
    for (Packet& packet : wire.waiting) {
      wire.last_come = std::max(wire.last_come + 1, wire.free_from + wire.delay);
      come(std::move(packet), wire.last_come);
    }
    wire.waiting.clear();
  }

  std::vector<Wire> wires_;
  std::vector<std::size_t> open_;
};

}  // namespace testbench
