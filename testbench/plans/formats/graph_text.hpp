// SPDX-License-Identifier: Apache-2.0
// The result of reading a network file: nodes by name or number, links with the line that gives
// them, and all that is wrong, for one message.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"

namespace testbench {

// A file may give each link twice, once in each direction.
inline constexpr std::size_t kMostFileLinks = std::size_t{network::kMaxNodes} * network::kMaxPorts;

// The faults of a file.
class Findings {
 public:
  explicit Findings(std::string label) : label_(std::move(label)) {}

  void add(unsigned line, std::string reason);
  bool empty() const { return count_ == 0; }
  // Throws NetworkError "file:PATH, line 3: <reason>; also line 5: <reason>; also 4 more findings" where
  // there is any, in the order of lines.
  void require_none() const;

 private:
  std::string label_;                          // "file:PATH"
  std::multimap<unsigned, std::string> kept_;  // by line
  std::size_t count_ = 0;
};

struct FileLink {
  std::uint32_t from;
  std::uint32_t to;
  unsigned line;
  std::string weight = {};  // "weight 2", "latency 3": empty where it is 1 or not given
};

struct GraphText {
  GraphText(const std::string& label, std::uint32_t base) : findings(label), first_number(base) {}

  // The node of a name, which is the next one if the name is new. Nothing but a finding where it is one too many.
  std::uint32_t node_of(std::string_view name, unsigned line);
  void add(std::uint32_t from, std::uint32_t to, unsigned line, std::string weight = {});
  // `value`: true or false; anything else is a finding.
  void mark_switch(std::uint32_t node, std::string_view value, unsigned line);
  // More cannot be taken.
  bool is_full() const { return links.size() >= kMostFileLinks || nodes > network::kMaxNodes; }
  // Where the names are the numbers of all nodes, nodes are numbered so; else in the order of their names.
  void number_by_names();

  Findings findings;
  std::uint32_t first_number;  // 0, or 1 where the file counts from 1
  unsigned last_line = 1;
  std::uint32_t nodes = 0;         // more than the limit: a finding says so
  std::vector<std::string> names;  // by node; empty where they are numbers
  std::vector<FileLink> links;
  std::set<std::uint32_t> switches;  // nodes that only pass packets on

 private:
  std::unordered_map<std::string, std::uint32_t> node_of_;
};

// A word of the file for a message.
std::string shown(std::string_view word);

// "1 number", "3 numbers".
std::string count_of_numbers(std::size_t count);

// "weight 2" of a number, empty of 1. Adds a finding where it is no number from 0 on.
std::string weight_of(std::string_view kind, std::string_view value, unsigned line, Findings& findings);

// Whether an attribute of a link says how wide or slow it is.
bool is_weight(std::string_view attribute);

// The node of a number of the file. Adds a finding where it is out of range, and gives nothing.
std::optional<std::uint32_t> numbered_node(std::string_view word, unsigned line, GraphText& graph);

// Takes the next word from the text, between blanks and commas: nothing where there is none.
std::string_view next_word(std::string_view& text);

// Calls visit(number, line) for each line from 1 on, without what a sign of `comments` begins.
template <class Visit>
void each_line(std::string_view text, std::string_view comments, Visit visit) {
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    visit(number, line.substr(0, line.find_first_of(comments)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// The readers. Each adds nodes, links and findings.
void read_edge_list(std::string_view text, GraphText& graph);  // two nodes a line, and maybe a weight; "switch 4 5"
void read_metis(std::string_view text, GraphText& graph);      // METIS manual, 4.1.1: the neighbours of a node a line
void read_anynet(std::string_view text, GraphText& graph);     // BookSim 2: "router 0 node 0 router 1 15"
void read_dot(std::string_view text, GraphText& graph);        // Graphviz
void read_graphml(std::string_view text, GraphText& graph);
void read_msccl(std::string_view text, GraphText& graph);  // a matrix of bandwidths in JSON

}  // namespace testbench
