// SPDX-License-Identifier: Apache-2.0
// Tops that are nothing but operators: what they are tested with beside their RTL, and measured.
#pragma once

#include "hls/types/bits.hpp"

// A payload of as many bits as the nodes of the tables have.
constexpr unsigned kPayloadWidth = 64;

struct In {
  hls::Bits<8> operation;
  hls::Bits<kPayloadWidth> left;
  hls::Bits<kPayloadWidth> right;
};

struct Out {
  hls::Bits<kPayloadWidth> result;
};
