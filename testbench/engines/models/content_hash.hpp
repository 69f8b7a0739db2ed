// SPDX-License-Identifier: Apache-2.0
// Hashes of files and texts (XXH3, 128 bits). Models are stored by hash, and hashes show damaged
// files.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// 32 hexadecimal digits.
std::string hash_of(std::string_view bytes);
// The same hash of bytes that come one after another.
class RunningHash {
 public:
  static constexpr std::size_t kBytes = 16;

  RunningHash();
  ~RunningHash();
  RunningHash(const RunningHash&) = delete;
  RunningHash& operator=(const RunningHash&) = delete;

  void add(std::string_view bytes);
  // The hash of all so far.
  std::array<char, kBytes> bytes() const;
  std::string digits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Returns the hash of a file's bytes; empty if it cannot be read.
std::string hash_of_file(const std::filesystem::path& file);
// Returns the file's bytes. Throws std::runtime_error if it cannot be read.
std::string read_whole(const std::filesystem::path& file);

// Returns the hash of all prerequisites of a make rule, as compilers write it with -MD. Empty if
// one cannot be read.
std::string hash_of_prerequisites(const std::filesystem::path& rule);

// Returns the hash of all headers below the folders of `root`, by their paths there, except headers
// of tests (test_*.hpp). A model may include any of them.
std::string hash_of_headers(const std::filesystem::path& root, std::span<const char* const> folders);
// Returns the hash of all C++ sources and headers and CMakeLists.txt below a folder of `root`.
std::string hash_of_sources(const std::filesystem::path& root, const char* folder);

// Folders below the project's root, by use: the RTL, the nodes (the RTL's harness, the wide words),
// and whole meshes.
inline constexpr const char* kHardwareFolders[] = {"firmware",   "hls/types", "hls/operators", "hls/network",
                                                   "hls/router", "hls/link",  "hls/broadcast", "hls/axi",
                                                   "hls/tops",   "hls/core",  "hls/soc",       "hls/board"};
inline constexpr const char* kNodeFolders[] = {"hls/stepc/lockstep", "testbench/engines/nodes", "rtl_sim"};
inline constexpr const char* kMeshFolders[] = {"hls/configuration",        "testbench/ground/host",
                                               "testbench/judge/checker",  "testbench/engines/mesh",
                                               "testbench/engines/native", "testbench/engines/systemc"};

// Hashes of the folders, from the first list up to the last.
struct HeaderHashes {
  std::string hardware;
  std::string nodes;
  std::string meshes;
  std::string recipes;  // of the sources that say how models are made; an installed program has none
};
HeaderHashes header_hashes(const std::filesystem::path& root);
// Returns the hash of the sources that say how models are made.
std::string hash_of_recipes(const std::filesystem::path& root);
// Hashes of the headers that this program was compiled from. A model made from other headers would
// not fit.
const HeaderHashes& compiled_header_hashes();

}  // namespace testbench
