// SPDX-License-Identifier: Apache-2.0
// The wires between the systems of a cube.
#pragma once

#include <memory>
#include <new>

#include "hls/operators/operator_sets.hpp"
#include "hls/soc/soc.hpp"
#include "testbench/nodes/soc_cube.hpp"

namespace testbench {

// A system in C++.
template <class ConfigOf>
class NativeSoc {
 public:
  using Config = ConfigOf;
  using State = soc::State<Config>;

  void step(const soc::In<Config>& in) { soc::Soc<Config>::step(*state_, in, out_); }
  const State& state() const { return *state_; }
  const soc::Out<Config>& out() const { return out_; }
  static std::optional<std::string> difference() { return std::nullopt; }
  static std::optional<std::string> difference_of_memories() { return std::nullopt; }

 private:
  // Memories without a reset begin with zeros, as in RTL.
  struct Free {
    void operator()(State* state) const { ::operator delete(state, std::align_val_t{alignof(State)}); }
  };
  static State* zeros() {
    void* const room = ::operator new(sizeof(State), std::align_val_t{alignof(State)});
    return ::new (__builtin_memset(room, 0, sizeof(State))) State;
  }

  std::unique_ptr<State, Free> state_{zeros()};
  soc::Out<Config> out_;
};

template <class Engine>
class SocMesh final : public SocCube {
  using Config = typename Engine::Config;
  static constexpr unsigned kPorts = soc::kPorts<Config>;
  static constexpr std::uint32_t kNodes = 1u << kPorts;
  static constexpr typename Config::Network kNetwork{};

 public:
  SocMesh() : engines_(kNodes), ins_(kNodes), nodes_(kNodes) {}

  void cycle(const Inputs& inputs) override {
    moves_ = false;
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      soc::In<Config>& in = ins_[n];
      std::uint32_t barrier = 0;
      for (unsigned port = 0; port < kPorts; ++port) {
        const network::Address neighbour = kNetwork.neighbour(network::Address(n), port);
        const soc::Out<Config>& out = engines_[neighbour.number()].out();
        in.links[port] = out.node.links[kNetwork.arrival_port(network::Address(n), port)];
        barrier |= (out.barrier >> port & 1u) << port;
        moves_ = moves_ || in.links[port].valid || engines_[n].out().node.ejects[port].valid;
      }
      in.barrier = hls::Bits<kPorts>(barrier);
      in.number = hls::Bits<kPorts>(n);
      in.run = hls::Bit(inputs.runs[n]);
      in.rx = hls::Bit(inputs.rx[n]);
      in.load = {soc::Word(inputs.load_address), soc::Word(inputs.load_word), hls::Bit(inputs.load_address != 0)};
    }
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      engines_[n].step(ins_[n]);
      observe(n, inputs.runs[n] != 0);
    }
  }
  const Node& node(std::uint32_t number) const override { return nodes_[number]; }
  bool moves() const override { return moves_; }
  std::optional<std::string> difference() override {
    return first([](Engine& engine) { return engine.difference(); });
  }
  std::optional<std::string> difference_of_memories() override {
    return first([](Engine& engine) { return engine.difference_of_memories(); });
  }

 private:
  void observe(std::uint32_t n, bool runs) {
    const soc::State<Config>& state = engines_[n].state();
    const soc::Out<Config>& out = engines_[n].out();
    Node& node = nodes_[n];
    node.tx = out.tx;
    node.exited = out.exited;
    node.status = out.status;
    node.asks = runs && state.bus.valid;
    node.writes = state.bus.strobes != 0;
    node.address = state.bus.address;
    node.value = state.bus.write_data;
    node.executes = runs && state.core.phase == core::Phase::kExecute;
    node.joins = state.collective.busy() && !state.collective.has_started();
    node.communicates = state.collective.has_started();
    const std::uint32_t faults = state.system.read(CC_INTERRUPTS) & ~state.system.read(CC_ENABLE) & CC_INTERRUPT_FAULT;
    node.fault.reset();
    if (faults != 0) node.fault = state.system.read(CC_FAULT);
    if (faults == 0) node.counter = counter_of(state);
    if (runs && state.core.phase == core::Phase::kEpc) node.trap = {state.core.cause, node.counter};
  }
  static std::uint32_t counter_of(const soc::State<Config>& state) {
    if constexpr (Config::kCompressed) {
      return state.core.counter.address;
    } else {
      return state.core.next - 4;
    }
  }
  template <class Find>
  std::optional<std::string> first(Find find) {
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      if (const std::optional<std::string> found = find(engines_[n])) {
        return "node " + std::to_string(n) + ": " + *found;
      }
    }
    return std::nullopt;
  }

  std::vector<Engine> engines_;
  std::vector<soc::In<Config>> ins_;
  std::vector<Node> nodes_;
  bool moves_ = false;
};

}  // namespace testbench

#define CUBECAST_NATIVE_SOC                                                                        \
  extern "C" __attribute__((visibility("default"))) testbench::SocCube* cubecast_make_soc_cube() { \
    return new testbench::SocMesh<testbench::NativeSoc<Config>>;                                   \
  }
