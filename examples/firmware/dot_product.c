/* SPDX-License-Identifier: Apache-2.0 */
/* The dot product of two vectors that are dealt out among the nodes: each multiplies its part, and an
 * allreduce adds the parts up. */
#include <stdio.h>

#include "firmware/image/cc.h"

#define PART 64

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD);
  long long mine = 0, sum = 0;
  for (int i = 0; i < PART; ++i) {
    const long long x = (long long)rank * PART + i;
    mine += x * (x + 1);
  }
  const unsigned long long before = cc_cycles();
  const int error = cc_allreduce(&mine, &sum, 1, CC_INT64, CC_SUM, CC_WORLD);
  const unsigned long long after = cc_cycles();
  /* The sum of x (x + 1) for x below n is (n - 1) n (n + 1) / 3. */
  const long long n = (long long)size * PART;
  const int right = error == CC_OK && sum == (n - 1) * n * (n + 1) / 3;
  if (rank == 0) printf("dot product %lld, %s, allreduce %d cycles\n", sum, right ? "right" : "wrong", (int)(after - before));
  return right ? 0 : 1;
}
