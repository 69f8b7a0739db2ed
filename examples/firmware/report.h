/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of the examples, and the line that each prints from rank 0. The check of the result is not
 * part of the time:
 *
 *     start_clock();
 *     COMMUNICATE(cc_alltoall(...));
 *     stop_clock();
 *     return report("matrix transpose", is_right); */
#include <stdio.h>

#include "firmware/image/cc.h"

/* The most nodes that an image is for (scripts/image.sh --dim). */
enum { MOST = 1 << CUBECAST_MAX_DIMENSION };

static unsigned long long began, computed, communicated, communicated_in_time;

static inline void start_clock(void) {
  began = cc_cycles();
}
static inline void stop_clock(void) {
  computed = cc_cycles() - began - communicated;
  communicated_in_time = communicated;
}

/* Adds the cycles of a call, and ends main() if the call fails. */
#define COMMUNICATE(call)                           \
  do {                                              \
    const unsigned long long before_ = cc_cycles(); \
    const int error_ = (call);                      \
    communicated += cc_cycles() - before_;          \
    if (error_ != CC_OK) {                          \
      printf("%s: error %d\n", #call, error_);      \
      return 2;                                     \
    }                                               \
  } while (0)

/* Returns the status of the program: 0 if the result is right on all nodes. */
static inline int report(const char *name, int is_right) {
  int mine = !is_right, wrong = 0;
  if (cc_allreduce(&mine, &wrong, 1, CC_INT32, CC_SUM, CC_WORLD) != CC_OK) return 2;
  if (cc_rank(CC_WORLD) == 0) {
    printf("%s: %s, %llu cycles computed, %llu communicated\n", name, wrong == 0 ? "right" : "wrong", computed,
           communicated_in_time);
  }
  return wrong == 0 ? 0 : 1;
}
