/* SPDX-License-Identifier: Apache-2.0 */
/* From the reset to main(), and from there to the node's exit. */
#include "firmware/image/memory_map.h"

  .section .start, "ax"
  .globl _start
  .type _start, @function
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  li sp, CC_MEMORY + CC_STACK_BYTES
  la tp, __tls_start
  la t0, __bss_start
  la t1, __bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  sw zero, 4(t0)
  sw zero, 8(t0)
  sw zero, 12(t0)
  addi t0, t0, 16
  j 1b
2:
  call __libc_init_array
  li a0, 0
  li a1, 0
  call main
  call exit
3:
  j 3b
  .size _start, . - _start
