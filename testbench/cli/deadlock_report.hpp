// What `cubecast deadlock` says of a graph of links: an order that proves that none wait for one
// another, or a dependency cycle.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// Dimensions, if nothing is said.
inline constexpr const char* kExaminedDims = "2..6";

// What was found of one graph.
struct Finding {
  std::string verdict;
  bool can_deadlock = false;
  bool is_cyclic = false;
  const char* of = "links";        // "ports": each stands for the links of all nodes through it
  std::vector<std::string> proof;  // the order, or the dependency cycle
  std::uint64_t dependencies = 0;
  nlohmann::ordered_json
      queues;  // where there is a dependency cycle: packets that pass one at most, its depth, what is enough
};

// `cycle`: of links, or empty. `alike`: a link of the graph stands for those of all nodes through a
// port.
Finding examine(const network::SomeNetwork& network, const LinkGraph& graph, const std::vector<std::uint32_t>& cycle,
                bool alike);

// What was examined.
struct Examined {
  std::string collective;  // or "rule"
  std::string algorithm;
  std::string ports;                     // or the rule's trees
  std::uint32_t size;                    // d, or n
  std::optional<std::uint32_t> packets;  // of a rule: any
};

std::string deadlock_heading(bool on_cubes);
// `shows_proof`: orders and dependency cycles of any length.
std::string as_text(const Examined& row, const Finding& found, bool shows_proof);
// `network`: of rows that are not of a cube, as it was typed.
std::string as_json(const Examined& row, const Finding& found, const std::optional<std::string>& network);

}  // namespace testbench
