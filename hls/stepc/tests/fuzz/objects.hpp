// SPDX-License-Identifier: Apache-2.0
// Random step functions that test the layout of objects. Arrays of one stride lie beside one
// another, in bases, rows and tables; indices with offsets, pointers and copies reach them.
// Memories have first words. Parts have several functions, bases, start values and memories, and
// their owners read and write them. There is inheritance of every kind, and names that
// SystemVerilog reserves, or that clash there.
//
// Every access is guarded or taken modulo the length of its array.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

// Returns names that are legal in C++ but mean something else in SystemVerilog, in stepc's text, or
// in a simulator's model; and names that are nearly the same.
std::vector<std::string> hard_names();

class ObjectGenerator {
 public:
  explicit ObjectGenerator(std::uint64_t seed) : random_(seed) {}

  // Returns structures State<number>, In<number>, Out<number> and a function step<number>.
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
  Array line_;                      // the structure that inherits from a std::array
  std::vector<std::string> names_;  // names that are left
};

}  // namespace fuzz
