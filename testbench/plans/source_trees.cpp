#include "testbench/plans/source_trees.hpp"

#include <algorithm>
#include <numeric>

#include "testbench/plans/spread.hpp"

namespace testbench {

SourceTrees::SourceTrees(const LinkTable& links, const AllDistances& distances, std::mt19937_64& random)
    : nodes_(links.nodes()), back_(std::size_t{nodes_} * nodes_, 0) {
  std::vector<std::uint32_t> sources(nodes_);
  std::iota(sources.begin(), sources.end(), 0u);
  std::shuffle(sources.begin(), sources.end(), random);
  std::vector<network::Ports> choices(nodes_);
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    const std::uint16_t* const here = distances.row(node);
    std::fill(choices.begin(), choices.end(), network::Ports());
    for (unsigned port = 0; port < links.ports(); ++port) {
      const std::uint16_t* const there = distances.row(links.neighbour(node, port));
      for (std::uint32_t i = 0; i < nodes_; ++i) choices[i].insert(port, there[sources[i]] < here[sources[i]]);
    }
    std::vector<std::uint64_t> loads(links.ports(), 0);
    const std::vector<unsigned> ports = spread(choices, loads);
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      back_[std::size_t{node} * nodes_ + sources[i]] = static_cast<std::uint8_t>(ports[i]);
    }
    most_loaded_ = std::max(most_loaded_, *std::max_element(loads.begin(), loads.end()));
  }
}

network::Ports SourceTrees::children(const LinkTable& links, std::uint32_t node, std::uint32_t source) const {
  network::Ports found;
  for (unsigned port = 0; port < links.ports(); ++port) {
    const std::uint32_t there = links.neighbour(node, port);
    found.insert(port, there != node && there != source &&
                           back_[std::size_t{there} * nodes_ + source] == links.arrival_port(node, port));
  }
  return found;
}

}  // namespace testbench
