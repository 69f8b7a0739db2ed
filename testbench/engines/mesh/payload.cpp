// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/payload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <span>

#include "hls/operators/composition.hpp"
#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

// Counts the packets in all send memories for M = 1.
std::uint64_t blocks_of(Task task) {
  task.packets = 1;
  task.blocks = false;
  const MemoryLayout layout(task);
  std::uint64_t blocks = 0;
  for (std::uint64_t node = 0; node < end_count(task); ++node) blocks += layout.send_words(node);
  return blocks;
}

// Bytes in a block of a file whose vectors, or blocks of vectors, are combined.
std::uint64_t bytes_of_block(const Task& task, std::uint64_t file_bytes) {
  return file_bytes / blocks_of(task);
}

std::uint64_t word_at(std::span<const std::uint8_t> file, std::uint64_t index, std::uint64_t packet_bytes) {
  std::uint64_t word = 0;
  for (std::uint64_t byte = 0; byte < packet_bytes; ++byte) {
    const std::uint64_t position = index * packet_bytes + byte;
    if (position < file.size()) word |= std::uint64_t{file[position]} << (8 * byte);
  }
  return word;
}

// Fills the vector of a node from the start of `file`. Returns the bytes that it took.
std::uint64_t fill_vector(const Task& task, std::span<const std::uint8_t> file, std::uint64_t block_bytes,
                          std::uint64_t packet_bytes, std::span<std::uint64_t> vector) {
  const std::uint64_t blocks = meaning_of(task.collective).block_for_each ? end_count(task) : 1;
  const std::uint64_t words = vector.size() / blocks;
  for (std::uint64_t index = 0; index < vector.size(); ++index) {
    const std::span<const std::uint8_t> block = file.subspan(index / words * block_bytes, block_bytes);
    vector[index] = word_at(block, index % words, packet_bytes);
  }
  return blocks * block_bytes;
}

// So many vectors are combined in the result of a node.
std::uint32_t vectors_in_result(const Task& task, std::uint32_t node) {
  switch (meaning_of(task.collective).contributors) {
    case Contributors::kUpToOwn:
      return node + 1;
    case Contributors::kBelowOwn:
      return node;
    default:
      return static_cast<std::uint32_t>(end_count(task));
  }
}

std::string bytes_of(std::span<const std::uint64_t> words, std::uint64_t bytes, std::uint64_t packet_bytes) {
  std::string buffer(std::min<std::uint64_t>(bytes, words.size() * packet_bytes), '\0');
  for (std::size_t position = 0; position < buffer.size(); ++position) {
    buffer[position] = static_cast<char>(words[position / packet_bytes] >> (8 * (position % packet_bytes)) & 0xff);
  }
  return buffer;
}

}  // namespace

std::vector<std::uint8_t> read_payload(const std::filesystem::path& file, std::uint64_t size) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in || in.peek() != std::ifstream::traits_type::eof()) {
    throw FileError(
        fmt::format("--payload {}: cannot be read to its end, or is being written; try again", file.string()));
  }
  return bytes;
}

std::uint64_t payload_bytes(const Task& task, std::uint64_t packet_bytes) {
  return (task.counts != nullptr ? task.counts->total() : blocks_of(task) * task.packets) * packet_bytes;
}

std::optional<std::string> size_fault(const Task& task, std::uint64_t bytes) {
  if (!is_combined(task)) return std::nullopt;
  const std::uint64_t unit = blocks_of(task) * (bits_of(task.reduction.type) / 8);
  if (bytes % unit == 0) return std::nullopt;
  return fmt::format(
      "must be a multiple of {}: {} vectors of as many {}{}", unit, end_count(task), name_of(task.reduction.type),
      meaning_of(task.collective).block_for_each ? fmt::format(", each {} blocks", end_count(task)) : std::string());
}

std::uint64_t packets_for(const Task& task, std::uint64_t bytes, std::uint64_t packet_bytes) {
  if (is_combined(task)) return (bytes_of_block(task, bytes) + packet_bytes - 1) / packet_bytes;
  const std::uint64_t round_bytes = blocks_of(task) * packet_bytes;
  return (bytes + round_bytes - 1) / round_bytes;
}

std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file,
                                                       std::uint64_t packet_bytes) {
  const MemoryLayout layout(task);
  std::vector<std::vector<std::uint64_t>> send(end_count(task));
  std::uint64_t next = 0;
  for (std::uint32_t node = 0; node < send.size(); ++node) {
    send[node].resize(layout.send_words(node));
    if (is_combined(task)) {
      next +=
          fill_vector(task, std::span(file).subspan(next), bytes_of_block(task, file.size()), packet_bytes, send[node]);
      continue;
    }
    for (std::uint64_t& word : send[node]) word = word_at(file, next++, packet_bytes);
  }
  return send;
}

std::vector<std::string> output_names(std::uint64_t nodes) {
  const std::size_t digits = fmt::format("{}", nodes - 1).size();
  std::vector<std::string> names;
  names.reserve(nodes);
  for (std::uint64_t node = 0; node < nodes; ++node) names.push_back(fmt::format("node-{:0{}}.bin", node, digits));
  return names;
}

std::uint64_t result_bytes(const Task& task, std::uint64_t packets, std::uint64_t file_bytes,
                           std::uint64_t packet_bytes) {
  if (is_combined(task)) return file_bytes != 0 ? bytes_of_block(task, file_bytes) : packets * packet_bytes;
  const bool whole_file = !meaning_of(task.collective).block_for_each && file_bytes != 0;
  return whole_file ? file_bytes : std::numeric_limits<std::uint64_t>::max();
}

void write_output(OutputFolder& folder, const Task& task, const NodeMemory& memory, std::uint64_t result_bytes,
                  std::uint32_t composed, std::uint64_t packet_bytes) {
  const std::vector<std::string> names = output_names(end_count(task));
  for (std::uint32_t node = 0; node < names.size(); ++node) {
    const bool has_result = is_receiver(task, node);
    const bool keeps_share = !has_result && meaning_of(task.collective).only_root_receives;
    std::vector<std::uint64_t> words = keeps_share ? memory.send()[node] : memory.receive()[node].words;
    const std::uint32_t ranks = keeps_share ? 1 : vectors_in_result(task, node);
    if (composed != 0) {
      for (std::uint64_t& word : words) word = operators::finished(composed, word, ranks);
    }
    const bool trim = has_result || is_combined(task);
    folder.write(names[node], bytes_of(words, trim ? result_bytes : words.size() * packet_bytes, packet_bytes));
  }
}

}  // namespace testbench
