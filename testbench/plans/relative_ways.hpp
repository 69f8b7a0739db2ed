// Shortest ways of a Cayley network, the same as seen from every node: the port that a packet takes
// for a node that is seen as c. Of all shortest ways those are taken that load the ports evenly: in
// a total exchange each link of a port carries as many packets as every other link of that port,
// and the busiest port decides.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/levels.hpp"

namespace testbench {

class RelativeWays {
 public:
  explicit RelativeWays(const Network& network);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(port_.size()); }
  unsigned ports() const { return ports_; }
  // Of a relative address other than 0.
  unsigned port(std::uint32_t seen) const { return port_[seen]; }
  std::uint32_t distance(std::uint32_t seen) const { return levels_.distance[seen]; }
  const std::vector<std::uint32_t>& distances() const { return levels_.distance; }
  // All relative addresses, nearest first.
  const std::vector<std::uint32_t>& order() const { return levels_.order; }
  // What this node sees as `seen`, as the node behind the port sees it.
  std::uint32_t behind(unsigned port, std::uint32_t seen) const { return behind_[std::size_t{seen} * ports_ + port]; }
  // The port by which one arrives behind the port.
  unsigned arrival_port(unsigned port) const { return arrival_[port]; }
  // Packets that pass a link of each port in a total exchange of one packet a pair.
  const std::vector<std::uint64_t>& loads() const { return loads_; }
  std::uint64_t status() const;

 private:
  std::uint32_t behind_way(std::uint32_t seen) const { return behind(port_[seen], seen); }
  network::Ports shortest(std::uint32_t seen) const;
  void choose_farthest_first();
  bool improve(std::uint32_t seen);
  // Packets more, or fewer, on the way from where `seen` is to go.
  void pass(std::uint32_t seen, std::int64_t packets);

  unsigned ports_;
  Levels levels_;
  std::vector<std::uint32_t> behind_;
  std::vector<unsigned> arrival_;
  std::vector<unsigned> port_;
  std::vector<std::uint64_t> through_;  // packets that have `seen` to go somewhere on their way
  std::vector<std::uint64_t> loads_;    // by port
};

}  // namespace testbench
