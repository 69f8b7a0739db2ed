// SPDX-License-Identifier: Apache-2.0
// An image for the processors beside the routers: an ELF file of 32-bit RISC-V, as scripts/image.sh
// makes it, or with --host a shared object for threads of this machine (host_threads.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace testbench {

// A file that is no such image, in one line.
struct ImageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Image {
 public:
  struct Segment {
    std::uint32_t address;
    std::vector<std::uint8_t> bytes;
    std::uint32_t size;  // in memory; what the file does not have is 0
    bool is_code;        // can be run, but not written
  };
  struct Function {
    std::uint32_t address;
    std::uint32_t size;
    std::string name;
  };

  static constexpr std::uint32_t kMostMemory = 1u << 28;

  enum class Target { kCore, kHost };

  // Throws ImageError. One for the host has functions alone, and addresses from its beginning.
  explicit Image(const std::filesystem::path& file, Target target = Target::kCore);

  const std::filesystem::path& file() const { return file_; }
  std::uint32_t entry() const { return entry_; }
  std::uint32_t memory_end() const { return memory_end_; }
  // The largest cube that its tables are for.
  std::uint32_t most_dimension() const { return most_dimension_; }
  // Members that its core must have.
  bool is_compressed() const { return is_compressed_; }
  bool multiplies() const { return multiplies_; }
  // It is built with AddressSanitizer.
  bool is_sanitized() const { return is_sanitized_; }
  const std::vector<Segment>& segments() const { return segments_; }

  // The words from the entry to the last one that is not 0.
  std::vector<std::uint32_t> program() const;

  // The function that has the address; null outside all functions.
  const Function* function_at(std::uint32_t address) const;
  // Its name without mangling.
  static std::string readable(const Function& function);
  // "main (dot_product.c:18)", with the line if llvm-symbolizer knows it.
  std::string place(std::uint32_t address) const;

 private:
  class Elf;

  void load(const Elf& elf);

  std::filesystem::path file_;
  std::uint32_t entry_ = 0;
  std::uint32_t memory_end_ = 0;
  std::uint32_t most_dimension_ = 0;
  bool is_compressed_ = false;
  bool multiplies_ = false;
  bool is_sanitized_ = false;
  std::vector<Segment> segments_;
  std::vector<Function> functions_;  // by address
};

}  // namespace testbench
