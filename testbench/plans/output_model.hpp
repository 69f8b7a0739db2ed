// The output side of a node as the router has it (hls/router/output_port.hpp), for plans that have
// to know what a port would send next: the port's own packets, and a first-in first-out queue for
// every in-port, from which they leave in round-robin order. What a packet is, is the user's
// business.
//
//     OutputModel<Packet> node(ports, true);      // packets in transit first
//     node.own(0, packet);                        // at the end of port 0's program
//     node.arrive(1, 0, packet);                  // came in by port 1, leaves by port 0
//     if (node.has_packet(0)) use(node.send(0));
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/networks/ports.hpp"
#include "hls/router/round_robin.hpp"

namespace testbench {

template <class Packet>
class OutputModel {
 public:
  OutputModel(unsigned ports, bool transit_first)
      : ports_(ports), transit_first_(transit_first), outputs_(ports), queues_(std::size_t{ports} * ports) {}

  void own(unsigned port, const Packet& packet) { outputs_[port].program.push(packet); }
  void arrive(unsigned in_port, unsigned port, const Packet& packet) {
    queue(port, in_port).push(packet);
    outputs_[port].waiting.insert(in_port);
  }

  bool has_packet(unsigned port) const { return has_transit(port) || !outputs_[port].program.empty(); }
  bool has_transit(unsigned port) const { return !outputs_[port].waiting.empty(); }
  // Has a packet in transit left through the port yet?
  bool turn_is_known(unsigned port) const { return !outputs_[port].last_grant.empty(); }
  // As after the start: every port's turns begin anew.
  void forget_turns() {
    for (Output& output : outputs_) output.last_grant = network::Ports();
  }

  // The packet that the port sends when it may; it must have one.
  const Packet& next(unsigned port) const {
    const Output& output = outputs_[port];
    return sends_own(output) ? output.program.front() : queues_[at(port, granted(output).port())].front();
  }
  Packet send(unsigned port) {
    Output& output = outputs_[port];
    if (sends_own(output)) return output.program.pop();
    output.last_grant = granted(output);
    Queue& from = queue(port, output.last_grant.port());
    const Packet packet = from.pop();
    if (from.empty()) output.waiting = output.waiting - output.last_grant;
    return packet;
  }

 private:
  class Queue {
   public:
    bool empty() const { return first_ == packets_.size(); }
    const Packet& front() const { return packets_[first_]; }
    void push(const Packet& packet) { packets_.push_back(packet); }
    Packet pop() {
      const Packet packet = packets_[first_++];
      // What has left is given back when that is half of all, so that a packet is moved once on
      // average.
      if (2 * first_ >= packets_.size()) {
        packets_.erase(packets_.begin(), packets_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
      }
      return packet;
    }

   private:
    std::vector<Packet> packets_;
    std::size_t first_ = 0;
  };
  struct Output {
    Queue program;
    network::Ports waiting;     // in-ports whose queue holds a packet
    network::Ports last_grant;  // the in-port that was served last
  };

  bool sends_own(const Output& output) const {
    return !output.program.empty() && !(transit_first_ && !output.waiting.empty());
  }
  // The router has no queue for packets that go back where they came from, which leaves the order
  // of the others as it is.
  static network::Ports granted(const Output& output) {
    return network::Ports(router::round_robin_grant(output.waiting.mask(), output.last_grant.mask()));
  }
  std::size_t at(unsigned port, unsigned in_port) const { return std::size_t{port} * ports_ + in_port; }
  Queue& queue(unsigned port, unsigned in_port) { return queues_[at(port, in_port)]; }

  unsigned ports_;
  bool transit_first_;
  std::vector<Output> outputs_;
  std::vector<Queue> queues_;  // by port and in-port
};

}  // namespace testbench
