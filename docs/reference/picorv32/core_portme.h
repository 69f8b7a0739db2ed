/* SPDX-License-Identifier: Apache-2.0 */
/* What CoreMark asks of a port, for scripts/image.sh (core.md). */
#ifndef CORE_PORTME_H
#define CORE_PORTME_H
#include <stddef.h>
#include <stdio.h>
#define HAS_FLOAT 0
#define HAS_TIME_H 0
#define USE_CLOCK 0
#define HAS_STDIO 1
#define HAS_PRINTF 1
#define COMPILER_VERSION "clang"
#define COMPILER_FLAGS "-Os"
#define MEM_LOCATION "STATIC"
typedef signed short ee_s16;
typedef unsigned short ee_u16;
typedef signed int ee_s32;
typedef double ee_f32;
typedef unsigned char ee_u8;
typedef unsigned int ee_u32;
typedef ee_u32 ee_ptr_int;
typedef size_t ee_size_t;
typedef ee_u32 CORE_TICKS;
#define align_mem(x) ((void*)(((ee_ptr_int)(x) + 3U) & ~3U))
#define SEED_METHOD SEED_VOLATILE
#define MEM_METHOD MEM_STATIC
#define MULTITHREAD 1
#define USE_PTHREAD 0
#define USE_FORK 0
#define USE_SOCKET 0
#define MAIN_HAS_NOARGC 1
#define MAIN_HAS_NORETURN 0
typedef struct CORE_PORTABLE_S {
  ee_u8 portable_id;
} core_portable;
extern ee_u32 default_num_contexts;
void portable_init(core_portable* p, int* argc, char* argv[]);
void portable_fini(core_portable* p);
#define PERFORMANCE_RUN 1
#endif
