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
// M is the least that the file fits in. What is missing to a whole number of blocks is filled with
// zeros; where a node holds the whole file afterwards, the filling is left out again. A packet
// carries 8 bytes, or those that are given as `packet_bytes`, the first in its low bits.
//
// Where packets are combined nothing may be missing: the file is vectors, or blocks of them, of
// equal length and whole numbers. Each begins with a packet, and is filled with zeros to whole
// ones, which are left out of the results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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

// Why a file of that many bytes is no payload of the task, to follow "is 5 bytes; ", or nothing.
std::optional<std::string> size_fault(const Task& task, std::uint64_t bytes);

// M for a file of that many bytes (at least 1), of which size_fault says nothing.
std::uint64_t packets_for(const Task& task, std::uint64_t bytes, std::uint64_t packet_bytes = kPacketBytes);

// The send memories; task.packets must be packets_for the file.
std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file,
                                                       std::uint64_t packet_bytes = kPacketBytes);

// "node-05.bin" for every node, by address: what write_output writes.
std::vector<std::string> output_names(std::uint64_t nodes);

// What is no filling of what a receiver holds, in bytes. `file_bytes`: size of the payload file, or
// 0 for random payload. `packets`: M as asked for; Task::packets may be more of them, to fill
// blocks.
std::uint64_t result_bytes(const Task& task, std::uint64_t packets, std::uint64_t file_bytes,
                           std::uint64_t packet_bytes = kPacketBytes);

// What every node holds after the run: of a receiver's memory the first `result_bytes`. Others have
// what they sent, but for the first of an exscan, which has nothing.
void write_output(OutputFolder& folder, const Task& task, const NodeMemory& memory, std::uint64_t result_bytes,
                  std::uint64_t packet_bytes = kPacketBytes);

}  // namespace testbench
