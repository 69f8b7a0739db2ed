// SPDX-License-Identifier: Apache-2.0
// A node of the 2-cube for Bambu: a call is one cycle of the cube. Ports are scalars of at most 64
// bits, and so is every field of the static state, since Bambu has been seen to lose bits of wider
// ones (docs/guides/vendor.md).
#pragma once

#include "hls/tops/node_top.hpp"

namespace vendor {

using BambuNode = tops::NodeConfig<2, 32, router::PortModel::kAllPort>;

inline constexpr std::uint32_t kWrite = 1;  // bits of `command`
inline constexpr std::uint32_t kRead = 2;
inline constexpr std::uint32_t kStart = 4;
inline constexpr std::uint32_t kClear = 8;  // alone: every register as it was at first

}  // namespace vendor

// Inputs. `command`: kWrite, kRead, kStart, or kClear, since the tool's reset leaves memories as
// they are; `address`, `value`: firmware/node/registers.hpp; `link_<k>`, `link_payload_<k>`: what
// the neighbour's link_out_<k> and link_payload_out_<k> held before this cycle
// (hls/vendor/link_word.hpp, `go` included); `payload_<k>`: the memory's answer to fetch_out_<k>;
// `eject_ready`: bit k, the memory takes what eject_out_<k> holds. Outputs, with the same names on
// every call: the node's registers after this cycle; a word's valid bit says whether it holds a
// packet. `answer_out`: what the latest read gave; `done_out`: 1 when everything is sent and
// received.
extern "C" void cubecast_node(std::uint32_t command, std::uint32_t address, std::uint32_t value, std::uint64_t link_0,
                              std::uint32_t link_payload_0, std::uint64_t link_1, std::uint32_t link_payload_1,
                              std::uint32_t payload_0, std::uint32_t payload_1, std::uint8_t eject_ready,
                              std::uint64_t* link_out_0, std::uint32_t* link_payload_out_0, std::uint64_t* link_out_1,
                              std::uint32_t* link_payload_out_1, std::uint64_t* fetch_out_0, std::uint64_t* fetch_out_1,
                              std::uint64_t* eject_out_0, std::uint32_t* eject_payload_out_0,
                              std::uint64_t* eject_out_1, std::uint32_t* eject_payload_out_1, std::uint32_t* answer_out,
                              std::uint8_t* done_out);
