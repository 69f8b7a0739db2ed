// SPDX-License-Identifier: Apache-2.0
// A number for each link, from a file for --link-latency or --link-wires:
//
//     0 1 54          between nodes 0 and 1, both ways; # begins a comment
//     2:1 3           of the link that leaves node 2 through port 1
//     16              of all links that no line names
//
// Nodes are names of the network, or else numbers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/judge/checker/link_values.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// The numbers are cycles of wires, or wires.
struct LinkQuantity {
  const char* option;  // "--link-latency"
  const char* unit;    // "cycles"
  const char* kind;    // of weights in a network's file: "latency"
  unsigned least;
  unsigned most;
  std::optional<unsigned> of_others;  // of links that no line names; nothing: a line must say it
  const char* way_to_more;            // behind the range, for a number that is too large

  // Whether an option's value names a file, or weights: it begins like no number.
  static bool is_file(const std::string& value);
  static bool is_weights(const std::string& value) { return value == "weights"; }
};

class LinkFile {
 public:
  // Throws FileError for a file that cannot be read, and for a line that names no link or a number out of range.
  LinkFile(const LinkQuantity& quantity, const std::string& path);

  unsigned most() const;
  // Throws FileError for links that the network has not, for one that is given twice, and for one that is not given.
  std::shared_ptr<const LinkValues> of(const Network& network) const;

 private:
  struct Line {
    unsigned number;
    std::vector<std::string> words;  // the nodes, or node and port
    bool has_port;
    unsigned value;
  };

  void take(Line line);
  [[noreturn]] void refuse_file(const std::string& why) const;
  [[noreturn]] void refuse(unsigned line, const std::string& word, const std::string& reason) const;

  LinkQuantity quantity_;
  std::string path_;
  std::vector<Line> lines_;
  std::optional<unsigned> of_others_;
  unsigned line_of_others_ = 0;  // 0: none
};

// The numbers that the file of the network gives as weights, both ways where it gives a link once; 1 of a link without one.
// Throws UsageError for a network that is not from a file of links, and for weights that are no such numbers.
std::shared_ptr<const LinkValues> values_of_weights(const LinkQuantity& quantity, const Network& network);

}  // namespace testbench
