// SPDX-License-Identifier: Apache-2.0
// Interrupts of programs, on cores beside routers and on systems of hls/soc; those of dead links: soc_test.cpp.
#include "testbench/tool/system/images.hpp"

namespace testbench::test {
namespace {

// Each interrupt comes when it must. Node 1 joins late at first, node 0 then.
constexpr const char* kInTime = R"(
#include "firmware/image/interrupts.h"
typedef unsigned long long Time;
static volatile int ticks, ended, faults;
static volatile unsigned long where;
static volatile Time at, next;
static void tick(void) {
  ++ticks;
  at = cc_cycles();
  next += 1000;
  cc_timer(next);
}
static void done(void) {
  ++ended;
  at = cc_cycles();
}
static void fault(void) {
  ++faults;
  where = cc_fault();
}
static void compute(Time cycles) {
  const Time begin = cc_cycles();
  while (cc_cycles() < begin + cycles) continue;
}
static int is_near(Time a, Time b) { return (a < b ? b - a : a - b) < 400; }

/* Returns whether the end interrupts both nodes as soon as the later one has joined. */
static int ends_in_time(int late, int sleeps) {
  int mine = 1, sum, is_done = 0;
  Time times[2] = {0, 0}, all[2][2];
  cc_request request;
  ended = 0;
  if (cc_on(CC_ON_DONE, done) != CC_OK) return 0;
  if (cc_rank(CC_WORLD) == late) compute(60000);
  cc_iallreduce(&mine, &sum, 1, CC_INT32, CC_SUM, CC_WORLD, &request);
  times[0] = cc_cycles();
  while (!ended) {
    if (sleeps) __asm__ volatile("wfi");
  }
  times[1] = at;
  if (cc_test(&request, &is_done) != CC_OK || !is_done || sum != 2 || ended != 1) return 0;
  cc_on(CC_ON_DONE, 0);
  cc_allgather(times, all, 2, CC_UINT64, CC_WORLD);
  if (ended != 1 || all[late][0] < all[1 - late][0] + 30000) return 0;
  return is_near(all[0][1], all[1][1]) && is_near(all[0][1], all[late][0]);
}

int main(void) {
  /* Both have waited when interrupts come, and their cores have not been clocked meanwhile. */
  for (int late = 1; late >= 0; --late) {
    if (cc_rank(CC_WORLD) == late) compute(60000);
    cc_barrier(CC_WORLD);
  }
  if (!ends_in_time(1, 0)) return 1;
  if (!ends_in_time(0, 1)) return 2;
  /* A node that waits for another has its ticks, and one that sleeps wakes at the next. */
  if (cc_on(CC_ON_TIMER, tick) != CC_OK) return 3;
  next = cc_cycles() + 1000;
  cc_timer(next);
  if (cc_rank(CC_WORLD) == 1) compute(50000);
  const Time begin = cc_cycles();
  const int before = ticks;
  cc_barrier(CC_WORLD);
  const int passed = (int)((cc_cycles() - begin) / 1000), counted = ticks - before;
  if (counted < passed - 1 || counted > passed + 1 || (cc_rank(CC_WORLD) == 0 && counted < 45)) return 4;
  for (const int last = ticks; ticks == last;) continue;
  for (int i = 0; i < 5; ++i) {
    const Time due = next;
    __asm__ volatile("wfi");
    if (at < due || !is_near(at, due) || next != due + 1000) return 5;
  }
  cc_on(CC_ON_TIMER, 0);
  /* Nothing is at these addresses, and an access to them reads 0. */
  *(volatile int *)0x8000 = 9;
  if (cc_on(CC_ON_FAULT, fault) != CC_OK) return 6;
  if (*(volatile int *)0 != 0 || faults != 1 || where != 0) return 7;
  if (*(volatile unsigned char *)0x50000003 != 0 || faults != 2 || where != 0x50000000) return 8;
  *(volatile short *)0x5000000a = 2;
  if (faults != 3 || where != 0x50000008) return 9;
  *(volatile int *)0x70000018 = 2;
  if (faults != 4 || where != 0x70000018) return 10;
  *(volatile char *)0x70000031 = 2;
  if (faults != 5 || where != 0x70000030) return 11;
  if (*(volatile int *)0x70000030 != 0 || faults != 6) return 12;
  return cc_on((enum cc_source)6, tick) == CC_ERR_SYSTEM && cc_barrier(CC_WORLD) == CC_OK ? 0 : 13;
}
)";

TEST(Interrupts, ComeInTimeInEveryEngine) {
  const test_support::Scratch scratch;
  build_text(kInTime, scratch);
  const test_support::Outcome native = boot(scratch, "--dim 1 --json");
  EXPECT_EQ(native.status, 0) << native.error;
  for (const char* const engine : {"systemc", "rtl"}) {
    EXPECT_EQ(boot(scratch, fmt::format("--dim 1 --json --engine {}", engine)).out, native.out) << engine;
  }
  for (const char* const words : {"--engine emulator", "--soc", "--soc --skew 3000"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 1 {}", words));
    EXPECT_EQ(run.status, 0) << words << run.error;
  }
}

// Nodes 0 and 2 have joined long before, and see no register. Nodes 1 and 3 have another collective first.
TEST(Interrupts, ComeAfterOtherCollectives) {
  const test_support::Scratch scratch;
  build_text(R"(
#include "firmware/image/interrupts.h"
static volatile int ended;
static volatile unsigned long long at;
static void done(void) {
  ++ended;
  at = cc_cycles();
}
int main(void) {
  cc_request request;
  cc_barrier(CC_WORLD);
  const unsigned long long begin = cc_cycles();
  if (cc_rank(CC_WORLD) & 1) {
    while (cc_cycles() < begin + 60000) continue;
    cc_barrier(2);
  }
  cc_on(CC_ON_DONE, done);
  cc_ibarrier(1, &request);
  while (!ended) continue;
  return cc_wait(&request) == CC_OK && ended == 1 && at >= begin + 60000 && at < begin + 150000 ? 0 : 1;
}
)",
             scratch);
  for (const char* const words : {"", "--engine emulator", "--soc"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 {} --most-cycles 1000000", words));
    EXPECT_EQ(run.status, 0) << words << run.error;
  }
}

// No neighbour of a router beside a core says stop to its core.
TEST(Interrupts, HaveTheSourcesOfTheNode) {
  const test_support::Scratch scratch;
  build_text(R"(
#include "firmware/image/interrupts.h"
static void stopped(void) {}
int main(void) {
  return cc_on(CC_ON_STOPPED, stopped) == CC_ERR_SYSTEM ? 3 : 4;
}
)",
             scratch);
  EXPECT_EQ(boot(scratch, "--dim 1").status, 3);
  EXPECT_EQ(boot(scratch, "--dim 1 --soc").status, 4);
}

// Handlers run between any two instructions of the program, and of the calls.
TEST(Interrupts, LeaveCallsRight) {
  const test_support::Scratch scratch;
  build_text(R"(
#include "firmware/image/interrupts.h"
#define main every_call
#include "testbench/runs/computer/every_call.c"
#undef main
static volatile unsigned ticks, ends;
static void tick(void) {
  ++ticks;
  cc_timer(cc_cycles() + 500 + ticks % 61);
}
static void done(void) { ++ends; }
int main(void) {
  cc_on(CC_ON_TIMER, tick);
  cc_on(CC_ON_DONE, done);
  cc_timer(0);
  if (every_call() != 0) return 1;
  return ticks > 1000 && ends > 100 ? 0 : 2;
}
)",
             scratch);
  for (const char* const words : {"--dim 2", "--dim 1 --engine emulator", "--dim 1 --soc"}) {
    const test_support::Outcome run = boot(scratch, words);
    EXPECT_EQ(run.status, 0) << words << run.out << run.error;
  }
}

