// The independent judge of what the nodes hold when a run is over (memory_layout.hpp says where).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/checker/memory_layout.hpp"

namespace testbench {

// The receive memory of one node. writes[i] counts the packets delivered into words[i]; it stops at
// 255.
struct DeliveredMemory {
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> writes;
};

// Nothing if every word at every node equals the sender's, every word of another node was written
// exactly once, and no word of an own block, and none that the source has no packet for, was
// written. Else the first fault (node, source, packet, both values, number of writes) and how many
// words are missing, doubled and altered in all. `send` and `receive` have one element per node;
// sizes that disagree with the layout are a fault. Send memory that the layout leaves empty is not
// looked at.
std::optional<std::string> check_memory(const Task& task, std::span<const std::vector<std::uint64_t>> send,
                                        std::span<const DeliveredMemory> receive);

}  // namespace testbench
