// The control and status registers of a node: what of the register map (firmware/node/registers.hpp) is not in a part
// of its own, and the decoding of writes for the parts.
#pragma once

#include "hls/router/injector.hpp"
#include "hls/router/router.hpp"

namespace router {

// The processor's side of the registers, one access a cycle.
struct RegisterAccess {
  hls::Bits<32> address;
  hls::Bits<32> value;  // to write
  hls::Bit write;
  hls::Bit read;  // the answer stands in the read register from the next cycle on
};

// What happened in the node in one cycle, for the counters.
template <class Config>
struct Activity {
  hls::Bits<Config::kDimension> delivered;  // bit k: the node's memory took a packet of in-port k
  hls::Bit stalled;                         // a port had a packet and its neighbour said stop
  hls::Bit injecting;                       // an injector has packets left
};

template <class Config>
class ControlRegisters {
 public:
  using Address = hls::Bits<Config::kDimension>;

  InjectionSetting<Config> injection() const { return {sequence_step_, address_, rule_}; }

  // The write, if it is one to an injector.
  ProgramWrite<Config> program_write(const RegisterAccess& access) const {
    const std::uint32_t to = access.address;
    ProgramWrite<Config> write;
    write.port = hls::Bits<8>(node::port(to));
    write.entry = {entry_sequence_, entry_count_, Address(access.value), entry_tree_};
    write.value = access.value;
    write.index = hls::Bits<Config::kProgramIndexWidth>(node::index(to));
    write.entry_valid = is_write(access, node::Block::kProgram);
    write.length_valid = is_write(access, node::Block::kLength);
    write.packets_valid = is_write(access, node::Block::kPackets);
    return write;
  }
  // What the router needs to know, and the write, if it is one to the router.
  RouterControl<Config> router_control(const RegisterAccess& access, hls::Bit start) const {
    using Port = hls::Bits<Config::kPortWidth>;
    const std::uint32_t index = node::index(access.address);
    RouterControl<Config> control;
    control.address = address_;
    control.transit_first = transit_first_;
    control.gate_mode = gate_mode_;
    control.window_count = window_count_;
    control.window_write = {window_cycles_, Port(access.value), Port(index), is_write(access, node::Block::kWindow)};
    control.children_write = {Address(index), Address(access.value), is_write(access, node::Block::kTable)};
    control.start = start;
    return control;
  }

  // One cycle. `answer`: the read register. `deepest`: most packets that a queue has held.
  HLS_MODULE void tick(hls::Bit start, const RegisterAccess& access, const Activity<Config>& activity,
                       hls::Bits<32> deepest, hls::Bits<32>& answer, hls::Bit& done) {
    if (access.read) answer = read(node::index(access.address), deepest, done);

    const hls::Bits<32> received(received_ + cube::weight(activity.delivered));
    done = hls::Bit(started_ && !start && !activity.injecting && received == expected_);
    received_ = start ? hls::Bits<32>(0) : received;
    stall_cycles_ = start ? hls::Bits<32>(0) : hls::Bits<32>(stall_cycles_ + activity.stalled);
    started_ = hls::Bit(started_ || start);

    if (is_write(access, node::Block::kControl)) write(node::index(access.address), access.value);
  }

 private:
  using Sequence = hls::Bits<Config::kSequenceWidth>;

  static hls::Bit is_write(const RegisterAccess& access, node::Block block) {
    return hls::Bit(access.write && node::block(access.address) == block);
  }
  hls::Bits<32> read(std::uint32_t index, hls::Bits<32> deepest, hls::Bit done) const {
    const std::uint32_t stalled = stall_cycles_ != 0 ? node::kStalled : 0;
    switch (static_cast<node::Control>(index)) {
      case node::Control::kAddress:
        return hls::Bits<32>(address_);
      case node::Control::kStatus:
        return hls::Bits<32>((done ? node::kDone : 0) | stalled);
      case node::Control::kReceived:
        return received_;
      case node::Control::kStallCycles:
        return stall_cycles_;
      case node::Control::kCapabilities:
        return hls::Bits<32>(Config::kDimension | (Config::kPorts == PortModel::kGated ? node::kHasGate : 0) |
                             Config::kRules << node::kRulesShift);
      case node::Control::kDeepestQueue:
        return deepest;
      default:
        return hls::Bits<32>(0);
    }
  }

  void write(std::uint32_t index, std::uint32_t value) {
    switch (static_cast<node::Control>(index)) {
      case node::Control::kAddress:
        address_ = Address(value);
        break;
      case node::Control::kRule:
        rule_ = hls::Bits<3>(value);
        break;
      case node::Control::kSequenceStep:
        sequence_step_ = Sequence(value);
        break;
      case node::Control::kEntryTree:
        entry_tree_ = hls::Bits<Config::kTreeWidth>(value);
        break;
      case node::Control::kEntrySequence:
        entry_sequence_ = Sequence(value);
        break;
      case node::Control::kEntryCount:
        entry_count_ = Sequence(value);
        break;
      case node::Control::kPolicy:
        transit_first_ = hls::Bit(value & node::kTransitFirst);
        break;
      case node::Control::kGate:
        gate_mode_ = hls::Bits<3>(value);
        break;
      case node::Control::kWindowCount:
        window_count_ = hls::Bits<Config::kPortWidth + 1>(value);
        break;
      case node::Control::kWindowCycles:
        window_cycles_ = hls::Bits<32>(value);
        break;
      case node::Control::kExpected:
        expected_ = hls::Bits<32>(value);
        break;
      default:  // read only, or no register: no effect
        break;
    }
  }

  hls::Bits<32> expected_;
  hls::Bits<32> received_;
  hls::Bits<32> stall_cycles_;
  hls::Bits<32> window_cycles_;
  Sequence sequence_step_;
  Sequence entry_sequence_;
  Sequence entry_count_;
  Address address_;
  hls::Bits<Config::kTreeWidth> entry_tree_;
  hls::Bits<Config::kPortWidth + 1> window_count_;
  hls::Bits<3> rule_;
  hls::Bits<3> gate_mode_;
  hls::Bit transit_first_;
  hls::Bit started_;
};

}  // namespace router
