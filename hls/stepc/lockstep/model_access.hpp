// SPDX-License-Identifier: Apache-2.0
// Drives a Verilator model: its clock, the bits of its signals, and the fields of C++ objects beside
// it, for the harnesses that stepc generates. Members of the objects may be private: a field is
// addressed by its byte offset, which comes from the debug information.
//
//     stepc::start(model);  // once, before the first edge
//     ...                   // the inputs
//     stepc::clock(model);  // a rising edge that takes them
#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace stepc {

// Evaluates the model with its clock low, so that the next evaluation with a high clock is a rising
// edge.
template <class Model>
void start(Model& model) {
  model.clk = 0;
  model.eval();
}

// Makes a rising edge; between two edges the clock is high. Outputs and registers of a step
// function change only at rising edges. Each evaluation computes all logic behind the inputs, so
// that an evaluation for the falling edge would double the work. The model's record of the last
// clock is therefore set to low instead. Its name is that of Verilator 5.006; with other versions,
// the clock falls.
template <class Model>
void clock(Model& model) {
  if constexpr (requires { model.rootp->__Vtrigrprev__TOP__clk; }) {
    model.rootp->__Vtrigrprev__TOP__clk = 0;
  } else {
    model.clk = 0;
    model.eval();
  }
  model.clk = 1;
  model.eval();
}

// The first register that differs between model and C++.
struct Mismatch {
  std::string name;          // the C++ path: "queues_[1].head_"
  std::uint64_t model = 0;   // value in the RTL
  std::uint64_t native = 0;  // value in the C++ object
};

// A scalar of up to 64 bits in an object.
struct FieldPlace {
  std::size_t offset;  // bytes
  std::size_t bytes;
  unsigned width;
};

constexpr std::uint64_t low_mask(unsigned width) {
  return ~std::uint64_t{0} >> (64 - width);
}

inline std::uint64_t read_field(const void* object, const FieldPlace& place) {
  std::uint64_t value = 0;
  std::memcpy(&value, static_cast<const unsigned char*>(object) + place.offset, place.bytes);
  return value & low_mask(place.width);
}

inline void write_field(void* object, const FieldPlace& place, std::uint64_t value) {
  std::memcpy(static_cast<unsigned char*>(object) + place.offset, &value, place.bytes);
}

// Accesses bits low .. low + width - 1 of a signal of up to 64 bits.
template <class Signal>
  requires std::is_integral_v<Signal>
void put_bits(Signal& signal, unsigned low, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = low_mask(width) << low;
  signal = static_cast<Signal>((static_cast<std::uint64_t>(signal) & ~mask) | (value << low & mask));
}

template <class Signal>
  requires std::is_integral_v<Signal>
std::uint64_t get_bits(const Signal& signal, unsigned low, unsigned width) {
  return static_cast<std::uint64_t>(signal) >> low & low_mask(width);
}

// Does the same for a wider signal, which Verilator keeps in words of 32 bits.
template <std::size_t Words>
void put_bits(VlWide<Words>& signal, unsigned low, unsigned width, std::uint64_t value) {
  for (unsigned done = 0; done < width;) {
    const unsigned in_word = (low + done) % 32;
    const unsigned count = std::min(32 - in_word, width - done);
    put_bits(signal[(low + done) / 32], in_word, count, value >> done & low_mask(count));
    done += count;
  }
}

template <std::size_t Words>
std::uint64_t get_bits(const VlWide<Words>& signal, unsigned low, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned in_word = (low + done) % 32;
    const unsigned count = std::min(32 - in_word, width - done);
    value |= get_bits(signal[(low + done) / 32], in_word, count) << done;
    done += count;
  }
  return value;
}

// The name of a memory's word, which is built only for a mismatch.
struct WordName {
  const char* memory;
  unsigned index;

  operator std::string() const { return std::string(memory) + "[" + std::to_string(index) + "]"; }
};

template <class Name>
bool same(std::uint64_t model, std::uint64_t native, const Name& name, Mismatch& mismatch) {
  if (model == native) return true;
  mismatch = {name, model, native};
  return false;
}

}  // namespace stepc
