// SPDX-License-Identifier: Apache-2.0
// Runs a Verilator model beside its C++ step function on random inputs and compares every register
// in every cycle.
//
//     #include "fifo_rtl.hpp"  // generated
//     #include "hls/stepc/lockstep/lockstep.hpp"
//
//     STEPC_LOCKSTEP(fifo);
//     const auto divergence = stepc::run_lockstep<fifo_lockstep>(step, {.seed = 7, .cycles = 100000});
//     if (divergence) std::puts(divergence->text().c_str());
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "hls/stepc/lockstep/model_access.hpp"

namespace stepc {

struct LockstepOptions {
  std::uint64_t seed = 1;
  std::uint64_t cycles = 100000;
  std::uint64_t memory_interval = 64;  // memories are compared every so many cycles
};

// The first difference between the two.
struct Divergence {
  std::uint64_t cycle;
  Mismatch mismatch;

  std::string text() const {
    return "cycle " + std::to_string(cycle) + ": " + mismatch.name + " is " + std::to_string(mismatch.model) +
           " in the RTL and " + std::to_string(mismatch.native) + " in C++";
  }
};

// Random values for all inputs. A field is often zero, all ones or small: uniform random bits
// rarely reach the corners.
class RandomInputs {
 public:
  explicit RandomInputs(std::uint64_t seed) : random_(seed) {}

  std::uint64_t next(unsigned width) {
    const std::uint64_t value = random_();
    switch (random_() % 8) {
      case 0:
        return 0;
      case 1:
        return low_mask(width);
      case 2:
        return value % 4 & low_mask(width);
      default:
        return value & low_mask(width);
    }
  }
  // Returns a number below `limit`; all are equally likely.
  std::uint32_t uniform(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

 private:
  std::mt19937_64 random_;
};

// An object as stepc constructs it: bytes that its constructor does not set are zero.
template <class T>
struct OnZeros {
  alignas(T) unsigned char bytes[sizeof(T)] = {};
  T& object = *::new (bytes) T{};
};

// `Harness`: a type with the functions of a generated harness as static members; see
// STEPC_LOCKSTEP. `shape(random, out, in)` may change the random values in `in`, if some inputs
// have no meaning for the top. `watch(model)` sees every cycle before its clock edge.
template <class Harness, class State, class In, class Out, class Shape, class Watch>
std::optional<Divergence> run_lockstep(void (*step)(State&, const In&, Out&), const LockstepOptions& options,
                                       Shape shape, Watch watch) {
  typename Harness::Model model;
  OnZeros<State> zeroed_state;
  OnZeros<Out> zeroed_out;
  State& state = zeroed_state.object;
  Out& out = zeroed_out.object;
  RandomInputs random(options.seed);
  In in{};
  Harness::drive(model, in);
  model.rst = 1;
  start(model);
  clock(model);
  model.rst = 0;
  Harness::take_data(model, state, out);

  Mismatch mismatch;
  for (std::uint64_t cycle = 0; cycle < options.cycles; ++cycle) {
    const bool memories = cycle % options.memory_interval == 0 || cycle + 1 == options.cycles;
    if (!Harness::compare(model, state, mismatch) || !Harness::compare_out(model, out, mismatch) ||
        (memories && !Harness::compare_memories(model, state, mismatch))) {
      return Divergence{cycle, mismatch};
    }
    Harness::randomise(random, in);
    shape(random, std::as_const(out), in);
    Harness::drive(model, in);
    watch(model);
    step(state, in, out);
    clock(model);
  }
  return std::nullopt;
}

template <class Harness, class State, class In, class Out>
std::optional<Divergence> run_lockstep(void (*step)(State&, const In&, Out&), const LockstepOptions& options) {
  return run_lockstep<Harness>(step, options, [](RandomInputs&, const Out&, In&) {}, [](typename Harness::Model&) {});
}

}  // namespace stepc

// Defines a type for run_lockstep from the functions in namespace <module>_rtl.
#define STEPC_LOCKSTEP(module)                                                                       \
  struct module##_lockstep {                                                                         \
    using Model = module##_rtl::Model;                                                               \
    static void drive(Model& model, const auto& in) {                                                \
      module##_rtl::drive(model, in);                                                                \
    }                                                                                                \
    static void sample(const Model& model, auto& out) {                                              \
      module##_rtl::sample(model, out);                                                              \
    }                                                                                                \
    static void each_port(Model& model, const auto& visit) {                                         \
      module##_rtl::each_port(model, visit);                                                         \
    }                                                                                                \
    static void randomise(auto& random, auto& in) {                                                  \
      module##_rtl::randomise(random, in);                                                           \
    }                                                                                                \
    static bool compare(const Model& model, const auto& state, stepc::Mismatch& mismatch) {          \
      return module##_rtl::compare(model, state, mismatch);                                          \
    }                                                                                                \
    static bool compare_out(const Model& model, const auto& out, stepc::Mismatch& mismatch) {        \
      return module##_rtl::compare_out(model, out, mismatch);                                        \
    }                                                                                                \
    static void take_data(const Model& model, auto& state, auto& out) {                              \
      module##_rtl::take_data(model, state, out);                                                    \
    }                                                                                                \
    static bool compare_memories(const Model& model, const auto& state, stepc::Mismatch& mismatch) { \
      return module##_rtl::compare_memories(model, state, mismatch);                                 \
    }                                                                                                \
  }
