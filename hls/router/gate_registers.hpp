// The registers of the port gate: its mode, and the windows of its program. Block window is the gate's own.
#pragma once

#include "hls/router/port_gate.hpp"
#include "hls/router/register_access.hpp"

namespace router {

template <class Config>
class GateRegisters {
 public:
  GateControl<Config> control(const RegisterAccess& access) const {
    using Port = PortNumber<Config>;
    return {
        mode_,
        window_count_,
        {window_cycles_, Port(access.value), Port(node::index(access.address)), access.writes(node::Block::kWindow)}};
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kGate, mode_);
    access.write_to(node::Control::kWindowCount, window_count_);
    access.write_to(node::Control::kWindowCycles, window_cycles_);
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  using WindowCount = hls::Bits<PortNumber<Config>::kWidth + 1>;

  hls::Bits<32> window_cycles_;
  WindowCount window_count_;
  GateModeNumber mode_;
};

}  // namespace router
