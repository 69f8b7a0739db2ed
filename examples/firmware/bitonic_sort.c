/* SPDX-License-Identifier: Apache-2.0 */
/* Bitonic sort of 8 N numbers, eight on each of N nodes: for every step two neighbours exchange their
 * numbers, by an allgather on the subcube of one dimension, and keep the lower or the upper half. */
#include "report.h"

enum { PART = 8, MOST = 1024 };

static int mine[PART], both[2 * PART], firsts[MOST], lasts[MOST];

/* Sorts a few numbers. */
static void sort(int *numbers, int count) {
  for (int i = 1; i < count; ++i) {
    const int value = numbers[i];
    int j = i;
    for (; j > 0 && numbers[j - 1] > value; --j) numbers[j] = numbers[j - 1];
    numbers[j] = value;
  }
}

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD);
  const unsigned long long begin = cc_cycles();
  unsigned seed = (unsigned)rank * 2654435761u + 12345u;
  int sum = 0, sum_before = 0, sum_after = 0;
  for (int i = 0; i < PART; ++i) {
    seed = seed * 1664525u + 1013904223u;
    mine[i] = (int)(seed >> 8 & 0xffff);
    sum += mine[i];
  }
  COMMUNICATE(cc_allreduce(&sum, &sum_before, 1, CC_INT32, CC_SUM, CC_WORLD));
  sort(mine, PART);
  for (int stage = 1; 1 << stage <= size; ++stage) {
    for (int step = stage - 1; step >= 0; --step) {
      COMMUNICATE(cc_allgather(mine, both, PART, CC_INT32, 1u << step));
      sort(both, 2 * PART);
      const int ascends = (rank >> stage & 1) == 0, is_upper = rank >> step & 1;
      for (int i = 0; i < PART; ++i) mine[i] = both[ascends == !is_upper ? i : PART + i];
    }
  }
  sum = 0;
  for (int i = 0; i < PART; ++i) sum += mine[i];
  COMMUNICATE(cc_allreduce(&sum, &sum_after, 1, CC_INT32, CC_SUM, CC_WORLD));
  COMMUNICATE(cc_allgather(&mine[0], firsts, 1, CC_INT32, CC_WORLD));
  COMMUNICATE(cc_allgather(&mine[PART - 1], lasts, 1, CC_INT32, CC_WORLD));
  int right = sum_before == sum_after;
  for (int node = 0; node + 1 < size; ++node) right &= lasts[node] <= firsts[node + 1];
  for (int i = 0; i + 1 < PART; ++i) right &= mine[i] <= mine[i + 1];
  return report("bitonic sort", begin, right);
}
