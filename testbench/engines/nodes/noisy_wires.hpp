// SPDX-License-Identifier: Apache-2.0
// Wires with bit errors, pauses and failures. They depend on seed, link and cycle alone, so
// that they are the same in every engine.
//
//     NoisyWires noise(faults, wiring, wires);
//     noise.disturb(link_into(wiring, node, port), tick, started, cycle, phit);
//
// It is called once or more in a tick, ticks in order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "testbench/engines/nodes/link_setting.hpp"
#include "testbench/engines/nodes/wiring.hpp"
#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/split_mix.hpp"

namespace testbench {

class NoisyWires {
 public:
  // `wires`: for data; two more carry the kind of a word.
  template <class Network>
  NoisyWires(const WireFaults& faults, const Wiring<Network>& wiring, unsigned wires)
      : faults_(faults), wires_(wires + 2) {
    if (!faults.any()) return;
    links_.resize(std::size_t{wiring.nodes()} * wiring.ports());
    for (std::size_t link = 0; link < links_.size(); ++link) {
      links_[link].random = split_mix(faults.seed * 0x9E3779B97F4A7C15u + link);
      links_[link].next = gap(links_[link].random);
    }
    for (const BrokenLink& broken : faults.broken) {
      std::uint64_t& from = links_[link_from(wiring, broken.node, broken.port)].broken_from;
      from = std::min(from, broken.cycle);
    }
  }

  bool any() const { return !links_.empty(); }
  void serialize(Archive& archive) { archive.vector(links_); }

  // `into`, `from`: the links that come to a port and leave it. A word that was on wires which paused has stayed with its
  // sender, and the port is told whether the wires take the word that it drives. A trace asks of a link's two ends at once.
  template <class Phit>
  void pause(std::size_t into, std::uint64_t latency, std::size_t from, std::uint64_t tick, Phit& phit) const {
    if (faults_.pause <= 0) return;
    if (rests(into, tick - latency)) phit.kind = {};
    phit.go = std::decay_t<decltype(phit.go)>(!rests(from, tick));
  }

  // `link`: link_from() its sender. Changes a phit to the one that comes over the link in a tick. `cycle`: since the start strobe, if `started`.
  template <class Phit>
  void disturb(std::size_t link, std::uint64_t tick, bool started, std::uint64_t cycle, Phit& phit) {
    Link& state = links_[link];
    if (state.broken_from == 0 || (started && cycle >= state.broken_from)) {
      phit.kind = {};
      return;
    }
    const std::uint64_t begin = tick * wires_;
    while (state.next < begin) pass(state);
    for (Link ahead = state; ahead.next < begin + wires_; pass(ahead)) {
      flip(static_cast<unsigned>(ahead.next - begin), phit);
    }
  }

 private:
  struct Link {
    std::uint64_t next = 0;  // the next wrong bit, among all bits that the link carries
    std::uint64_t random = 0;
    unsigned burst_left = 0;
    std::uint64_t broken_from = std::numeric_limits<std::uint64_t>::max();
  };

  bool rests(std::size_t link, std::uint64_t tick) const {
    const std::uint64_t drawn = split_mix(split_mix(faults_.seed + link) ^ tick);
    return static_cast<double>(drawn >> 11) < faults_.pause * 9007199254740992.0;
  }
  // Right bits before the next wrong one.
  std::uint64_t gap(std::uint64_t& random) const {
    if (faults_.bit_error_rate <= 0) return std::uint64_t{1} << 62;
    random = split_mix(random);
    const double uniform = (static_cast<double>(random >> 11) + 0.5) / 9007199254740992.0;
    return static_cast<std::uint64_t>(std::log(uniform) / std::log1p(-faults_.bit_error_rate));
  }
  // Goes on to the next wrong bit: in the burst, or after a gap.
  void pass(Link& link) const {
    if (link.burst_left == 0) link.burst_left = faults_.burst;
    while (--link.burst_left > 0) {
      ++link.next;
      link.random = split_mix(link.random);
      if ((link.random & 1u) != 0) return;
    }
    link.next += 1 + gap(link.random);
  }

  template <class Phit>
  void flip(unsigned wire, Phit& phit) const {
    if (wire < wires_ - 2) {
      auto& lane = phit.word[wire / 32];
      lane = std::decay_t<decltype(lane)>(lane ^ std::uint32_t{1} << wire % 32);
    } else {
      flip_kind(wire - (wires_ - 2), phit.kind);
    }
  }
  static void flip_kind(unsigned bit, std::uint8_t& kind) { kind = static_cast<std::uint8_t>(kind ^ 1u << bit); }
  template <class Kind>
  static void flip_kind(unsigned bit, Kind& kind) {
    kind = Kind::of_number(kind.number() ^ 1u << bit);
  }

  WireFaults faults_;
  unsigned wires_;
  std::vector<Link> links_;  // empty: nothing happens
};

}  // namespace testbench
