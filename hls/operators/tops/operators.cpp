// SPDX-License-Identifier: Apache-2.0
// Tops that consist of operators alone, for the lockstep with their RTL and for measurements: a
// step function for each set. They are inline, so that each translation has only its own.
#include "hls/operators/operator_sets.hpp"
#include "hls/operators/pipelined_floats.hpp"

// A payload of 64 bits, as in the nodes of the documents' tables.
constexpr unsigned kPayloadWidth = 64;

struct In {
  hls::Bits<8> operation;
  hls::Bits<kPayloadWidth> left;
  hls::Bits<kPayloadWidth> right;
};

struct Out {
  hls::Bits<kPayloadWidth> result;
};

// Sets with no register except the result's.
struct None {};

inline void integers(None&, const In& in, Out& out) {
  out.result = operators::Integers::combine(in.operation, in.left, in.right);
}

// Integers and bfloat16, without float32.
inline void bfloat16(None&, const In& in, Out& out) {
  out.result = operators::FloatsOf<operators::Type::kBfloat16>::combine(in.operation, in.left, in.right);
}

// Integers and float32, without bfloat16.
inline void float32(None&, const In& in, Out& out) {
  out.result = operators::FloatsOf<operators::Type::kFloat32>::combine(in.operation, in.left, in.right);
}

inline void floats(None&, const In& in, Out& out) {
  out.result = operators::Floats::combine(in.operation, in.left, in.right);
}

inline void numbers(None&, const In& in, Out& out) {
  out.result = operators::Numbers::combine(in.operation, in.left, in.right);
}

// The set Floats with registers within, one, two and three deep.
template <unsigned Depth, class Set = operators::Floats>
struct Pipeline {
  operators::PipelinedFloats<Depth, kPayloadWidth, Set> floats;
};

inline void floats_1(Pipeline<1>& state, const In& in, Out& out) {
  out.result = state.floats.tick(in.operation, in.left, in.right);
}

inline void floats_2(Pipeline<2>& state, const In& in, Out& out) {
  out.result = state.floats.tick(in.operation, in.left, in.right);
}

inline void floats_3(Pipeline<3>& state, const In& in, Out& out) {
  out.result = state.floats.tick(in.operation, in.left, in.right);
}

// The set Numbers with a register behind each step.
inline void numbers_3(Pipeline<3, operators::Numbers>& state, const In& in, Out& out) {
  out.result = state.floats.tick(in.operation, in.left, in.right);
}
