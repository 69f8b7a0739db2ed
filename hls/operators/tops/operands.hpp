// SPDX-License-Identifier: Apache-2.0
// Tops that consist of operators alone, for the lockstep with their RTL and for measurements.
#pragma once

#include "hls/types/bits.hpp"

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
