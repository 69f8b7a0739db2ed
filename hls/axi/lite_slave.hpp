// The AXI4-Lite slave of a node's registers. Address and data of a write come in any order. All
// outputs are registers; writes and reads wait for their own answers only, and where both want the
// node in one cycle they take turns.
//
// A write is done, and answered, a cycle after the later of its address and data; a read likewise:
// one of either a cycle. Answers: OKAY; SLVERR for an address that is no register, a write to one
// that can only be read, and a write of some of the four bytes, which the registers cannot do (IHI
// 0022 leaves that to the slave). What is answered SLVERR changes nothing and reads 0; a write of
// none of the bytes changes nothing and is answered OKAY.
#pragma once

#include "hls/axi/lite_channels.hpp"
#include "hls/axi/register_map.hpp"
#include "hls/axi/skid_buffer.hpp"
#include "hls/router/register_access.hpp"

namespace axi {

template <class Config>
class LiteSlave {
 public:
  // One cycle. Returns the access to the node's registers; what it reads is rdata in the next
  // cycle, and until the next.
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