// A node that sleeps until something that cannot come is named, long before the most cycles.
TEST(Interrupts, ThatCannotComeEndANode) {
  struct Case {
    const char* statements;
    std::vector<std::string> nodes;  // those that are named, with what
  };
  const std::vector<std::string> sleeps{"node 0: it waits for an interrupt, and there is none in main (program.c:",
                                        "node 1: it waits for an interrupt, and there is none in main (program.c:"};
  const std::vector<std::string> waits{
      "node 0: barrier, called in main (program.c:7) waits for node 1: it has ended with status 0"};
  const Case kCases[] = {{"__asm__ volatile(\"wfi\");", sleeps},
                         // The timer is set and not on, or on and not set; the end of input has been read.
                         {"cc_timer(5000);\n__asm__ volatile(\"wfi\");", sleeps},
                         {"cc_on(CC_ON_TIMER, handler);\n__asm__ volatile(\"wfi\");", sleeps},
                         {"cc_on(CC_ON_INPUT, handler);\ngetchar();\n__asm__ volatile(\"wfi\");", sleeps},
                         // A call that has ended does not end again.
                         {"cc_barrier(CC_WORLD);\ncc_on(CC_ON_DONE, handler);\n__asm__ volatile(\"wfi\");", sleeps},
                         // A call that does not begin.
                         {"if (cc_rank(CC_WORLD) == 1) return 0;\ncc_request r; cc_ibarrier(CC_WORLD, &r);\n"
                          "cc_on(CC_ON_DONE, handler);\nfor (;;) __asm__ volatile(\"wfi\");",
                          waits}};
  for (const Case& row : kCases) {
    const test_support::Scratch scratch;
    build_text(fmt::format("#include <stdio.h>\n#include \"firmware/image/interrupts.h\"\nvoid handler(void) {{}}\n"
                           "int main(void) {{\n{}\nreturn 0;\n}}",
                           row.statements),
               scratch);
    for (const char* const words : {"", "--engine emulator", "--soc"}) {
      const test_support::Outcome run = boot(scratch, fmt::format("--dim 1 {} --most-cycles 1000000", words));
      EXPECT_EQ(run.status, 1) << row.statements << words;
      for (const std::string& node : row.nodes) {
        EXPECT_NE(run.error.find(node), std::string::npos) << row.statements << words << ": " << run.error;
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
