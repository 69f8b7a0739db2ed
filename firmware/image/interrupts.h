/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts of a program.
 *
 *     static volatile int ticks;
 *     static void tick(void) {
 *       ++ticks;
 *       cc_timer(cc_cycles() + 10000);
 *     }
 *     cc_on(CC_ON_TIMER, tick);
 *     cc_timer(10000);
 *
 * A handler runs between two instructions of the program, and no other interrupts it. Calls of cc.h are
 * for the program alone, but for cc_cycles. */
#ifndef CUBECAST_INTERRUPTS_H
#define CUBECAST_INTERRUPTS_H

#ifdef __cplusplus
extern "C" {
#endif

enum cc_source {
  CC_ON_DONE,    /* a collective has ended */
  CC_ON_STOPPED, /* a neighbour has said stop: its queues are full; in a system of hls/soc */
  CC_ON_FAULT,   /* an access where there is nothing, at cc_fault() */
  CC_ON_INPUT,   /* a byte has come for standard input, or its end: getchar() does not wait */
  CC_ON_DEAD,    /* a link does not answer: cc_dead_links(); in a system with checked links */
  CC_ON_TIMER
};
typedef void (*cc_handler)(void);

/* From now on such an interrupt calls the handler; with a null pointer it is off again. Returns
 * CC_ERR_SYSTEM if there is no such source. */
int cc_on(enum cc_source source, cc_handler handler);
/* The timer's handler is called once, when cc_cycles() has reached `cycle`. */
int cc_timer(unsigned long long cycle);
unsigned long cc_fault(void);
/* A bit for each port whose link does not answer; 0 where nothing checks links. Packets for such a port
 * are lost, so that a collective that uses it does not end. */
unsigned cc_dead_links(void);

#ifdef __cplusplus
}
#endif
#endif
