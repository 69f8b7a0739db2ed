/* SPDX-License-Identifier: Apache-2.0 */
/* The iteration x = f(x) of Bertsekas et al. 1991, section 1: each of N nodes works out its part of the
 * next x, and an allgather gives all parts to all. The equations are 2 N x_i + (the sum of the other x) =
 * b_i, so that an error at least halves in a step. In fixed point, with 20 bits behind the point. */
#include "report.h"

enum { STEPS = 60, ONE = 1 << 20 };

static int x[MOST];

static int b_of(int i) {
  return (i % 5 - 2) * ONE;
}

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD), diagonal = 2 * size;
  start_clock();
  int steps = 0, moves = 1;
  while (moves && steps < STEPS) {
    long long sum = b_of(rank);
    for (int j = 0; j < size; ++j) sum -= j == rank ? 0 : x[j];
    const int mine = (int)(sum / diagonal);
    int moved = mine - x[rank] > 1 || x[rank] - mine > 1;
    COMMUNICATE(cc_allgather(&mine, x, 1, CC_INT32, CC_WORLD));
    COMMUNICATE(cc_allreduce(&moved, &moves, 1, CC_INT32, CC_BOR, CC_WORLD));
    ++steps;
  }
  stop_clock();
  long long all_b = 0;
  for (int j = 0; j < size; ++j) all_b += b_of(j);
  /* The sum of all equations gives that of all x, and then each equation its x. The last step is at most
   * 1, and so is the rounding of a step: x is within 3 of the limit, which is rounded twice. */
  int right = steps < STEPS;
  for (int j = 0; j < size; ++j) {
    const long long expected = (b_of(j) - all_b / (diagonal + size - 1)) / (diagonal - 1);
    right &= x[j] - expected <= 5 && expected - x[j] <= 5;
  }
  return report("jacobi", right);
}
