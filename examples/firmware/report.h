/* SPDX-License-Identifier: Apache-2.0 */
/* The line that each example prints from rank 0, and the cycles of its calls. */
#include <stdio.h>

#include "firmware/image/cc.h"

static unsigned long long communicated;

/* Adds the cycles of a call, and stops the program if the call fails. */
#define COMMUNICATE(call)                                   \
  do {                                                      \
    const unsigned long long before_ = cc_cycles();         \
    const int error_ = (call);                              \
    communicated += cc_cycles() - before_;                  \
    if (error_ != CC_OK) {                                  \
      printf("%s: error %d\n", #call, error_);              \
      return 2;                                             \
    }                                                       \
  } while (0)

/* Whether all nodes are right, in which case main() returns 0. */
static int report(const char *name, unsigned long long begin, int right) {
  const unsigned long long all = cc_cycles() - begin;
  int mine = !right, wrong = 0;
  cc_allreduce(&mine, &wrong, 1, CC_INT32, CC_SUM, CC_WORLD);
  if (cc_rank(CC_WORLD) == 0) {
    printf("%s: %s, %llu cycles computed, %llu communicated\n", name, wrong == 0 ? "right" : "wrong", all - communicated,
           communicated);
  }
  return wrong == 0 ? 0 : 1;
}
