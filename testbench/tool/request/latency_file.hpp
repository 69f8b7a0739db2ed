// SPDX-License-Identifier: Apache-2.0
// The cycles that the wires of each link take, from a file for --link-latency:
//
//     0 1 54          between nodes 0 and 1, both ways; # begins a comment
//     2:1 3           of the link that leaves node 2 through port 1
//
// Nodes are names of the network, or else numbers. Links that it does not name take no cycles.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/judge/checker/link_latencies.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

class LatencyFile {
 public:
  // Throws FileError for a file that cannot be read, and for a line that names no link or more cycles than `most`.
  LatencyFile(const std::string& path, unsigned most);

  unsigned most() const;
  // Throws FileError for links that the network has not, and for one that is given twice.
  std::shared_ptr<const LinkLatencies> of(const Network& network) const;

 private:
  struct Line {
    unsigned number;
    std::vector<std::string> words;  // the nodes, or node and port
    bool has_port;
    unsigned cycles;
  };

  void take(Line line, unsigned most);
  [[noreturn]] void refuse(unsigned line, const std::string& word, const std::string& reason) const;

  std::string path_;
  std::vector<Line> lines_;
};

// The cycles that the file of the network gives as weights, both ways where it gives a link once; 1 of a link without one.
// Throws UsageError for a network that is not from a file of links, and for weights that are no cycles.
std::shared_ptr<const LinkLatencies> latencies_of_weights(const Network& network, unsigned most);

}  // namespace testbench
