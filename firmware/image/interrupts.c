/* SPDX-License-Identifier: Apache-2.0 */
#include "firmware/image/interrupts.h"

#include <stdint.h>

#include "firmware/image/cc.h"
#include "firmware/image/memory_map.h"

#define REGISTER(address) (*(volatile uint32_t*)(address))
#define CC_SOURCES 6
#define CC_MIE (1u << 3)  /* of mstatus */
#define CC_MTIE (1u << 7) /* of mie */
#define CC_MEIE (1u << 11)

static volatile cc_handler handlers[CC_SOURCES];

static void set_timer(uint64_t cycle) {
  REGISTER(CC_TIMER_HIGH) = 0xffffffff; /* never, until both halves are there */
  REGISTER(CC_TIMER) = (uint32_t)cycle;
  REGISTER(CC_TIMER_HIGH) = (uint32_t)(cycle >> 32);
}

__attribute__((interrupt("machine"), aligned(4))) static void on_trap(void) {
  uint32_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  if (cause >> 31 == 0) {
    /* An exception of the program: nothing is at address 0, so that the node fails. */
    __asm__ volatile("jr zero");
  }
  if ((cause & 15) == 7) {
    set_timer(~0ull);
    const cc_handler handler = handlers[CC_ON_TIMER];
    if (handler) handler();
    return;
  }
  const uint32_t found = REGISTER(CC_INTERRUPTS) & REGISTER(CC_ENABLE);
  REGISTER(CC_INTERRUPTS) = found;
  for (unsigned source = 0; source < CC_ON_TIMER; ++source) {
    const cc_handler handler = handlers[source];
    if ((found >> source & 1) != 0 && handler) handler();
  }
}

int cc_on(enum cc_source source, cc_handler handler) {
  if ((unsigned)source >= CC_SOURCES) return CC_ERR_SYSTEM;
  int error = CC_OK;
  __asm__ volatile("csrc mstatus, %0" : : "r"(CC_MIE));
  __asm__ volatile("csrw mtvec, %0" : : "r"(on_trap));
  handlers[source] = handler;
  if (source == CC_ON_TIMER) {
    if (handler)
      __asm__ volatile("csrs mie, %0" : : "r"(CC_MTIE));
    else
      __asm__ volatile("csrc mie, %0" : : "r"(CC_MTIE));
  } else {
    const uint32_t bit = 1u << source, enabled = REGISTER(CC_ENABLE);
    /* Events before this call do not count, but a byte that has not been read does. */
    if (source != CC_ON_INPUT) REGISTER(CC_INTERRUPTS) = bit;
    REGISTER(CC_ENABLE) = handler ? enabled | bit : enabled & ~bit;
    if (handler && (REGISTER(CC_ENABLE) & bit) == 0) error = CC_ERR_SYSTEM;
    __asm__ volatile("csrs mie, %0" : : "r"(CC_MEIE));
  }
  __asm__ volatile("csrs mstatus, %0" : : "r"(CC_MIE));
  return error;
}

int cc_timer(unsigned long long cycle) {
  set_timer(cycle);
  return CC_OK;
}

unsigned long cc_fault(void) {
  return REGISTER(CC_FAULT);
}
