// SPDX-License-Identifier: Apache-2.0
// Test only: configurations of links, and a link with its two ends, and wires that a test may
// disturb. At each end a queue stands for the router: what it sends has consecutive payloads, and it
// may refuse packets.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <random>
#include <vector>

#include "hls/link/node.hpp"

namespace links::test {

template <unsigned Wires, unsigned Frame, Check CheckOf = Check::kNone, bool CutThrough = false, unsigned Payload = 32>
struct Small : Linked<router::CubeConfig<3>, Wires> {
  static constexpr unsigned kPayloadWidth = Payload;
  static constexpr unsigned kFramePackets = Frame;
  static constexpr bool kCutThrough = CutThrough;
  static constexpr Check kCheck = CheckOf;
};
using Configs = testing::Types<Small<1, 1>, Small<3, 4>, Small<8, 16>, Small<8, 5, Check::kNone, true>, Small<32, 3>,
                               Small<33, 8>, Small<128, 8>, Small<128, 4, Check::kNone, true, 64>,
                               Small<1, 4, Check::kCrc16>, Small<5, 3, Check::kCrc16>, Small<8, 1, Check::kCrc32>,
                               Small<8, 16, Check::kCrc32>, Small<32, 4, Check::kCrc32>, Small<47, 7, Check::kCrc32>,
                               Small<128, 16, Check::kCrc32, false, 64>, Small<128, 1, Check::kCrc16>>;

template <class Config>
class Pair {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static constexpr std::uint64_t kAny = kNone - 1;

  struct Side {
    EndOf<Config> end;
    Phit<Config> driven = Phit<Config>::idle();
    router::Flit<Config> leaving;         // the router's output register
    bool free = false;                    // the end takes a packet in the next cycle
    std::uint64_t offered = 0;            // packets that the router wants to send
    std::uint64_t sent = 0;               // and has sent
    std::uint64_t next = 0;               // the number of the packet that should come next
    std::uint64_t may_be_next = kNone;    // or this one
    std::vector<std::uint64_t> arrivals;  // cycles
    EndAccess access;                     // to the end's registers, in the coming cycle
  };

  static router::Packet<Config> packet(std::uint64_t number) {
    router::Packet<Config> made;
    made.payload = router::Payload<Config>(number * 0x9E3779B97F4A7C15u);
    made.header.sequence = router::SequenceNumber<Config>(number);
    made.header.source = router::NodeAddress<Config>(Address(static_cast<std::uint32_t>(number % 7)));
    return made;
  }

  // `disturb`: what becomes of a phit on its way from a side. `goes`: a side's router takes packets.
  void cycle() {
    std::array<Phit<Config>, 2> arriving;
    for (unsigned side = 0; side < 2; ++side) {
      wires_[side].push_back(sides[1 - side].driven);
      arriving[side] = wires_[side].front();
      wires_[side].pop_front();
    }
    if (disturb) {
      for (unsigned side = 0; side < 2; ++side) disturb(1 - side, arriving[side]);
    }
    for (unsigned side = 0; side < 2; ++side) {
      Side& at = sides[side];
      const bool takes = !goes || goes(side);
      const EndOutput<Config> output =
          at.end.tick(at.access, hls::Bit(start), at.leaving, hls::Bit(takes), arriving[side], at.driven);
      at.access = {};
      if (output.valid) {
        const std::uint64_t number = output.packet.header.sequence;
        if (number == at.may_be_next || at.may_be_next == kAny) {
          at.next = number;
          at.may_be_next = kNone;
        }
        EXPECT_TRUE(network::equal(output.packet, packet(at.next))) << number << " in place of " << at.next;
        ++at.next;
        at.arrivals.push_back(now);
      }
      at.leaving.valid = hls::Bit(output.free && at.sent < at.offered);
      if (at.leaving.valid) at.leaving.packet = packet(at.sent++);
    }
    start = false;
    ++now;
  }
  void set(unsigned side, node::LinkRegister target, std::uint32_t value) {
    sides[side].access = {hls::Bits<4, node::LinkRegister>(target), hls::Bits<32>(value), hls::Bit(1)};
    cycle();
  }
  // The side begins anew. Packets that it has sent may be lost; the other side sends again what it
  // has not seen acknowledged.
  void reset(unsigned side) {
    Side begun;
    begun.offered = begun.sent = sides[side].sent;
    sides[side] = begun;
    sides[side].may_be_next = kAny;
    sides[1 - side].may_be_next = sides[side].sent;
  }
  bool is_up() const {
    return ((sides[0].end.read(node::LinkRegister::kStatus) & sides[1].end.read(node::LinkRegister::kStatus)) &
            node::kLinkUp) != 0;
  }
  // Cycles until both are up.
  std::uint64_t train(std::uint64_t most = 100000) {
    const std::uint64_t begin = now;
    while (!is_up() && now - begin < most) cycle();
    return now - begin;
  }

  // Wires that take so many cycles, each way.
  void set_latency(unsigned cycles) {
    for (auto& wire : wires_) wire.assign(cycles, Phit<Config>::idle());
  }

  std::array<Side, 2> sides;
  std::function<void(unsigned, Phit<Config>&)> disturb;
  std::function<bool(unsigned)> goes;
  std::uint64_t now = 0;
  bool start = false;

 private:
  std::array<std::deque<Phit<Config>>, 2> wires_;  // by the side to which they lead
};

// Flips each wire with this probability, more than 0 and less than 1. One random number for each that is flipped, and one
// more: most phits stay as they are.
template <class Config, class Random>
void flip(Phit<Config>& phit, double probability, Random& random) {
  std::geometric_distribution<std::uint32_t> before(probability);  // wires that stay before one that is flipped
  for (std::uint64_t wire = before(random); wire < Config::kLinkWires + 2; wire += std::uint64_t{1} + before(random)) {
    if (wire < Config::kLinkWires) {
      Lane<Config>& lane = phit.word[wire / 32];
      lane = Lane<Config>(lane ^ 1ull << wire % 32);
    } else {
      phit.kind = hls::Bits<2, PhitKind>::of_number(phit.kind.number() ^ 1u << (wire - Config::kLinkWires));
    }
  }
}

}  // namespace links::test
