// AXI4-Lite (IHI 0022, part B) by its signals, 32 bits of data. AxPROT is not looked at. rdata is a
// register of the node's own, beside these.
#pragma once

#include "firmware/node/byte_address.hpp"
#include "hls/types/bits.hpp"

namespace axi {

using ByteAddress = hls::Bits<node::kByteAddressWidth>;
using Response = hls::Bits<2>;

inline constexpr unsigned kOkay = 0;
inline constexpr unsigned kSlverr = 2;

struct LiteFromMaster {
  ByteAddress awaddr;
  hls::Bit awvalid;
  hls::Bits<32> wdata;
  hls::Bits<4> wstrb;
  hls::Bit wvalid;
  hls::Bit bready;
  ByteAddress araddr;
  hls::Bit arvalid;
  hls::Bit rready;
};

struct LiteToMaster {
  hls::Bit awready{1};
  hls::Bit wready{1};
  Response bresp;
  hls::Bit bvalid;
  hls::Bit arready{1};
  Response rresp;
  hls::Bit rvalid;
};

}  // namespace axi
