// Packets of random bits for every node that sends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "testbench/checker/memory_layout.hpp"

namespace testbench {

// The send memory of every node. The same seed gives the same packets.
inline std::vector<std::vector<std::uint64_t>> random_send_memory(const Task& task, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const MemoryLayout layout(task);
  std::vector<std::vector<std::uint64_t>> send(node_count(task));
  for (std::size_t node = 0; node < send.size(); ++node) {
    send[node].resize(layout.send_words(node));
    std::generate(send[node].begin(), send[node].end(), std::ref(random));
  }
  return send;
}

}  // namespace testbench
