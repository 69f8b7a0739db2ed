// All registers of a node that are not storage of a part: the parts' registers side by side, and
// the answer to a read.
#pragma once

#include "hls/router/combine_registers.hpp"
#include "hls/router/gate_registers.hpp"
#include "hls/router/injection_registers.hpp"
#include "hls/router/router_registers.hpp"
#include "hls/router/status_registers.hpp"

namespace router {

template <class Config>
class ControlRegisters {
 public:
  InjectionSetting<Config> injection() const {
    InjectionSetting<Config> setting = injection_.setting(status_.address());
    combining_.add_to(setting);
    return setting;
  }
  ProgramWrite<Config> program_write(const RegisterAccess& access) const {
    ProgramWrite<Config> write = injection_.program_write(access);
    combining_.add_to(write, access);
    return write;
  }
  RouterControl<Config> router_control(const RegisterAccess& access) const {
    return {status_.address(),
            router_.transit_first(),
            gate_.control(access),
            RuleTable<Config>::decode(access),
            start_,
            combining_.control(),
            {}};
  }
  // The cycle behind the strobe, in which the injectors have their first entries and everything
  // else begins anew.
  hls::Bit start() const { return start_; }

  // One cycle. `strobe`: the start strobe. `deepest`: most packets that a queue has held. `answer`:
  // the read register. `done`: this node has sent and received everything.
  HLS_MODULE void tick(hls::Bit strobe, const RegisterAccess& access, const Activity<Config>& activity,
                       hls::Bits<32> deepest, hls::Bits<32>& answer, hls::Bit& done) {
    if (access.read) {
      std::uint32_t value = 0;
      each([&](auto& registers) { value |= registers.read(access, Observed{deepest, done}); });
      answer = hls::Bits<32>(value);
    }
    status_.count(strobe, start_, activity, done);
    combining_.count(start_, activity.results);
    start_ = strobe;
    if (access.write) {
      each([&](auto& registers) { registers.write(access); });
    }
  }

 private:
  // The list of what has registers.
  template <class Visit>
  void each(Visit visit) {
    visit(status_);
    visit(router_);
    visit(injection_);
    visit(gate_);
    visit(combining_);
  }

  StatusRegisters<Config> status_;
  RouterRegisters router_;
  InjectionRegisters<Config> injection_;
  GateRegisters<Config> gate_;
  CombineRegisters<Config> combining_;
  hls::Bit start_;  // the strobe, a cycle later
};

}  // namespace router
