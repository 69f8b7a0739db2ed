// SPDX-License-Identifier: Apache-2.0
// C++17: operators on random payloads, 25,000 results, printed. Built by several compilers and with
// every form of Bits<W>, it must print the same; hls/vendor/CMakeLists.txt says which.
#include <cinttypes>
#include <cstdio>

#include "hls/operators/operator_sets.hpp"
#include "hls/operators/pipelined_floats.hpp"
#include "hls/vendor/test/split_mix.hpp"

namespace {

using operators::Function;
using operators::Type;

template <unsigned W>
void print(hls::Bits<W> result) {
  std::printf(" %" PRIx64, std::uint64_t{result.number()});
}

// Every set, and every type, on payloads of W bits.
template <unsigned W>
void print_results(unsigned calls) {
  vendor::test::SplitMix random;
  operators::PipelinedFloats<3, W> pipelined;
  for (unsigned i = 0; i < calls; ++i) {
    const Type type = static_cast<Type>(random.below(operators::kTypes));
    const Function function = static_cast<Function>(random.below(operators::kFunctions));
    const hls::Bits<8> operation(operators::number(function, type));
    const std::uint64_t word = random.next();
    const hls::Bits<W> left(word);
    const hls::Bits<W> right(random.below(2) == 0 ? random.next() : word ^ (random.next() & random.next()));
    print(operators::Integers::combine(operation, left, right));
    print(operators::Floats::combine(operation, left, right));
    print(operators::Numbers::combine(operation, left, right));
    print(operators::Union<operators::Integers, operators::FloatsOf<Type::kBfloat16>>::combine(operation, left, right));
    print(pipelined.tick(operation, left, right));
    std::printf("\n");
  }
}

}  // namespace

int main() {
  print_results<64>(3000);
  print_results<32>(1000);
  print_results<24>(500);
  print_results<16>(500);
}
