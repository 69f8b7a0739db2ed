/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram of 256 N numbers with 4 N bins: each node counts its own numbers in all bins, and a
 * reduce-scatter leaves four bins, of all numbers, on each node. */
#include "report.h"

enum { NUMBERS = 256, BINS = 4 };

static int counts[BINS * MOST], bins[BINS];

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD), all = BINS * size;
  start_clock();
  /* Number x falls into bin x^2 mod all. */
  for (int i = 0; i < NUMBERS; ++i) {
    const unsigned x = (unsigned)(rank * NUMBERS + i);
    ++counts[x * x % (unsigned)all];
  }
  COMMUNICATE(cc_reduce_scatter(counts, bins, BINS, CC_INT32, CC_SUM, CC_WORLD));
  stop_clock();
  int right = 1;
  /* The squares repeat with period `all`, which divides the count of all numbers. */
  for (int bin = 0; bin < BINS; ++bin) {
    int expected = 0;
    for (int x = 0; x < all; ++x) expected += x * x % all == rank * BINS + bin ? NUMBERS / BINS : 0;
    right &= bins[bin] == expected;
  }
  return report("histogram", right);
}
