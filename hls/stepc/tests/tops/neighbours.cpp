// SPDX-License-Identifier: Apache-2.0
// Arrays beside memories and parts.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include "hls/stepc/tests/programs/neighbours.hpp"
#pragma clang diagnostic pop

using neighbours::In;
using neighbours::Out;
using neighbours::State;
using neighbours::step;
