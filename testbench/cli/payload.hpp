// A file as the payload of a collective: into the nodes' send memories and back out of their receive memories.
//
//   broadcast          the root sends the whole file; every node then holds it
//   scatter            N blocks of M packets, block v for node v, which then holds it
//   gather, allgather  N blocks of M packets, block s the share of node s; the root, every node then holds the file
//   alltoall           N x N blocks of M packets, row s in node s, block v for node v: node v then holds column v
//
// M is the least that the file fits in. What is missing to a whole number of blocks is filled with zeros; where a node
// holds the whole file afterwards, the filling is left out again. A packet carries 8 bytes, or those that are given as
// `packet_bytes`, the first in its low bits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/checker/task.hpp"
#include "testbench/files/output_folder.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

inline constexpr std::uint64_t kPacketBytes = 8;

// All of a regular file of that size. Throws FileError if it cannot be read, and if it has changed.
std::vector<std::uint8_t> read_payload(const std::filesystem::path& file, std::uint64_t size);

// Bytes in all send memories of a task; of a task with counts, of all its packets.
std::uint64_t payload_bytes(const Task& task, std::uint64_t packet_bytes = kPacketBytes);

// M for a file of that many bytes (at least 1).
std::uint64_t packets_for(const Task& task, std::uint64_t bytes, std::uint64_t packet_bytes = kPacketBytes);

// The send memories; task.packets must be packets_for the file.
std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file,
                                                       std::uint64_t packet_bytes = kPacketBytes);

// "node-05.bin" for every node, by address: what write_output writes.
std::vector<std::string> output_names(std::uint64_t nodes);

// What every node holds after the run; `file_bytes`: size of the payload file, or 0 for random payload, which is written
// whole.
void write_output(OutputFolder& folder, const Task& task, const NodeMemory& memory, std::uint64_t file_bytes,
                  std::uint64_t packet_bytes = kPacketBytes);

}  // namespace testbench
