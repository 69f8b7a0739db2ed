// SPDX-License-Identifier: Apache-2.0
// The node that is the top for Vitis HLS.
#pragma once

#include "hls/vendor/vitis/node.hpp"

#if !defined(CUBECAST_DIM)
#define CUBECAST_DIM 3
#endif
#if !defined(CUBECAST_PAYLOAD)
#define CUBECAST_PAYLOAD 32
#endif
#if !defined(CUBECAST_PORTS)
#define CUBECAST_PORTS kAllPort
#endif

namespace vendor {

using VitisNode = StreamNode<tops::NodeConfig<CUBECAST_DIM, CUBECAST_PAYLOAD, router::PortModel::CUBECAST_PORTS>>;

}  // namespace vendor

// One call of the node; the arguments are those of vendor::Call and vendor::StreamNode::call.
// `answer`: what the latest read gave; `done`: this node has sent and received everything.
void cubecast_node(std::uint32_t address, std::uint32_t value, bool write, bool read, bool start, std::uint32_t cycles,
                   std::uint32_t* answer, bool* done, vendor::VitisNode::Words link_in[CUBECAST_DIM],
                   vendor::VitisNode::Words link_out[CUBECAST_DIM], vendor::VitisNode::Payloads payloads[CUBECAST_DIM],
                   vendor::VitisNode::Words ejects[CUBECAST_DIM]);
