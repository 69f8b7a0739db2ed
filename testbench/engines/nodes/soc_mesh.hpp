// SPDX-License-Identifier: Apache-2.0
// The systems of a cube, and the wires between them.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "hls/operators/operator_sets.hpp"
#include "hls/soc/soc.hpp"
#include "testbench/engines/nodes/noisy_wires.hpp"
#include "testbench/engines/nodes/soc_cube.hpp"

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

inline soc::Load load_of(const SocCube::Inputs& inputs) {
  return {soc::Word(inputs.load_address), soc::Word(inputs.load_word), hls::Bit(inputs.load_address != 0)};
}

template <class Config>
bool moves_packets(const soc::Out<Config>& out) {
  bool moves = false;
  for (unsigned port = 0; port < soc::kPorts<Config>; ++port) {
    moves = moves || out.node.links[port].valid || out.node.ejects[port].valid;
  }
  return moves;
}

template <class Config>
std::uint32_t counter_of(const soc::State<Config>& state) {
  if constexpr (Config::kCompressed || Config::kPipelined) {
    return state.core.counter.address;
  } else {
    return state.core.next - 4;
  }
}

// Whether the timer's interrupt is on, and its cycle has been set.
template <class State>
bool awaits_timer(const State& state) {
  constexpr std::uint32_t kTimerEnabled = 1u << 7;
  const bool is_set = state.system.read(CC_TIMER) != ~0u || state.system.read(CC_TIMER_HIGH) != ~0u;
  return is_set && (state.core.status.read(core::kMie) & kTimerEnabled) != 0;
}

// Sees all that a cube says of a node. `Engine`: NativeSoc, or one with the same functions.
template <class Engine>
void observe(const Engine& engine, bool runs, SocCube::Node& node) {
  const auto& state = engine.state();
  const auto& out = engine.out();
  node.tx = out.tx;
  node.rx_ready = out.rx_ready;
  node.exited = out.exited;
  node.status = out.status;
  node.asks = runs && state.bus.valid;
  node.writes = state.bus.strobes != 0;
  node.address = state.bus.address;
  node.value = state.bus.write_data;
  node.executes = runs && state.core.phase == core::Phase::kExecute;
  node.sleeps = runs && state.core.phase == core::Phase::kWait && !state.core.status.wakes();
  node.awaits_timer = node.sleeps && awaits_timer(state);
  node.joins = state.collective.busy() && !state.collective.has_started();
  node.communicates = state.collective.has_started();
  const std::uint32_t faults = state.system.read(CC_INTERRUPTS) & ~state.system.read(CC_ENABLE) & CC_INTERRUPT_FAULT;
  node.fault.reset();
  if (faults != 0) node.fault = state.system.read(CC_FAULT);
  if (faults == 0) node.counter = counter_of<typename Engine::Config>(state);
  if (node.executes && faults == 0) node.executed = node.counter;
  if constexpr (soc::has_checked_links<typename Engine::Config>()) {
    node.dead = 0;
    for (unsigned port = 0; port < state.router.ends.size(); ++port) {
      node.dead |= (state.router.ends[port].is_dead() ? 1u : 0u) << port;
    }
  }
  if (runs && state.core.phase == core::Phase::kEpc) node.trap = {state.core.cause, node.counter};
}

// A system drives through a port: a packet or a word, and the wire of the barrier beside it.
template <class Config>
struct SocBundle {
  typename soc::Channels<Config>::Array::value_type link;
  bool barrier = false;
};

// The host steps the systems one after the other, or a derived class has the clock.
template <class Engine>
class SocMesh : public SocCube {
  using Config = typename Engine::Config;

 public:
  // An engine is made with `which` of its node, if they are given.
  explicit SocMesh(const std::vector<bool>& which = {}) : ins_(kWiring.nodes()), nodes_(kWiring.nodes()) {
    engines_.reserve(kWiring.nodes());
    for (std::uint32_t n = 0; n < kWiring.nodes(); ++n) {
      if constexpr (std::is_constructible_v<Engine, bool>) {
        engines_.emplace_back(which.empty() || which[n]);
      } else {
        engines_.emplace_back();
      }
    }
  }

