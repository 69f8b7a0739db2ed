// Test only: a cube of the router as it is synthesised, with storage of fixed depth, and memories that may be slow. The
// evaluation order of the nodes is the test's choice.
//
//     TestCube<Small> cube;
//     node::Driver driver(cube.bus(0));    // loads node 0 through its registers
//     cube.clock(true);                    // the start strobe
//     cube.clock(false, ready);            // ready(node, port): the memory takes a packet in this cycle
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <tuple>
#include <vector>

#include "hls/router/node.hpp"

namespace router::test {

// What a packet carries: a value that names it, so that a wrong or torn packet shows.
constexpr std::uint32_t payload_of(std::uint32_t source, std::uint32_t destination, std::uint32_t sequence) {
  return (source * 0x9E3779B1u ^ destination * 0x85EBCA77u ^ sequence * 0xC2B2AE3Du) | 1u;
}

template <class Config>
class TestCube {
 public:
  static constexpr unsigned d = Config::kDimension;
  static constexpr std::uint32_t kNodes = 1u << d;

  struct Delivery {
    std::uint64_t cycle;
    std::uint32_t node;
    Packet<Config> packet;
  };
  struct Bus {
    TestCube* cube;
    std::uint32_t node;
    void write(std::uint32_t address, std::uint32_t value) { cube->access(node, address, value, true); }
    std::uint32_t read(std::uint32_t address) {
      cube->access(node, address, 0, false);
      return cube->outs_[node].answer;
    }
  };

  TestCube() : states_(kNodes), ins_(kNodes), outs_(kNodes), order_(kNodes) {
    std::iota(order_.begin(), order_.end(), 0u);
  }

  Bus bus(std::uint32_t node) { return {this, node}; }
  const Out<Config>& out(std::uint32_t node) const { return outs_[node]; }
  const std::vector<Delivery>& deliveries() const { return deliveries_; }
  // Clock cycles since the last strobe; 0 is the strobe itself.
  std::uint64_t cycle() const { return cycle_; }
  template <class Random>
  void shuffle_nodes(Random& random) {
    std::shuffle(order_.begin(), order_.end(), random);
  }

  template <class Ready>
  void clock(bool start, Ready ready) {
    cycle_ = start ? 0 : cycle_ + 1;
    for (std::uint32_t node = 0; node < kNodes; ++node) commit(node, start, ready);
    for (const std::uint32_t node : order_) Node<Config>::step(states_[node], ins_[node], outs_[node]);
  }
  void clock(bool start) {
    clock(start, [](std::uint32_t, unsigned) { return true; });
  }

 private:
  template <class Ready>
  void commit(std::uint32_t node, bool start, Ready ready) {
    In<Config>& in = ins_[node];
    in = In<Config>{};
    std::uint32_t go = 0;
    std::uint32_t eject_ready = 0;
    for (unsigned port = 0; port < d; ++port) {
      const Out<Config>& neighbour = outs_[node ^ 1u << port];
      in.links[port] = neighbour.links[port];
      go |= neighbour.go & 1u << port;
      const Header<Config>& fetch = outs_[node].fetches[port].header;
      in.payloads[port] = hls::Bits<Config::kPayloadWidth>(payload_of(fetch.source, fetch.destination, fetch.sequence));
      if (!ready(node, port)) continue;
      eject_ready |= 1u << port;
      const Flit<Config>& eject = outs_[node].ejects[port];
      if (eject.valid) deliveries_.push_back({cycle_, node, eject.packet});
    }
    in.go = hls::Bits<d>(go);
    in.eject_ready = hls::Bits<d>(eject_ready);
    in.start = hls::Bit(start);
  }

  // Only while the cube is at rest.
  void access(std::uint32_t node, std::uint32_t address, std::uint32_t value, bool write) {
    In<Config> in{};
    in.go = hls::Bits<d>(kNodes - 1);
    in.eject_ready = hls::Bits<d>(kNodes - 1);
    in.access = {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(write), hls::Bit(!write)};
    Node<Config>::step(states_[node], in, outs_[node]);
  }

  std::vector<State<Config>> states_;
  std::vector<In<Config>> ins_;
  std::vector<Out<Config>> outs_;
  std::vector<std::uint32_t> order_;
  std::vector<Delivery> deliveries_;
  std::uint64_t cycle_ = 0;
};

}  // namespace router::test
