// SPDX-License-Identifier: Apache-2.0
// Programs as users write them, all in one top.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include "hls/stepc/tests/programs/algorithms.hpp"
#include "hls/stepc/tests/programs/machine.hpp"
#include "hls/stepc/tests/programs/owners.hpp"
#include "hls/stepc/tests/programs/places.hpp"
#include "hls/stepc/tests/programs/spans.hpp"

#pragma clang diagnostic pop

struct State {
  places::State places;
  spans::State spans;
  algorithms::State algorithms;
  machine::State machine;
  owners::State owners;
};

struct In {
  places::In places;
  spans::In spans;
  algorithms::In algorithms;
  machine::In machine;
  owners::In owners;
};

struct Out {
  places::Out places;
  spans::Out spans;
  algorithms::Out algorithms;
  machine::Out machine;
  owners::Out owners;
};

void step(State& state, const In& in, Out& out) {
  places::step(state.places, in.places, out.places);
  spans::step(state.spans, in.spans, out.spans);
  algorithms::step(state.algorithms, in.algorithms, out.algorithms);
  machine::step(state.machine, in.machine, out.machine);
  owners::step(state.owners, in.owners, out.owners);
}
