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

  // A hint that it will be stepped soon. Of a combining ejector the queues are left out, which come
  // first in it: most have no packets.
  void prefetch() {
    if constexpr (router::combines<Config>()) {
      prefetch_lines(this, &state.router.combining_ejector(0));
      for (unsigned i = 0; i < kPorts; ++i) {
        auto& ejector = state.router.combining_ejector(i);
        prefetch_lines(&ejector.queue(kPorts - 1) + 1, &ejector + 1);
      }
      prefetch_lines(&fetches, this + 1);
    } else {
      prefetch_lines(this, this + 1);
    }
  }

 private:
  static void prefetch_lines(const void* first, const void* end) {
    constexpr std::uintptr_t kLine = 64;
    for (auto line = reinterpret_cast<std::uintptr_t>(first) / kLine;
         line * kLine < reinterpret_cast<std::uintptr_t>(end); ++line) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): no pointer that is read through
      __builtin_prefetch(reinterpret_cast<const void*>(line * kLine), 1);
    }
  }

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
