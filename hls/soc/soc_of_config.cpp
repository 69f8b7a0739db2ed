// SPDX-License-Identifier: Apache-2.0
// A system as a top for stepc, with the program of its lockstep.
#include "hls/operators/operator_sets.hpp"
#include "hls/soc/test_program.hpp"

struct Config : soc::System<router::Combining<router::CubeConfig<2>, operators::Integers>> {
  static constexpr std::uint32_t kStackKib = 4;
  static constexpr std::uint32_t kMemoryKib = 8;
  static constexpr std::uint32_t kPackets = 128;
  static constexpr unsigned kCyclesPerBit = 4;
  static constexpr unsigned kTagBits = 3;
  static constexpr bool kEpochs = true;
  struct Image {
    static constexpr auto& kWords = soc::test::kProgram.words();
  };
};
using State = soc::State<Config>;
using In = soc::In<Config>;
using Out = soc::Out<Config>;
void step(State& state, const In& in, Out& out) {
  soc::Soc<Config>::step(state, in, out);
}
