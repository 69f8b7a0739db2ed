/* SPDX-License-Identifier: Apache-2.0 */
/* The cycles of the first call of one packet by each algorithm, on node 0. Row::work comes from them
 * (firmware/collectives/operation.hpp). */
#include <stdio.h>

#include "firmware/image/cc.h"

#define MOST 64 /* packets */
static long long from[64 * MOST], to[64 * MOST];

static const struct {
  enum cc_collective collective;
  const char *name, *algorithms[8];
} kinds[] = {{CC_BCAST, "bcast", {"sbt", "nrsbt", "nesbt", "tcbt", "gray"}},
             {CC_SCATTER, "scatter", {"balanced", "sbnt", "sbt"}},
             {CC_GATHER, "gather", {"balanced", "sbnt", "sbt"}},
             {CC_ALLGATHER, "allgather", {"balanced", "sbnt", "nrsbt", "nesbt", "ring", "sbt"}},
             {CC_ALLTOALL, "alltoall", {"table", "ecube", "fifo", "sbt"}},
             {CC_REDUCE, "reduce", {"sbt", "nrsbt", "nesbt", "tcbt", "gray"}},
             {CC_REDUCE_SCATTER, "reduce_scatter", {"balanced", "sbt", "ring"}},
             {CC_ALLREDUCE, "allreduce", {"exchange", "balanced", "nesbt", "ring", "sbt"}}};

static int call(enum cc_collective collective, int count) {
  switch (collective) {
    case CC_BCAST: return cc_bcast(from, count, CC_INT64, 0, CC_WORLD);
    case CC_SCATTER: return cc_scatter(from, to, count, CC_INT64, 0, CC_WORLD);
    case CC_GATHER: return cc_gather(from, to, count, CC_INT64, 0, CC_WORLD);
    case CC_ALLGATHER: return cc_allgather(from, to, count, CC_INT64, CC_WORLD);
    case CC_ALLTOALL: return cc_alltoall(from, to, count, CC_INT64, CC_WORLD);
    case CC_REDUCE: return cc_reduce(from, to, count, CC_INT64, CC_SUM, 0, CC_WORLD);
    case CC_REDUCE_SCATTER: return cc_reduce_scatter(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
    default: return cc_allreduce(from, to, count, CC_INT64, CC_SUM, CC_WORLD);
  }
}

int main(void) {
  const int is_first = cc_rank(CC_WORLD) == 0;
  if (cc_size(CC_WORLD) > 64) return 2;
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
    for (int a = 0; a < 8 && kinds[k].algorithms[a] != 0; ++a) {
      /* Some allreduces need a packet for each node. */
      const int count = kinds[k].collective == CC_ALLREDUCE ? cc_size(CC_WORLD) : 1;
      if (cc_use(kinds[k].collective, kinds[k].algorithms[a]) != CC_OK) {
        if (is_first) printf("%s %s: unknown\n", kinds[k].name, kinds[k].algorithms[a]);
        continue;
      }
      cc_barrier(CC_WORLD);
      const unsigned long long before = cc_cycles();
      if (call(kinds[k].collective, count) != CC_OK) return 1;
      if (is_first) printf("| %s | %s | %d |\n", kinds[k].name, kinds[k].algorithms[a], (int)(cc_cycles() - before));
    }
  }
  return 0;
}
