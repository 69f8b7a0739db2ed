// The registers of the router: its policy.
#pragma once

#include "hls/router/register_access.hpp"

namespace router {

class RouterRegisters {
 public:
  hls::Bit transit_first() const { return transit_first_; }

  void write(const RegisterAccess& access) { access.write_to(node::Control::kPolicy, transit_first_); }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  hls::Bit transit_first_;
};

}  // namespace router
