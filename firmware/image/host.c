/* SPDX-License-Identifier: Apache-2.0 */
/* On a host thread in place of start.S, system.c and interrupts.c. The C library is the host's, whose state
 * all nodes have in common; random numbers are those of the node, as picolibc makes them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/image/cc.h"
#include "firmware/image/interrupts.h"
#include "firmware/image/memory_map.h"

__attribute__((weak)) void cc_host_write(uint32_t address, uint32_t value);

int main(int, char **);
void cc_host_start(void) { exit(main(0, NULL)); }

/* The node ends, and not the process. */
extern void *__dso_handle;
void __cxa_finalize(void *);
_Noreturn void _exit(int status) {
  for (;;) cc_host_write(CC_EXIT, (uint32_t)status);
}
_Noreturn void _Exit(int status) { _exit(status); }
_Noreturn void exit(int status) {
  __cxa_finalize(__dso_handle);
  _exit(status);
}

static uint64_t random_state = 1;
void srand(unsigned seed) { random_state = seed; }
int rand(void) {
  random_state = random_state * 6364136223846793005u + 1;
  return (int)(random_state >> 32) & RAND_MAX;
}

static int refuse(const char *call) {
  fprintf(stderr, "%s: host threads have no interrupts; use cubecast boot with an image for the core\n", call);
  return CC_ERR_SYSTEM;
}
int cc_on(enum cc_source source, cc_handler handler) {
  (void)source;
  (void)handler;
  return refuse("cc_on");
}
int cc_timer(unsigned long long cycle) {
  (void)cycle;
  return refuse("cc_timer");
}
unsigned long cc_fault(void) { return 0; }
