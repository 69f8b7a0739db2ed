/* SPDX-License-Identifier: Apache-2.0 */
/* The C library needs its streams and an end of the program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/image/memory_map.h"

static int put(char character, FILE *file) {
  (void)file;
  *(volatile uint32_t *)CC_CONSOLE = (unsigned char)character;
  return (unsigned char)character;
}
static int put_error(char character, FILE *file) {
  (void)file;
  *(volatile uint32_t *)CC_ERROR = (unsigned char)character;
  return (unsigned char)character;
}
static int get(FILE *file) {
  (void)file;
  uint32_t byte;
  do byte = *(volatile uint32_t *)CC_INPUT;
  while (byte == CC_INPUT_NONE);
  return byte == CC_INPUT_END ? _FDEV_EOF : (int)byte;
}

static FILE output = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
static FILE error = FDEV_SETUP_STREAM(put_error, NULL, NULL, _FDEV_SETUP_WRITE);
static FILE input = FDEV_SETUP_STREAM(NULL, get, NULL, _FDEV_SETUP_READ);
FILE *const stdout = &output;
FILE *const stderr = &error;
FILE *const stdin = &input;

_Noreturn void _exit(int status) {
  for (;;) *(volatile uint32_t *)CC_EXIT = (uint32_t)status;
}

/* abort() and assert() end the node, with the status that a shell would give. */
int getpid(void) { return 1; }
int kill(int process, int signal_number) {
  (void)process;
  _exit(128 + signal_number);
}
