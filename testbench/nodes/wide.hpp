// Links and streams in words that are wide enough for any configuration, so that what stands
// between nodes need not know theirs. The fields are those of hls/network, which lists them.
#pragma once

#include "firmware/networks/network.hpp"
#include "hls/network/link.hpp"

namespace testbench {

struct WideConfig {
  struct Network {
    static constexpr unsigned kPorts = network::kMaxPorts;
    static constexpr unsigned kTrees = network::kMaxPorts;
    static constexpr unsigned kAddressWidth = 16;
  };
  struct Rules {
    static constexpr unsigned kCount = 32;
  };
  static constexpr unsigned kPayloadWidth = 64;
  static constexpr unsigned kSequenceWidth = 32;
};

using WideHeader = network::Header<WideConfig>;
using WidePacket = network::Packet<WideConfig>;
using WideFlit = network::Flit<WideConfig>;
using WideLink = network::Link<WideConfig>;

// Field by field, from words of one configuration to those of another.
template <class From, class To>
void copy_fields(const From& from, To& to) {
  network::each_field([](const char*, const auto& source,
                         auto& target) { target = std::decay_t<decltype(target)>::of_number(source.number()); },
                      from, to);
}

// The count on the wires beside a link (hls/broadcast/prefix_count.hpp).
struct WideCount {
  std::uint64_t count = 0;
  bool valid = false;

  friend bool operator==(const WideCount&, const WideCount&) = default;
};

// An injector's request to the node's memory.
struct WideFetch {
  WideHeader header;
  bool valid = false;
  bool asks_for_result = false;  // the node's own result, and not its contribution
};

}  // namespace testbench
