// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/content_hash.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <stdexcept>

namespace testbench {
namespace {

std::string digits_of(const XXH128_hash_t& hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string hash_of(std::string_view bytes) {
  return digits_of(XXH3_128bits(bytes.data(), bytes.size()));
}

struct RunningHash::State {
  XXH3_state_t hash;
};

RunningHash::RunningHash() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->hash);
}

RunningHash::~RunningHash() = default;

void RunningHash::add(std::string_view bytes) {
  XXH3_128bits_update(&state_->hash, bytes.data(), bytes.size());
}

std::array<char, RunningHash::kBytes> RunningHash::bytes() const {
  return std::bit_cast<std::array<char, kBytes>>(XXH3_128bits_digest(&state_->hash));
}

std::string RunningHash::digits() const {
  return digits_of(XXH3_128bits_digest(&state_->hash));
}

std::string read_whole(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad()) throw std::runtime_error(fmt::format("{}: cannot be read", file.string()));
  return bytes;
}

std::string hash_of_file(const std::filesystem::path& file) {
  if (std::error_code error; !std::filesystem::is_regular_file(file, error)) return "";
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return "";
  std::string bytes(static_cast<std::size_t>(in.tellg()), '\0');
  in.seekg(0);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return "";
  return hash_of(bytes);
}

namespace {

// "a.o: b.hpp c\\ d.hpp \\\n  e.hpp\n" has the prerequisites b.hpp, "c d.hpp" and e.hpp.
std::vector<std::string> prerequisites_in(std::string_view rule) {
  std::vector<std::string> names(1);
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char character = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if ((character == '\\' && (next == ' ' || next == '#')) || (character == '$' && next == '$')) {
      names.back() += next;
      ++i;
    } else if (character == ' ' || character == '\n' || (character == '\\' && next == '\n')) {
      if (!names.back().empty()) names.emplace_back();
    } else {
      names.back() += character;
    }
  }
  if (names.back().empty()) names.pop_back();
  if (!names.empty()) names.erase(names.begin());  // the target and its colon
  return names;
}

}  // namespace

std::string hash_of_prerequisites(const std::filesystem::path& rule) {
  std::string all;
  for (const std::string& name : prerequisites_in(read_whole(rule))) {
    const std::string hash = hash_of_file(name);
    if (hash.empty()) return "";
    all.append(name).append(" ").append(hash).append("\n");
  }
  return hash_of(all);
}

namespace {

// The hash of the files below the folders of `root` that `counts` accepts, by their paths there.
template <class Counts>
std::string hash_of_files(const std::filesystem::path& root, std::span<const char* const> folders, Counts counts) {
  std::vector<std::string> names;
  for (const char* const folder : folders) {
    if (!std::filesystem::is_directory(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string name = entry.path().lexically_relative(root).string();
      if (counts(entry.path(), name)) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += name + ' ' + hash_of_file(root / name) + '\n';
  return hash_of(all);
}

}  // namespace

std::string hash_of_headers(const std::filesystem::path& root, std::span<const char* const> folders) {
  return hash_of_files(root, folders, [](const std::filesystem::path& path, const std::string& name) {
    const bool is_test = path.filename().string().starts_with("test_") || name.find("/test/") != name.npos;
    return (path.extension() == ".hpp" || path.extension() == ".h") && !is_test;
  });
}

std::string hash_of_sources(const std::filesystem::path& root, const char* folder) {
  return hash_of_files(root, std::span(&folder, 1), [](const std::filesystem::path& path, const std::string&) {
    return path.extension() == ".cpp" || path.extension() == ".hpp" || path.filename() == "CMakeLists.txt";
  });
}

HeaderHashes header_hashes(const std::filesystem::path& root) {
  HeaderHashes hashes;
  hashes.hardware = hash_of_headers(root, kHardwareFolders);
  hashes.nodes = hash_of(hashes.hardware + hash_of_headers(root, kNodeFolders));
  hashes.meshes = hash_of(hashes.nodes + hash_of_headers(root, kMeshFolders));
  return hashes;
}

std::string hash_of_recipes(const std::filesystem::path& root) {
  std::string all;
  for (const char* const source :
       {"testbench/engines/models/recipes.cpp", "testbench/engines/models/models.cpp", "rtl_sim/rtl_models.cpp"}) {
    all += hash_of_file(root / source);
  }
  return hash_of(all);
}

}  // namespace testbench
