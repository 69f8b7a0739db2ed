// SPDX-License-Identifier: Apache-2.0
// Random step functions about where things lie: arrays of one stride beside one another, in bases,
// rows and tables, reached by indices with offsets, by pointers and by copies; memories with first
// words; parts with several functions, bases, start values and memories, which their owners look
// into and write; inheritance of every kind; and names that SystemVerilog has too, or that clash
// there.
//
// Every access is guarded or taken modulo the length of its array.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hls/stepc/tests/fuzz/hard_names.hpp"

namespace fuzz {

class ObjectGenerator {
 public:
  explicit ObjectGenerator(std::uint64_t seed) : random_(seed) {}

  // Structures State<number>, In<number>, Out<number> and a function step<number>.
  std::string program(unsigned number);

 private:
  struct Array {
    std::string name;
    unsigned length;
  };
  struct Scalar {
    std::string path;  // within its structure
    std::string type;
  };

  std::string arrays_of(unsigned count);
  std::string part_classes(unsigned number);
  std::string access();
  std::string use(const std::string& element);
  std::string moved_index();
  std::string strided();
  std::string two_arrays();
  std::string table_access();
  std::string copy();
  std::string search();
  std::string part_calls(const std::string& part);
  std::string memory_calls();
  std::string heir_classes(unsigned number);
  std::string heir_statements(unsigned number);
  std::string member(const std::string& declared, const std::string& path);
  std::string clashing_members(const std::string& root, std::string& inherited);
  std::string clashing_classes(unsigned number);
  std::string clashing_statements();
  std::string value();
  std::string condition();
  std::string words(unsigned count);
  std::string hard_name();

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  const Array& any() { return arrays_[below(arrays_.size())]; }

  std::mt19937_64 random_;
  std::string element_;  // the type of the elements of all arrays of a program
  std::vector<Array> arrays_;
  std::vector<Scalar> scalars_;     // of the structure whose names clash
  Array line_;                      // what inherits from a std::array
  std::vector<std::string> names_;  // that are left
};

}  // namespace fuzz
