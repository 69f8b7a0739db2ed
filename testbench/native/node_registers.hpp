// The registers of a compiled node, but those of its links, which its neighbours read.
#pragma once

#include <array>

#include "hls/router/node.hpp"

namespace testbench {

template <class Config>
struct NodeRegisters {
  static constexpr unsigned kPorts = Config::Network::kPorts;
  // The ejectors' among them.
  static constexpr unsigned kQueues =
      kPorts * (router::OutputPort<Config>::kCrosspoints + 1) + (router::combines<Config>() ? kPorts * kPorts : 0);

  using Links = std::array<network::Link<Config>, kPorts>;

  router::State<Config> state;
  std::array<router::Fetch<Config>, router::kStreams<Config>> fetches;
  std::array<network::Flit<Config>, kPorts> ejects;
  hls::Bits<32> answer;
  hls::Bit done;

  // One cycle. `links`: its link registers.
  [[gnu::always_inline, gnu::flatten]] void step(const router::In<Config>& in, Links& links) {
    Out out{links, fetches, ejects, answer, done};
    router::Node<Config>::step(state, in, out);
  }

  // The same, compiled once for all who step it now and then: the compiler takes longest for it.
  [[gnu::noinline]] void step_apart(const router::In<Config>& in, Links& links) { step(in, links); }

  // A hint that it will be stepped soon.
  void prefetch() const {
    constexpr std::size_t kLine = 64;
    const auto* const begin = reinterpret_cast<const char*>(this);
    const auto* const end = reinterpret_cast<const char*>(this + 1);
    for (const char* line = begin; line < end; line += kLine) __builtin_prefetch(line, 1);
  }

 private:
  // As router::Out.
  struct Out {
    Links& links;
    std::array<router::Fetch<Config>, router::kStreams<Config>>& fetches;
    std::array<network::Flit<Config>, kPorts>& ejects;
    hls::Bits<32>& answer;
    hls::Bit& done;
  };
};

}  // namespace testbench
