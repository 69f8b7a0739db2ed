#include "testbench/cli/payload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <span>

#include "testbench/files/file_error.hpp"

namespace testbench {
namespace {

// Packets in all send memories where M is 1.
std::uint64_t blocks_of(Task task) {
  task.packets = 1;
  const MemoryLayout layout(task);
  std::uint64_t blocks = 0;
  for (std::uint64_t node = 0; node < node_count(task); ++node) blocks += layout.send_words(node);
  return blocks;
}

std::uint64_t word_at(const std::vector<std::uint8_t>& file, std::uint64_t index, std::uint64_t packet_bytes) {
  std::uint64_t word = 0;
  for (std::uint64_t byte = 0; byte < packet_bytes; ++byte) {
    const std::uint64_t position = index * packet_bytes + byte;
    if (position < file.size()) word |= std::uint64_t{file[position]} << (8 * byte);
  }
  return word;
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

std::uint64_t packets_for(const Task& task, std::uint64_t bytes, std::uint64_t packet_bytes) {
  const std::uint64_t round_bytes = blocks_of(task) * packet_bytes;
  return (bytes + round_bytes - 1) / round_bytes;
}

std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file,
                                                       std::uint64_t packet_bytes) {
  const MemoryLayout layout(task);
  std::vector<std::vector<std::uint64_t>> send(node_count(task));
  std::uint64_t next = 0;
  for (std::uint32_t node = 0; node < send.size(); ++node) {
    send[node].resize(layout.send_words(node));
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

void write_output(OutputFolder& folder, const Task& task, const NodeMemory& memory, std::uint64_t file_bytes,
                  std::uint64_t packet_bytes) {
  const bool whole_file = !meaning_of(task.collective).block_for_each;
  const std::vector<std::string> names = output_names(node_count(task));
  for (std::uint32_t node = 0; node < names.size(); ++node) {
    const bool keeps_share = !is_receiver(task, node);
    const std::vector<std::uint64_t>& words = keeps_share ? memory.send()[node] : memory.receive()[node].words;
    const bool trim = whole_file && !keeps_share && file_bytes != 0;
    folder.write(names[node], bytes_of(words, trim ? file_bytes : words.size() * packet_bytes, packet_bytes));
  }
}

}  // namespace testbench
