// SPDX-License-Identifier: Apache-2.0
// The AXI4-Lite slave of a node's registers: the signals, the addresses that are registers, and the
// slave itself.
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/axi/own_packets.hpp"
#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"
#include "hls/types/bits.hpp"

namespace axi {

// Whether the address is a register of the node (firmware/node/registers.hpp), which AXI4-Lite
// answers with OKAY. Write-only registers read as 0.
template <class Config>
constexpr bool is_register(std::uint32_t address, bool write) {
  constexpr bool kCombines = router::combines<Config>();
  constexpr unsigned kStreams = router::kStreams<Config>;
  const std::uint32_t port = node::port(address);
  const std::uint32_t index = node::index(address);
  switch (node::block(address)) {
    case node::Block::kControl:
      return port == 0 && node::is_control(static_cast<node::Control>(index), write, kCombines);
    case node::Block::kTable:
      return port < (kCombines ? 2 : 1) && index < Config::kTableDepth;
    case node::Block::kProgram:
      return port < kStreams && index < Config::kProgramDepth;
    case node::Block::kLength:
    case node::Block::kPackets:
      return port < kStreams && index == 0;
    case node::Block::kRepeat:
    case node::Block::kSecondLength:
    case node::Block::kSecondPackets:
      return kCombines && port < kStreams && index == 0;
    case node::Block::kWindow:
      return router::is_gated<Config>() && port == 0 && index < Config::Network::kPorts;
    case node::Block::kLink:
      return false;  // no node with AXI has a link layer
  }
  return false;
}

// The signals of AXI4-Lite (IHI 0022, part B), 32 bits of data. AxPROT is ignored. rdata is a
// register of the node, beside these.
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

// Address and data of a write come in any order. All outputs are registers; writes and reads wait
// for their own answers only, and if both want the node in one cycle they take turns.
//
// A write is done, and answered, a cycle after the later of its address and data; a read likewise:
// one of either a cycle. Answers: OKAY; SLVERR for an address that is not a register, a write to a
// read-only register, and a write of some of the four bytes, which the registers cannot do (IHI
// 0022 leaves that to the slave). An access with the answer SLVERR changes nothing and reads 0; a
// write of none of the bytes changes nothing and has the answer OKAY.
template <class Config>
class LiteSlave {
 public:
  // One cycle. Returns the access to the node's registers; rdata has what it reads from the next
  // cycle on, until the next read.
  HLS_MODULE router::RegisterAccess tick(const LiteFromMaster& in, LiteToMaster& out) {
    const bool can_write = Addresses::valid(in.awvalid, out.awready) && WriteData::valid(in.wvalid, out.wready) &&
                           (!out.bvalid || in.bready);
    const bool can_read = Addresses::valid(in.arvalid, out.arready) && (!out.rvalid || in.rready);
    const bool write = can_write && !(can_read && wrote_last_);
    const bool read = can_read && !write;
    if (write || read) wrote_last_ = hls::Bit(write);

    const std::uint32_t write_address = node::register_at(write_addresses_.head(in.awaddr, out.awready));
    const std::uint32_t read_address = node::register_at(read_addresses_.head(in.araddr, out.arready));
    const Word word = write_data_.head({in.wdata, in.wstrb}, out.wready);
    const bool write_okay =
        is_register<Config>(write_address, true) && (word.strobes == 0 || word.strobes == kAllBytes);
    const bool read_okay = is_register<Config>(read_address, false);

    write_addresses_.tick(in.awaddr, in.awvalid, write, out.awready);
    write_data_.tick({in.wdata, in.wstrb}, in.wvalid, write, out.wready);
    read_addresses_.tick(in.araddr, in.arvalid, read, out.arready);
    if (write) out.bresp = Response(write_okay ? kOkay : kSlverr);
    if (read) out.rresp = Response(read_okay ? kOkay : kSlverr);
    out.bvalid = hls::Bit(write || (out.bvalid && !in.bready));
    out.rvalid = hls::Bit(read || (out.rvalid && !in.rready));
    return {hls::Bits<32>(write       ? write_address
                          : read_okay ? read_address
                                      : kNoRegister),
            word.data, hls::Bit(write && write_okay && word.strobes != 0), hls::Bit(read)};
  }

 private:
  struct Word {
    hls::Bits<32> data;
    hls::Bits<4> strobes;
  };
  using Addresses = SkidBuffer<ByteAddress>;
  using WriteData = SkidBuffer<Word>;

  static constexpr std::uint32_t kAllBytes = 0xf;
  static constexpr std::uint32_t kNoRegister = node::address(static_cast<node::Block>(node::kBlocks), 0, 0);

  Addresses write_addresses_;
  WriteData write_data_;
  Addresses read_addresses_;
  hls::Bit wrote_last_;
};

}  // namespace axi
