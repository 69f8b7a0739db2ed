/* SPDX-License-Identifier: Apache-2.0 */
/* Bitonic sort of 8 N numbers, eight on each of N nodes: for every step two neighbours exchange their
 * numbers, by an allgather on the subcube of one dimension, and keep the lower or the upper half. */
#include "report.h"

enum { PART = 8 };

static int mine[PART], both[2 * PART];

/* Sorts a few numbers. */
static void sort(int *numbers, int count) {
  for (int i = 1; i < count; ++i) {
    const int value = numbers[i];
    int j = i;
    for (; j > 0 && numbers[j - 1] > value; --j) numbers[j] = numbers[j - 1];
    numbers[j] = value;
  }
}

/* The numbers that a node begins with; some come twice. */
static void numbers_of(int rank, int *numbers) {
  unsigned seed = (unsigned)rank * 2654435761u + 12345u;
  for (int i = 0; i < PART; ++i) {
    seed = seed * 1664525u + 1013904223u;
    numbers[i] = (int)(seed >> 22);
  }
}

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD);
  start_clock();
  numbers_of(rank, mine);
  sort(mine, PART);
  for (int stage = 1; 1 << stage <= size; ++stage) {
    for (int step = stage - 1; step >= 0; --step) {
      COMMUNICATE(cc_allgather(mine, both, PART, CC_INT32, 1u << step));
      sort(both, 2 * PART);
      const int ascends = (rank >> stage & 1) == 0, is_upper = rank >> step & 1;
      for (int i = 0; i < PART; ++i) mine[i] = both[ascends == !is_upper ? i : PART + i];
    }
  }
  stop_clock();
  /* A number is in its place if no more than that many are less, and more are less or equal. */
  int less[PART] = {0}, equal[PART] = {0}, right = 1;
  for (int node = 0; node < size; ++node) {
    int numbers[PART];
    numbers_of(node, numbers);
    for (int i = 0; i < PART; ++i) {
      for (int j = 0; j < PART; ++j) {
        less[i] += numbers[j] < mine[i];
        equal[i] += numbers[j] == mine[i];
      }
    }
  }
  for (int i = 0; i < PART; ++i) {
    const int place = rank * PART + i;
    right &= less[i] <= place && place < less[i] + equal[i];
  }
  return report("bitonic sort", right);
}
