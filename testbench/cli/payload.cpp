#include "testbench/cli/payload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include "testbench/cli/usage_error.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kPacketBytes = 8;

// Packets in all send memories where M is 1.
std::uint64_t blocks_of(Collective collective, unsigned dim) {
  const Task task{collective, dim, Ports::kAll, 1, 0};
  const MemoryLayout layout(task);
  std::uint64_t blocks = 0;
  for (std::uint64_t node = 0; node < node_count(task); ++node) blocks += layout.send_words(node);
  return blocks;
}

std::uint64_t word_at(const std::vector<std::uint8_t>& file, std::uint64_t index) {
  std::uint64_t word = 0;
  for (std::uint64_t byte = 0; byte < kPacketBytes; ++byte) {
    const std::uint64_t position = index * kPacketBytes + byte;
    if (position < file.size()) word |= std::uint64_t{file[position]} << (8 * byte);
  }
  return word;
}

void write_words(const std::filesystem::path& path, std::span<const std::uint64_t> words, std::uint64_t bytes) {
  std::vector<char> buffer(std::min<std::uint64_t>(bytes, words.size() * kPacketBytes));
  for (std::size_t position = 0; position < buffer.size(); ++position) {
    buffer[position] = static_cast<char>(words[position / kPacketBytes] >> (8 * (position % kPacketBytes)) & 0xff);
  }
  std::ofstream out(path, std::ios::binary);
  out.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  out.close();
  if (!out) throw UsageError(fmt::format("--output {}: cannot be written; is there room?", path.string()));
}

}  // namespace

std::vector<std::uint8_t> read_payload(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::error_code error;
  if (!in || !std::filesystem::is_regular_file(file, error)) {
    throw UsageError(fmt::format("--payload {}: cannot be read; give a file", file.string()));
  }
  std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) throw UsageError(fmt::format("--payload {}: cannot be read to its end", file.string()));
  if (bytes.empty()) throw UsageError(fmt::format("--payload {}: is empty; give at least one byte", file.string()));
  return bytes;
}

std::uint64_t packets_for(Collective collective, unsigned dim, std::uint64_t bytes) {
  const std::uint64_t round_bytes = blocks_of(collective, dim) * kPacketBytes;
  return (bytes + round_bytes - 1) / round_bytes;
}

std::vector<std::vector<std::uint64_t>> send_memory_of(const Task& task, const std::vector<std::uint8_t>& file) {
  const MemoryLayout layout(task);
  std::vector<std::vector<std::uint64_t>> send(node_count(task));
  std::uint64_t next = 0;
  for (std::uint32_t node = 0; node < send.size(); ++node) {
    send[node].resize(layout.send_words(node));
    for (std::uint64_t& word : send[node]) word = word_at(file, next++);
  }
  return send;
}

void prepare_output(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path probe = folder / ".cubecast-probe";
  const bool writable = std::filesystem::is_directory(folder) && std::ofstream(probe).put('\n').good();
  std::filesystem::remove(probe, error);
  if (!writable)
    throw UsageError(fmt::format("--output {}: cannot be written; give a folder of yours", folder.string()));
}

void write_output(const std::filesystem::path& folder, const Task& task, const NodeMemory& memory,
                  std::uint64_t file_bytes) {
  const bool whole_file = !meaning_of(task.collective).block_for_each;
  const std::size_t digits = fmt::format("{}", node_count(task) - 1).size();
  for (std::uint32_t node = 0; node < node_count(task); ++node) {
    const bool keeps_share = !is_receiver(task, node);
    const std::vector<std::uint64_t>& words = keeps_share ? memory.send()[node] : memory.receive()[node].words;
    const bool trim = whole_file && !keeps_share && file_bytes != 0;
    write_words(folder / fmt::format("node-{:0{}}.bin", node, digits), words,
                trim ? file_bytes : words.size() * kPacketBytes);
  }
}

}  // namespace testbench
