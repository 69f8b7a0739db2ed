/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of each call on node 0, when all call at the same time: the cycles of a call of one packet, those
 * that each further packet adds, and the cycles of the same call again. */
#include <stdio.h>

#include "firmware/image/cc.h"

#define MOST 33 /* packets */
static long long from[64 * MOST], to[64 * MOST];

enum { BARRIER = 11 };

static int call(int which, int count) {
  switch (which) {
    case 0: return cc_bcast(from, count, CC_INT64, 0, CC_WORLD);
    case 1: return cc_scatter(from, to, count, CC_INT64, 0, CC_WORLD);
    case 2: return cc_gather(from, to, count, CC_INT64, 0, CC_WORLD);
    case 3: return cc_allgather(from, to, count, CC_INT64, CC_WORLD);
    case 4: return cc_alltoall(from, to, count, CC_INT64, CC_WORLD);
    case 5: return cc_reduce(from, to, count, CC_INT64, CC_SUM, 0, CC_WORLD);
    case 6: return cc_reduce_scatter(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
    case 7: return cc_allreduce(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
    case 8: return cc_scan(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
    case 9: return cc_exscan(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
    default: return cc_barrier(CC_WORLD);
  }
}

static int cycles(int which, int count) {
  const unsigned long long before = cc_cycles();
  if (call(which, count) != CC_OK) return -1;
  return (int)(cc_cycles() - before);
}

int main(void) {
  static const char *const names[] = {"bcast", "scatter", "gather", "allgather", "alltoall", "reduce",
                                      "reduce_scatter", "allreduce", "scan", "exscan", "barrier"};
  if (cc_size(CC_WORLD) > 64) return 2;
  for (int which = 0; which < BARRIER; ++which) {
    cc_barrier(CC_WORLD);
    const int many = cycles(which, MOST);
    cc_barrier(CC_WORLD);
    const int one = cycles(which, 1), again = cycles(which, 1);
    if (one < 0 || many < 0 || again < 0) return 1;
    if (cc_rank(CC_WORLD) == 0) printf("| %s | %d | %d | %d |\n", names[which], one, (many - one) / (MOST - 1), again);
  }
  return 0;
}
