// SPDX-License-Identifier: Apache-2.0
// Test only: the places of the top's registers in the C++ objects and in the RTL, from stepc's
// layout (JSON).
#pragma once

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace rtl_sim::test {

struct RegisterPlace {
  std::string path;  // in C++, as in lockstep's reports
  std::string rtl;   // in the top module
  std::size_t offset;
  std::size_t bytes;

  std::uint64_t read(const void* object) const {
    std::uint64_t value = 0;
    std::memcpy(&value, static_cast<const char*>(object) + offset, bytes);
    return value;
  }
};

// A memory, or one word of it, byte by byte.
struct MemoryPlace {
  std::string path;
  std::size_t offset;
  std::size_t words;
  std::size_t word_bytes;

  std::string word(const void* state, std::size_t index) const {
    return {static_cast<const char*>(state) + offset + index * word_bytes, word_bytes};
  }
};

class Layout {
 public:
  explicit Layout(const std::string& file) { std::ifstream(file) >> json_; }

  // The register of State or Out whose path has this ending; the part may be within other parts.
  RegisterPlace state(const std::string& ending) const { return find("state", ending); }
  RegisterPlace out(const std::string& ending) const { return find("out", ending); }
  MemoryPlace memory(const std::string& ending) const {
    for (const auto& memory : json_["memories"]) {
      const auto path = memory["path"].get<std::string>();
      if (path.ends_with(ending)) return {path, memory["offset"], memory["words"], memory["word_bytes"]};
    }
    throw std::runtime_error("the layout has no memory " + ending);
  }

 private:
  RegisterPlace find(const std::string& of, const std::string& ending) const {
    for (const auto& place : json_["registers"]) {
      const auto path = place["path"].get<std::string>();
      if (place["of"] != of || !path.ends_with(ending)) continue;
      return {(of == "out" ? "out." : "") + path, place["rtl"], place["offset"], place["bytes"]};
    }
    throw std::runtime_error("the layout has no register " + ending);
  }

  nlohmann::json json_;
};

}  // namespace rtl_sim::test
