// SPDX-License-Identifier: Apache-2.0
// Hashes of files and texts (XXH3, 128 bits), by which models are kept and damaged files noticed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// 32 hexadecimal digits.
std::string hash_of(std::string_view bytes);
// The hash of a file's bytes; empty where it cannot be read.
std::string hash_of_file(const std::filesystem::path& file);
// The file's bytes. Throws std::runtime_error where it cannot be read.
std::string read_whole(const std::filesystem::path& file);

// The hash of all prerequisites of a make rule, as compilers write it with -MD. Empty where one
// cannot be read.
std::string hash_of_prerequisites(const std::filesystem::path& rule);

// The hash of all headers below the folders of `root`, by their paths there, but for those of tests
// (test_*.hpp): a model may include any of them.
std::string hash_of_headers(const std::filesystem::path& root, std::span<const char* const> folders);

// Folders below the project's root: what RTL is made of, what nodes are made of (the RTL's harness,
// the wide words), and what whole meshes are.
inline constexpr const char* kHardwareFolders[] = {"firmware",   "hls/types",     "hls/operators", "hls/network",
                                                   "hls/router", "hls/broadcast", "hls/axi",       "hls/tops"};
inline constexpr const char* kNodeFolders[] = {"hls/stepc/lockstep", "testbench/nodes", "rtl_sim"};
inline constexpr const char* kMeshFolders[] = {"testbench/host",   "testbench/checker",   "testbench/mesh",
                                               "testbench/native", "testbench/broadcast", "testbench/systemc"};

// The hashes of those, from the first list up to the last.
struct HeaderHashes {
  std::string hardware;
  std::string nodes;
  std::string meshes;
  std::string recipes;  // of the sources that say how models are made; an installed program does not have them
};
HeaderHashes header_hashes(const std::filesystem::path& root);
// The hash of the sources that say how models are made.
std::string hash_of_recipes(const std::filesystem::path& root);
// The hashes of the headers that this program has been compiled from: a model made of others would
// not fit.
const HeaderHashes& compiled_header_hashes();

}  // namespace testbench
