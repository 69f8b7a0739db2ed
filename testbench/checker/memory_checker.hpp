// The independent judge of what the nodes hold when a run is over. A word is the payload of one packet (W
// bits, up to 64, in the low bits).
//
// Memory, in words; "block s at sM" is words sM .. sM + M-1:
//
//     collective   send memory of node s             receive memory of node n
//     broadcast    root: M                           M
//     scatter      root: N M, block v for node v     M
//     gather       M                                 root: N M, block s from node s; other nodes: none
//     allgather    M                                 N M, block s from node s
//     alltoall     N M, block v for node v           N M, block s from node s
//
// A node's own block is never sent: its receive memory holds it from the start.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/task.hpp"

namespace testbench {

// The receive memory of one node. writes[i] counts the packets delivered into words[i]; it stops at 255.
struct DeliveredMemory {
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> writes;
};

// Sizes of the table above, in words. The task must be without fault and the node on the cube.
std::uint64_t send_words(const Task& task, std::uint32_t node);
std::uint64_t receive_words(const Task& task, std::uint32_t node);

// Nothing if every word at every node equals the sender's, every word of another node was written exactly
// once, and no word of an own block was written. Else the first fault (node, source, packet, both values,
// number of writes) and how many words are missing, doubled and altered in all. `send` and `receive` have one
// element per node; sizes that disagree with the table are a fault. Send memory that the table leaves empty
// is not looked at.
std::optional<std::string> check_memory(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                        std::span<const DeliveredMemory> receive);

}  // namespace testbench
