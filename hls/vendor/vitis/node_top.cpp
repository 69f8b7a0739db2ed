// SPDX-License-Identifier: Apache-2.0
// The top for Vitis HLS. CUBECAST_DIM, CUBECAST_PAYLOAD and CUBECAST_PORTS (kAllPort or kGated)
// choose the node.
#include "hls/vendor/vitis/node_top.hpp"

void cubecast_node(std::uint32_t address, std::uint32_t value, bool write, bool read, bool start, std::uint32_t cycles,
                   std::uint32_t* answer, bool* done, vendor::VitisNode::Words link_in[CUBECAST_DIM],
                   vendor::VitisNode::Words link_out[CUBECAST_DIM], vendor::VitisNode::Payloads payloads[CUBECAST_DIM],
                   vendor::VitisNode::Words ejects[CUBECAST_DIM]) {
  // clang-format off
#pragma HLS INTERFACE mode=s_axilite port=address
#pragma HLS INTERFACE mode=s_axilite port=value
#pragma HLS INTERFACE mode=s_axilite port=write
#pragma HLS INTERFACE mode=s_axilite port=read
#pragma HLS INTERFACE mode=s_axilite port=start
#pragma HLS INTERFACE mode=s_axilite port=cycles
#pragma HLS INTERFACE mode=s_axilite port=answer
#pragma HLS INTERFACE mode=s_axilite port=done
#pragma HLS INTERFACE mode=s_axilite port=return
#pragma HLS INTERFACE mode=axis port=link_in
#pragma HLS INTERFACE mode=axis port=link_out
#pragma HLS INTERFACE mode=axis port=payloads
#pragma HLS INTERFACE mode=axis port=ejects
  // clang-format on
  static vendor::VitisNode node;
  node.call({address, value, cycles, write, read, start}, link_in, link_out, payloads, ejects);
  *answer = node.answer();
  *done = node.done();
}
