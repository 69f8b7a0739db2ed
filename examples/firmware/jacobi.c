/* SPDX-License-Identifier: Apache-2.0 */
/* The iteration x = f(x) of Bertsekas et al. 1991, section 1: each node works out its part of the next x
 * and all exchange their parts by an allgather. Here f(x) = (b + E x) / N', where the unknowns are N and
 * E is -1 off the diagonal: the solution of (N' I + J - I) x = b with J all ones. In fixed point, with 16
 * bits behind the point, so that it converges to one value on every machine. */
#include "report.h"

enum { MOST = 1024, STEPS = 60, ONE = 1 << 16 };

static int x[MOST], b_of_all[MOST];

static int b_of(int i) {
  return (i % 5 - 2) * ONE;
}

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD), diagonal = 2 * size;
  const unsigned long long begin = cc_cycles();
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
  long long sum = 0, all_b = 0;
  for (int j = 0; j < size; ++j) {
    b_of_all[j] = b_of(j);
    sum += x[j];
    all_b += b_of_all[j];
  }
  /* By adding up all equations, the sum of x is that of b by diagonal + N - 1. */
  const long long expected = all_b / (diagonal + size - 1);
  const long long error = sum - expected;
  const long long residual = (long long)diagonal * x[rank] + sum - x[rank] - b_of(rank);
  const int right = steps < STEPS && error <= 2 * size && error >= -2 * size && residual <= 4 * diagonal &&
                    residual >= -4 * diagonal;
  return report("jacobi", begin, right);
}
