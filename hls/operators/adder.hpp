// Sums and differences that are one adder however they are used: modules of their own. Of a sum in
// the midst of other logic a compiler makes another, narrower adder for each part of it that is
// used by itself.
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace operators {

// Both modulo 2^W.
template <unsigned W>
struct Adder {
  HLS_MODULE static constexpr hls::Bits<W> sum(hls::Bits<W> a, hls::Bits<W> b) { return hls::Bits<W>(a + b); }
};
template <unsigned W>
struct Subtractor {
  HLS_MODULE static constexpr hls::Bits<W> difference(hls::Bits<W> a, hls::Bits<W> b) { return hls::Bits<W>(a - b); }
};

}  // namespace operators
