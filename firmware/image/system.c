/* SPDX-License-Identifier: Apache-2.0 */
/* The C library needs a console and an end of the program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/image/memory_map.h"

static int put(char character, FILE *file) {
  (void)file;
  *(volatile uint32_t *)CC_CONSOLE = (unsigned char)character;
  return character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;
FILE *const stdin = &console;

_Noreturn void _exit(int status) {
  for (;;) *(volatile uint32_t *)CC_EXIT = (uint32_t)status;
}

/* abort() and assert() end the node, with the status that a shell would give. */
int getpid(void) { return 1; }
int kill(int process, int signal_number) {
  (void)process;
  _exit(128 + signal_number);
}
