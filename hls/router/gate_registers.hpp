// The registers of the port gate: its mode, and the windows of its program. Block window is the
// gate's own.
#pragma once

#include "hls/router/port_gate.hpp"
#include "hls/router/register_access.hpp"

namespace router {

template <class Config>
class GateRegisters {
 public:
  GateControl<Config> control(const RegisterAccess& access) const {
    return {mode_,
            window_count_,
            {window_cycles_, WindowPort<Config>(access.value), WindowIndex<Config>(node::index(access.address)),
             access.writes(node::Block::kWindow)}};
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kGate, mode_);
    access.write_to(node::Control::kWindowCount, window_count_);
    access.write_to(node::Control::kWindowCycles, window_cycles_);
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  hls::Bits<32> window_cycles_;
  WindowCount<Config> window_count_;
  GateModeNumber mode_;
};

}  // namespace router
