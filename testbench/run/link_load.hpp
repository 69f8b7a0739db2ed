// The packets that each directed link has carried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "testbench/checker/link_event.hpp"

namespace testbench {

// The load of some links.
struct LoadSummary {
  std::uint64_t packets = 0;  // of all
  std::uint64_t least = 0;    // of one link
  double mean = 0;
  std::uint64_t most = 0;
};

class LinkLoad {
 public:
  LinkLoad() = default;
  LinkLoad(std::uint32_t nodes, unsigned ports) : ports_(ports), packets_(std::size_t{nodes} * ports) {}

  // Events that the checker has found right.
  void observe(std::span<const LinkEvent> events) {
    for (const LinkEvent& event : events) ++packets_[std::size_t{event.node} * ports_ + event.port];
  }

  unsigned ports() const { return ports_; }
  // By port, of one node.
  std::span<const std::uint64_t> of_node(std::uint32_t node) const {
    return std::span(packets_).subspan(std::size_t{node} * ports_, ports_);
  }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(packets_.size() / ports_); }

  LoadSummary of_all() const { return summary(0, 1); }
  // Of the links through that port of every node: those of one dimension of the cube.
  LoadSummary of_port(unsigned port) const { return summary(port, ports_); }

 private:
  LoadSummary summary(std::size_t first, std::size_t stride) const {
    LoadSummary found{0, packets_[first], 0, 0};
    std::uint64_t links = 0;
    for (std::size_t link = first; link < packets_.size(); link += stride, ++links) {
      found.packets += packets_[link];
      found.least = packets_[link] < found.least ? packets_[link] : found.least;
      found.most = packets_[link] > found.most ? packets_[link] : found.most;
    }
    found.mean = static_cast<double>(found.packets) / static_cast<double>(links);
    return found;
  }

  unsigned ports_ = 0;
  std::vector<std::uint64_t> packets_;  // by node, then by port
};

}  // namespace testbench
