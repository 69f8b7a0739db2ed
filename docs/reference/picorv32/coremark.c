/* SPDX-License-Identifier: Apache-2.0 */
/* CoreMark in one file, 10 iterations (core.md). */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coremark.h"
#include "firmware/image/cc.h"
volatile ee_s32 seed1_volatile = 0, seed2_volatile = 0, seed3_volatile = 0x66, seed4_volatile = 10, seed5_volatile = 0;
ee_u32 default_num_contexts = 1;
static CORE_TICKS begun, ended;
void start_time(void) { begun = cc_cycles(); }
void stop_time(void) { ended = cc_cycles(); }
CORE_TICKS get_time(void) { return ended - begun; }
secs_ret time_in_secs(CORE_TICKS ticks) { return ticks / 1000000; }
void portable_init(core_portable *p, int *argc, char *argv[]) { p->portable_id = 1; }
void portable_fini(core_portable *p) { p->portable_id = 0; }
#include "core_list_join.c"
#include "core_matrix.c"
#include "core_state.c"
#include "core_util.c"
#include "core_main.c"
