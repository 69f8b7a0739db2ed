// SPDX-License-Identifier: Apache-2.0
// A heap, rings and tables, whose indices LLVM has to be told of.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does
#include "hls/stepc/tests/programs/structures.hpp"
#pragma clang diagnostic pop

using structures::In;
using structures::Out;
using structures::State;
using structures::step;
