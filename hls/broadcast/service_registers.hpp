// The registers of a node that serves broadcast requests (firmware/node/registers.hpp): its address
// and its scheme. The words of the rule table are written through block table as in other nodes.
#pragma once

#include "hls/broadcast/service.hpp"
#include "hls/router/register_access.hpp"

namespace broadcast {

template <class Config>
class ServiceRegisters {
 public:
  network::NodeAddress<Config> address() const { return address_; }
  Service<Config> service(hls::Bit start) const {
    return {address_, hls::Bits<3, Scheme>::of_number(scheme_ & node::kSchemeMask),
            hls::Bit((scheme_ & node::kRepeats) != 0), start};
  }

  // One cycle. `answer`: the read register.
  HLS_MODULE void tick(const router::RegisterAccess& access, hls::Bits<32>& answer) {
    if (access.read) answer = hls::Bits<32>(access.is_to(node::Control::kAddress) ? Address(address_).number() : 0);
    if (access.write) {
      access.write_to(node::Control::kAddress, address_);
      access.write_to(node::Control::kScheme, scheme_);
    }
  }

 private:
  network::NodeAddress<Config> address_;
  hls::Bits<9> scheme_;
};

}  // namespace broadcast
