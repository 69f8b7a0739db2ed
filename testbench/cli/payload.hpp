// A file as the payload of a collective: into the nodes' send memories and back out of their receive memories.
//
//   broadcast          the root sends the whole file; every node then holds it
//   scatter            N blocks of M packets, block v for node v, which then holds it
//   gather, allgather  N blocks of M packets, block s the share of node s; the root, every node then holds the file
//   alltoall           N x N blocks of M packets, row s in node s, block v for node v: node v then holds column v
//
// M is the least that the file fits in. What is missing to a whole number of blocks is filled with zeros; where a node
// holds the whole file afterwards, the filling is left out again. A packet carries 8 bytes, the first in its low bits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "testbench/checker/task.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

// Throws UsageError if the file cannot be read or is empty.
std::vector<std::uint8_t> read_payload(const std::filesystem::path& file);

// M for a file of that many bytes (at least 1).
std::uint64_t packets_for(Collective collective, unsigned dim, std::uint64_t bytes);

// The send memories; task.packets must be packets_for the file.
std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file);

// Makes the folder. Throws UsageError if it cannot be written to.
void prepare_output(const std::filesystem::path& folder);

// Writes node-<address>.bin for every node: what it holds after the run; `file_bytes`: size of the payload file, or 0
// for random payload, which is written whole. Throws UsageError if a file cannot be written.
void write_output(const std::filesystem::path& folder, const Task& task, const NodeMemory& memory,
                  std::uint64_t file_bytes);

}  // namespace testbench
