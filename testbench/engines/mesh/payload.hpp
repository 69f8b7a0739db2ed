// SPDX-License-Identifier: Apache-2.0
// A file as the payload of a collective: into the nodes' send memories and back out of their
// receive memories.
//
//   broadcast          the root sends the whole file; every node then holds it
//   scatter            N blocks of M packets, block v for node v, which then holds it
//   gather, allgather  N blocks of M packets, block s the share of node s; the root, every node then holds the file
//   alltoall           N x N blocks of M packets, row s in node s, block v for node v: node v then holds column v
//   reduce, allreduce, scan, exscan  N vectors, that of node s behind that of node s - 1
//   reduce-scatter     N vectors of N blocks, block v for node v
//
// M is the least number of packets that holds the file. Zeros fill the last block. A node that
// holds the whole file afterwards drops the filling again. A packet carries 8 bytes, or
// `packet_bytes`, the first in its low bits.
//
// Collectives that combine packets need a file of whole vectors, or blocks of them, of equal length
// and whole numbers. Each begins with a new packet. Zeros fill its last packet and are left out of
// the results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

inline constexpr std::uint64_t kPacketBytes = 8;

// Reads a regular file of `size` bytes. Throws FileError if it cannot be read or has changed.
std::vector<std::uint8_t> read_payload(const std::filesystem::path& file, std::uint64_t size);

// Bytes in all send memories of a task. A task with counts has the bytes of all its packets.
std::uint64_t payload_bytes(const Task& task, std::uint64_t packet_bytes = kPacketBytes);

// Tells why a file of `bytes` bytes cannot be the payload, to follow "is 5 bytes; ". Nothing: it
// can.
std::optional<std::string> size_fault(const Task& task, std::uint64_t bytes);

// M for a file of `bytes` bytes (at least 1) for which size_fault returns nothing.
std::uint64_t packets_for(const Task& task, std::uint64_t bytes, std::uint64_t packet_bytes = kPacketBytes);

// Builds the send memories; task.packets must be packets_for the file.
std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file,
                                                       std::uint64_t packet_bytes = kPacketBytes);

// The names of the files that write_output writes, such as "node-05.bin", by address.
std::vector<std::string> output_names(std::uint64_t nodes);

// Bytes in a receiver's memory without the filling. `file_bytes`: size of the payload file, or 0
// for a random payload. `packets`: M as asked for; Task::packets may be larger, to fill blocks.
std::uint64_t result_bytes(const Task& task, std::uint64_t packets, std::uint64_t file_bytes,
                           std::uint64_t packet_bytes = kPacketBytes);

// Writes the memory of every node after the run: the first `result_bytes` of each receiver. Other
// nodes have the packets that they sent, except the first node of an exscan, which has nothing.
// `composed`: what the processors do with results (hls/operators/composition.hpp); 0: nothing.
void write_output(OutputFolder& folder, const Task& task, const NodeMemory& memory, std::uint64_t result_bytes,
                  std::uint32_t composed = 0, std::uint64_t packet_bytes = kPacketBytes);

}  // namespace testbench