  void disturb(const WireFaults& faults) final {
    if constexpr (soc::HasLinks<Config>::value) noise_.emplace(faults, kWiring, Config::kLinkWires);
  }
  void cycle(const Inputs& inputs) final {
    ++tick_;
    inputs_ = &inputs;
    moves_ = std::ranges::any_of(engines_, [](const Engine& engine) { return moves_packets(engine.out()); });
    step_all();
    for (std::uint32_t n = 0; n < engines_.size(); ++n) observe(engines_[n], inputs.runs[n] != 0, nodes_[n]);
  }
  const Node& node(std::uint32_t number) const final { return nodes_[number]; }
  bool moves() const final { return moves_; }
  std::optional<std::string> difference() final {
    return first([](Engine& engine) { return engine.difference(); });
  }
  std::optional<std::string> difference_of_memories() final {
    return first([](Engine& engine) { return engine.difference_of_memories(); });
  }

 protected:
  static constexpr Wiring<typename Config::Network> kWiring{};

  // The neighbour behind the port has driven this.
  virtual SocBundle<Config> driven(network::Address node, unsigned port) const {
    return out(kWiring.neighbour(node, port), kWiring.arrival_port(node, port));
  }
  // Every system takes its inputs and steps.
  virtual void step_all() {
    for (const network::Address node : network::addresses(kWiring.nodes())) take_inputs(node);
    for (const network::Address node : network::addresses(kWiring.nodes())) step(node);
  }

  void take_inputs(network::Address node) {
    const std::uint32_t n = node.number();
    soc::In<Config>& in = ins_[n];
    std::uint32_t barrier = 0;
    for (unsigned port = 0; port < kWiring.ports(); ++port) {
      const SocBundle<Config> bundle = driven(node, port);
      in.links[port] = bundle.link;
      barrier |= (bundle.barrier ? 1u : 0u) << port;
      if constexpr (soc::HasLinks<Config>::value) {
        if (!noise_ || !noise_->any()) continue;
        noise_->disturb(link_into(kWiring, node, port), tick_, inputs_->cycle != 0, inputs_->cycle, in.links[port]);
      }
    }
    in.barrier = hls::Bits<kWiring.ports()>(barrier);
    in.number = hls::Bits<kWiring.ports()>(n);
    in.run = hls::Bit(inputs_->runs[n]);
    in.rx = hls::Bit(inputs_->rx[n]);
    in.rx_ends = hls::Bit(inputs_->rx_ends[n]);
    in.load = load_of(*inputs_);
  }
  void step(network::Address node) { engines_[node.number()].step(ins_[node.number()]); }
  SocBundle<Config> out(network::Address node, unsigned port) const {
    const soc::Out<Config>& all = engines_[node.number()].out();
    return {soc::Channels<Config>::of(all.node)[port], (all.barrier >> port & 1u) != 0};
  }

 private:
  template <class Find>
  std::optional<std::string> first(Find find) {
    for (std::uint32_t n = 0; n < engines_.size(); ++n) {
      if (const std::optional<std::string> found = find(engines_[n])) {
        return "node " + std::to_string(n) + ": " + *found;
      }
    }
    return std::nullopt;
  }

  std::vector<Engine> engines_;
  std::vector<soc::In<Config>> ins_;
  std::vector<Node> nodes_;
  std::optional<NoisyWires> noise_;  // on the wires of a link layer
  const Inputs* inputs_ = nullptr;   // of the cycle
  std::uint64_t tick_ = 0;           // the cycles, with those in which memories are loaded
  bool moves_ = false;
};

}  // namespace testbench

#define CUBECAST_NATIVE_SOC                                                                     \
  extern "C" __attribute__((visibility("default"))) testbench::SocCube* cubecast_make_soc_cube( \
      const std::vector<bool>&) {                                                               \
    return new testbench::SocMesh<testbench::NativeSoc<Config>>;                                \
  }
