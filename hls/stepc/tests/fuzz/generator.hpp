// SPDX-License-Identifier: Apache-2.0
// Generates random step functions: arithmetic, shifts, nested conditions, loops, switches, arrays
// with dynamic indices, memories. Every program is free of undefined behaviour: numbers are
// unsigned or converted through unsigned, shifts and indices are masked, divisors are odd.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hls/stepc/tests/fuzz/objects.hpp"

namespace fuzz {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), objects_(seed) {}

  // Returns a translation unit with `programs` independent programs in one top `step`; every second
  // program comes from objects.hpp.
  std::string unit(unsigned programs);

 private:
  struct Field {
    std::string name;
    unsigned width;
    unsigned count;  // 1, or the length of an array, a power of two
  };

  // Returns one program: structures of registers and ports, and a function.
  std::string program(unsigned number);
  std::string fields(std::vector<Field>& list, const std::string& prefix, unsigned count);
  std::string statements(unsigned depth, unsigned count);
  std::string statement(unsigned depth);
  std::string memory_statement();
  std::string assignment();
  std::string target(const Field& field);
  std::string expression(unsigned depth);
  std::string binary(unsigned depth);
  std::string leaf();
  std::string condition(unsigned depth);

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  const Field& any(const std::vector<Field>& list) { return list[below(list.size())]; }

  std::mt19937_64 random_;
  ObjectGenerator objects_;
  std::vector<Field> state_;
  std::vector<Field> in_;
  std::vector<Field> out_;
  unsigned locals_ = 0;  // in scope: v0, v1, ...
  bool memory_read_ = false;
  bool memory_written_ = false;
  bool in_loop_ = false;
};

}  // namespace fuzz
