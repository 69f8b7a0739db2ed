// SPDX-License-Identifier: Apache-2.0
// Programs on systems of hls/soc: calls, cycles, interrupts, starts at different times, programs that fail,
// and RTL that has its program.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "test_support/seed.hpp"
#include "testbench/tool/system/images.hpp"

namespace testbench::test {
namespace {

nlohmann::json report_of(const test_support::Outcome& run) {
  const std::size_t begin = run.out.find("{\"cycles\"");
  return begin == std::string::npos ? nlohmann::json() : nlohmann::json::parse(run.out.substr(begin));
}

// All cycles of systems are simulated: a third of the calls that cores beside routers make.
std::string random_calls() {
  return fmt::format("#define SEED {}u\n#define CALLS {}\n#include \"testbench/runs/computer/random_calls.c\"\n",
                     static_cast<std::uint32_t>(test_support::seed()), test_support::soak_or(240, 80));
}

// More than 255 collectives: the numbers of packets that have come begin again, and their memories are
// cleared.
TEST(Soc, EveryCallIsRight) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/testbench/runs/computer/every_call.c", scratch / "image");
  for (const char* const words : {"--dim 1 --skew 300", "--dim 2"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--soc {} --json", words));
    EXPECT_EQ(run.status, 0) << words << run.out << run.error;
    if (words == std::string("--dim 2")) EXPECT_GT(report_of(run)["collectives"], 255);
  }
}

TEST(Soc, RandomSequencesOfCallsAreRight) {
  const test_support::Scratch scratch;
  build_text(random_calls(), scratch, "--compressed");
  for (const char* const words : {"--dim 1", "--dim 2 --skew 1000"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--soc {}", words));
    EXPECT_EQ(run.status, 0) << words << run.out << run.error;
  }
}

// A call may be so large that it goes in parts, and that of a subcube has neighbours that do something else.
TEST(Soc, LargeCallsGoInParts) {
  const test_support::Scratch scratch;
  build_text(R"(
#include <string.h>
static char from[4096], to[4096];
int main(void) {
  const int me = cc_rank(CC_WORLD), n = cc_size(CC_WORLD);
  for (int bytes = 1; bytes <= 1021; bytes = 3 * bytes + 1) {
    for (int i = 0; i < n * bytes; ++i) from[i] = (char)(me * 31 + i * 7);
    memset(to, 99, sizeof to);
    cc_request request;
    int done = 0;
    if (cc_ialltoall(from, to, bytes, CC_UINT8, CC_WORLD, &request) != CC_OK) return 1;
    while (!done) cc_test(&request, &done);
    for (int i = 0; i < n * bytes; ++i)
      if (to[i] != (char)(i / bytes * 31 + (me * bytes + i % bytes) * 7)) return 2;
    if (to[n * bytes] != 99) return 3;
    const unsigned comm = bytes % 2 != 0 ? 1u : 2u, rank = cc_rank(comm);
    memset(to, 99, sizeof to);
    if (cc_scan(from, to, bytes, CC_UINT8, CC_SUM, comm) != CC_OK) return 4;
    for (int i = 0; i < bytes; ++i) {
      char sum = 0;
      for (unsigned r = 0; r <= rank; ++r)
        sum += (char)(((comm == 1 ? (me & 2) | r : (me & 1) | r << 1)) * 31 + i * 7);
      if (to[i] != sum) return 5;
    }
    if (to[bytes] != 99) return 6;
  }
  return 0;
}
)",
             scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2 --soc");
  EXPECT_EQ(run.status, 0) << run.out << run.error;
}

// Parts of a call are a chain: neighbours are in two of them at once, at most. Nodes that look after their call seldom are
// behind; what they have must not be overwritten.
TEST(Soc, PartsThatFollowOneAnotherAreRightBesideSlowNodes) {
  const test_support::Scratch scratch;
  build_text(R"(
static int from[2600], to[2600];
static int value(int rank, int to, int i) { return rank * 1009 + to * 31 + i * 7; }
static int end(cc_request *request, int pause) {
  int done = 0;
  do {
    for (volatile int i = 0; i < pause; ++i) continue;
    cc_test(request, &done);
  } while (!done);
  return 0;
}
int main(void) {
  enum { COUNT = 650 };
  const int me = cc_rank(CC_WORLD), n = cc_size(CC_WORLD);
  for (int slow = 0; slow < n; slow += n - 1) {
    const int pause = me == slow ? 1500 : me == (slow ^ 1) ? 150 : 0;
    cc_request request;
    for (int i = 0; i < n * COUNT; ++i) from[i] = value(me, i / COUNT, i % COUNT);
    if (cc_ialltoall(from, to, COUNT, CC_INT32, CC_WORLD, &request) != CC_OK || end(&request, pause)) return 1;
    for (int i = 0; i < n * COUNT; ++i) if (to[i] != value(i / COUNT, me, i % COUNT)) return 2;
    if (cc_iallgather(from, to, COUNT, CC_INT32, CC_WORLD, &request) != CC_OK || end(&request, pause)) return 3;
    for (int i = 0; i < n * COUNT; ++i) if (to[i] != value(i / COUNT, 0, i % COUNT)) return 4;
    if (cc_ireduce_scatter(from, to, COUNT, CC_INT32, CC_MAX, CC_WORLD, &request) != CC_OK || end(&request, pause))
      return 5;
    for (int i = 0; i < COUNT; ++i) if (to[i] != value(n - 1, me, i)) return 6;
    if (cc_ireduce(from, to, COUNT, CC_INT32, CC_MAX, slow, CC_WORLD, &request) != CC_OK || end(&request, pause))
      return 7;
    for (int i = 0; me == slow && i < COUNT; ++i) if (to[i] != value(n - 1, 0, i)) return 8;
    if (cc_ibcast(from, n * COUNT, CC_INT32, slow, CC_WORLD, &request) != CC_OK || end(&request, pause)) return 9;
    for (int i = 0; i < n * COUNT; ++i) if (from[i] != value(slow, i / COUNT, i % COUNT)) return 10;
  }
  return 0;
}
)",
             scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2 --soc --skew 700");
  EXPECT_EQ(run.status, 0) << run.out << run.error;
}

// The memories answer in the cycle of the request: a core alone takes as long.
TEST(Soc, ComputesInTheCyclesOfTheCore) {
  for (const char* const program : {"matrix_transpose", "fft"}) {
    const test_support::Scratch scratch;
    build_image(fmt::format("{}/examples/firmware/{}.c", kRoot, program), scratch / "image");
    const auto computed = [&](const char* words) {
      const test_support::Outcome run = boot(scratch, words);
      EXPECT_EQ(run.status, 0) << run.out << run.error;
      const std::size_t begin = run.out.find(": right, ");
      return run.out.substr(begin, run.out.find(" cycles computed") - begin);
    };
    EXPECT_EQ(computed("--dim 2 --soc"), computed("--dim 2")) << program;
  }
}

// A tick of the timer every 500 cycles; the end of each call; a byte where there is nothing; WFI until the
// next tick.
constexpr const char* kInterrupts = R"(
#include <stdio.h>
#include "firmware/image/interrupts.h"
static volatile int ticks, ended, faults;
static volatile unsigned long where;
static void tick(void) {
  ++ticks;
  cc_timer(cc_cycles() + 500);
}
static void done(void) { ++ended; }
static void fault(void) {
  ++faults;
  where = cc_fault();
}
static float from[64], to[64];
int main(void) {
  if (cc_on(CC_ON_TIMER, tick) != CC_OK) return 99;
  cc_on(CC_ON_DONE, done);
  cc_on(CC_ON_FAULT, fault);
  cc_timer(cc_cycles() + 500);
  const int n = cc_size(CC_WORLD);
  for (int i = 0; i < 64; ++i) from[i] = (float)(cc_rank(CC_WORLD) + i);
  if (cc_allreduce(from, to, 50, CC_FLOAT, CC_SUM, CC_WORLD) != CC_OK) return 1;
  for (int i = 0; i < 50; ++i)
    if (to[i] != (float)(n * i + n * (n - 1) / 2)) return 2;
  if (ended < 1 || ticks < 5) return 3;
  *(volatile char *)0x50000003 = 1;
  if (faults != 1 || where != 0x50000000) return 4;
  const int before = ticks;
  for (int i = 0; i < 3; ++i) __asm__ volatile("wfi");
  if (ticks < before + 3) return 5;
  cc_on(CC_ON_TIMER, 0);
  const int last = ticks;
  const unsigned long long begin = cc_cycles();
  while (cc_cycles() < begin + 2000) continue;
  printf("%d ticks, %d ended\n", ticks, ended);
  return ticks != last;
}
)";

TEST(Soc, InterruptsAreTakenAndEveryEngineIsTheSame) {
  const test_support::Scratch scratch;
  build_text(kInterrupts, scratch);
  const test_support::Outcome native = boot(scratch, "--dim 1 --soc --skew 40 --json");
  EXPECT_EQ(native.status, 0) << native.out << native.error;
  for (const char* const node : {"0", "1"}) {  // every byte comes over the serial line
    EXPECT_NE(native.out.find(fmt::format(R"({{"node":{},"line":")", node)), std::string::npos);
  }
  EXPECT_NE(native.out.find(" ticks, "), std::string::npos) << native.out;
  EXPECT_NE(native.out.find(" ended\"}"), std::string::npos) << native.out;
  for (const char* const engine : {"--engine systemc", "--engine rtl", "--rtl-nodes 1"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 1 --soc --skew 40 --json {}", engine));
    EXPECT_EQ(run.out, native.out) << engine << run.error;
  }
  // A core beside a router has them too.
  EXPECT_EQ(boot(scratch, "--dim 1").status, 0);
}

// The bytes of a file, now and then read late, by getchar() or in a handler, which also hears the end.
constexpr const char* kReadsInput = R"(
#include <stdio.h>
#include "firmware/image/interrupts.h"
static unsigned char bytes[4096];
static volatile int count, ended;
static void input(void) {
  const int byte = getchar();
  if (byte == EOF) ++ended;
  else bytes[count++] = (unsigned char)byte;
}
int main(void) {
  const int by_handler = getchar() == 'h';
  if (by_handler && cc_on(CC_ON_INPUT, input) != CC_OK) return 1;
  for (int byte; !by_handler && (byte = getchar()) != EOF; bytes[count++] = (unsigned char)byte)
    for (volatile int wait = 6 * (byte % 8); wait > 0; --wait) continue;
  while (by_handler && !ended) continue;
  if (cc_barrier(CC_WORLD) != CC_OK || ended > 1) return 2;
  if (getchar() != EOF || getchar() != EOF) return 3;
  for (int i = 0; i < count; ++i) putchar(bytes[i]);
  return 0;
}
)";

TEST(Soc, ReadsInputToItsEndInEveryEngine) {
  const test_support::Scratch scratch;
  build_text(kReadsInput, scratch);
  std::string all;  // every byte there is
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  std::filesystem::create_directory(scratch / "in");
  std::ofstream(scratch / "in/node-0.bin") << "h" + all;
  std::ofstream(scratch / "in/node-1.bin") << "-" + all;
  for (const char* const engine : {"--soc --skew 50000", "--soc --engine systemc", "--soc --engine rtl", "",
                                   "--engine rtl", "--engine emulator"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 1 {} --input {} --output {}", engine,
                                                                (scratch / "in").string(), (scratch / "out").string()));
    EXPECT_EQ(run.status, 0) << engine << run.error;
    EXPECT_EQ(test_support::contents(scratch / "out/node-0.bin"), all) << engine;
    EXPECT_EQ(test_support::contents(scratch / "out/node-1.bin"), all) << engine;
  }
  // One file for all; an empty one, and none.
  std::ofstream(scratch / "one") << "-abc\n";
  const test_support::Outcome one = boot(scratch, "--dim 1 --soc --input " + (scratch / "one").string());
  for (const char* const line : {"[0] abc\n", "[1] abc\n"}) EXPECT_NE(one.out.find(line), std::string::npos) << one.out;
  std::ofstream(scratch / "one") << "";
  EXPECT_EQ(boot(scratch, "--dim 1 --soc --input " + (scratch / "one").string()).status, 0);
  EXPECT_EQ(boot(scratch, "--dim 1 --soc").status, 0);
  std::filesystem::remove(scratch / "in/node-1.bin");
  const test_support::Outcome missing = boot(scratch, "--dim 1 --soc --input " + (scratch / "in").string());
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.error.find("--input " + (scratch / "in/node-1.bin").string()), std::string::npos) << missing.error;
}

constexpr const char* kLinks = "--link-wires 24 --frame-packets 4 --link-check crc32";

TEST(Soc, CallsAreRightOverLinksThatErr) {
  const test_support::Scratch scratch;
  build_text(random_calls(), scratch);
  const test_support::Outcome run =
      boot(scratch, fmt::format("--dim 2 --soc {} --bit-error-rate 2e-4 --skew 700", kLinks));
  EXPECT_EQ(run.status, 0) << run.out << run.error;
}

TEST(Soc, LinksThatErrAreTheSameInEveryEngine) {
  const test_support::Scratch scratch;
  build_text(kInterrupts, scratch);
  const std::string words = fmt::format("--dim 1 --soc --json {} --bit-error-rate 1e-3", kLinks);
  const test_support::Outcome native = boot(scratch, words);
  EXPECT_EQ(native.status, 0) << native.out << native.error;
  for (const char* const engine : {"systemc", "rtl"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("{} --engine {}", words, engine));
    EXPECT_EQ(run.out, native.out) << engine << run.error;
  }
  EXPECT_NE(boot(scratch, fmt::format("--dim 1 --soc --json {}", kLinks)).out, native.out);
}

// An end finds its link dead when it has packets for it.
TEST(Soc, ADeadLinkInterruptsItsNodes) {
  const test_support::Scratch scratch;
  build_text(R"(
#include <stdio.h>
#include <stdlib.h>
#include "firmware/image/interrupts.h"
static void dead(void) {
  printf("dead %x\n", cc_dead_links());
  exit(7);
}
int main(void) {
  static int mine[16], all[16];
  if (cc_dead_links() != 0 || cc_on(CC_ON_DEAD, dead) != CC_OK) return 1;
  for (;;)
    if (cc_alltoall(mine, all, 4, CC_INT32, CC_WORLD) != CC_OK) return 2;
}
)",
             scratch);
  const std::string words = fmt::format("--soc {} --fail 0:0=@60000", kLinks);
  const test_support::Outcome native = boot(scratch, "--dim 1 " + words);
  EXPECT_EQ(native.status, 7) << native.error;
  for (const char* const line : {"[0] dead 1\n", "[1] dead 1\n"}) {
    EXPECT_NE(native.out.find(line), std::string::npos) << native.out;
  }
  for (const char* const engine : {"systemc", "rtl"}) {
    EXPECT_EQ(boot(scratch, fmt::format("--dim 1 {} --engine {}", words, engine)).out, native.out) << engine;
  }
  const test_support::Outcome waits = boot(scratch, "--dim 2 " + words);
  EXPECT_EQ(waits.status, 1);
  EXPECT_NE(waits.error.find("node 3: alltoall of 4 int32, called in main"), std::string::npos) << waits.error;
  EXPECT_NE(waits.error.find("; links that do not answer: 0:0 1:0"), std::string::npos) << waits.error;
}

// All start together, however late a node leaves its reset.
TEST(Soc, SkewCostsWaitingAlone) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/dot_product.c", scratch / "image");
  const auto together = report_of(boot(scratch, "--dim 3 --soc --json"));
  const auto apart = report_of(boot(scratch, "--dim 3 --soc --json --skew 5000"));
  EXPECT_EQ(apart["network_cycles"], together["network_cycles"]);
  std::uint64_t most_waited = 0;
  for (std::size_t node = 0; node < 8; ++node) {
    // d cycles to leave together, and five of the start and the end.
    EXPECT_EQ(apart["nodes"][node]["communicates"], together["network_cycles"].get<int>() + 3 + 5);
    EXPECT_EQ(together["nodes"][node]["communicates"], together["network_cycles"].get<int>() + 3 + 5);
    most_waited = std::max(most_waited, apart["nodes"][node]["waits"].get<std::uint64_t>());
  }
  EXPECT_GT(most_waited, 1000u);
}

TEST(Soc, HasEveryCycleInItsAccount) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/dot_product.c", scratch / "image");
  const auto report =
      report_of(boot(scratch, fmt::format("--dim 2 --soc --json --profile --timeline {}", (scratch / "t").string())));
  std::uint64_t profiled = 0;
  for (const auto& row : report["profile"]) profiled += row["instructions"].get<std::uint64_t>();
  std::uint64_t instructions = 0;
  for (const auto& node : report["nodes"]) instructions += node["instructions"].get<std::uint64_t>();
  EXPECT_EQ(profiled, instructions);
  std::uint64_t communicates = 0;
  for (const auto& event : nlohmann::json::parse(test_support::contents(scratch / "t"))) {
    if (event["name"] == "allreduce") communicates += event["dur"].get<std::uint64_t>();
  }
  std::uint64_t expected = 0;
  for (const auto& node : report["nodes"]) expected += node["communicates"].get<std::uint64_t>();
  EXPECT_EQ(communicates, expected);
}

// The second one waits for the end of the first.
TEST(Soc, ACollectiveBeginsAfterTheLastHasEnded) {
  const test_support::Scratch scratch;
  build_text(R"(
#include <stdint.h>
#include "firmware/image/memory_map.h"
#define AT(address) (*(volatile uint32_t *)(address))
int main(void) {
  AT(CC_GROUP) = 3;
  AT(CC_START) = 1;
  AT(CC_START) = 1;
  AT(CC_START) = 1;
  if (AT(CC_BUSY) != 1 || AT(CC_WAIT) != 0 || AT(CC_BUSY) != 0) return 1;
  // A bit of CC_INTERRUPTS is cleared alone. Nobody takes the interrupt. The end of input has come.
  AT(CC_ENABLE) = CC_INTERRUPT_FAULT;
  if (AT(0x50000004) != 0 || AT(CC_FAULT) != 0x50000004) return 2;
  if (AT(CC_INTERRUPTS) != (CC_INTERRUPT_DONE | CC_INTERRUPT_FAULT | CC_INTERRUPT_INPUT)) return 3;
  AT(CC_INTERRUPTS) = CC_INTERRUPT_FAULT;
  if (AT(CC_INTERRUPTS) != (CC_INTERRUPT_DONE | CC_INTERRUPT_INPUT)) return 4;
  return AT(CC_INPUT) == CC_INPUT_END && AT(CC_INTERRUPTS) == CC_INTERRUPT_DONE ? 0 : 5;
}
)",
             scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2 --soc --json");
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(report_of(run)["collectives"], 3);
}

struct Failing {
  const char* program;
  const char* message;
};
class BadSystemProgram : public testing::TestWithParam<Failing> {};

TEST_P(BadSystemProgram, IsNamedWithNodeFunctionLineAndCause) {
  const test_support::Scratch scratch;
  build_text(GetParam().program, scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2 --soc --most-cycles 300000");
  EXPECT_EQ(run.status, 1) << run.out;
  EXPECT_NE(run.error.find(GetParam().message), std::string::npos) << run.error;
}

INSTANTIATE_TEST_SUITE_P(
    Soc, BadSystemProgram,
    testing::Values(
        Failing{"int main(void) {\n  __asm__ volatile(\".word 0xffffffff\");\n  return 0;\n}",
                "node 0: an illegal instruction in main (program.c:3)"},
        Failing{"int main(void) {\n  *(volatile int *)(cc_rank(CC_WORLD) == 2 ? 0x50000000 : 0x8000) = 1;\n"
                "  return 0;\n}",
                "node 2: an access to 50000000, where there is nothing, in main (program.c:3)"},
        Failing{"int main(void) {\n  return *(volatile short *)0x10001;\n}", "a misaligned read in main (program.c:3)"},
        Failing{"int main(void) {\n  *(volatile char *)0x70000030 = 1;\n  return 0;\n}",
                "an access to 70000030, where there is nothing, in main (program.c:3)"},
        Failing{"int main(void) {\n  return cc_rank(CC_WORLD) == 1 ? 0 : cc_barrier(CC_WORLD);\n}",
                "waits for node 1: it has ended with status 0"},
        Failing{"int a;\nint main(void) {\n  return cc_bcast(&a, 1, CC_INT32, cc_rank(CC_WORLD) & 1, CC_WORLD);\n}",
                "called in main (program.c:4) does not fit that of node"},
        Failing{"int a, b;\nint main(void) {\n  cc_request request;\n  while (cc_rank(CC_WORLD) != 0)\n    ;\n"
                "  return cc_iallreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD, &request);\n}",
                "called in main (program.c:7) is still open when the program ends"},
        // Its packets have come before that.
        Failing{"int a, b;\nint main(void) {\n  cc_request request;\n"
                "  return cc_iallreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD, &request);\n}",
                "called in main (program.c:5) is still open when the program ends"},
        // Calls of other sizes have parts of the same size.
        Failing{"long long x[64];\nint main(void) {\n  const int n = cc_rank(CC_WORLD) == 0 ? 32 : 64;\n"
                "  cc_bcast(x, 96 - n, CC_INT64, 0, CC_WORLD);\n  return cc_bcast(x, n, CC_INT64, 0, CC_WORLD);\n}",
                "broadcast of 32 int64, root 0, called in main (program.c:5) does not fit that of node 0: broadcast "
                "of 64 int64"},
        Failing{"int main(void) {\n  int (*volatile nowhere)(void) = 0;\n  return nowhere();\n}",
                "node 0: a jump to 00000000, where there is nothing, in main (program.c:4)"},
        Failing{"int main(void) {\n  *(volatile int *)0x70000018 = 1;\n  return 0;\n}",
                "an access to 70000018, where there is nothing, in main (program.c:3)"},
        Failing{"int main(void) {\n  return *(volatile int *)0x70000030;\n}",
                "an access to 70000030, where there is nothing, in main (program.c:3)"},
        Failing{
            "__attribute__((noinline)) void f(void) {\n  for (;;)\n    ;\n}\nint main(void) {\n  f();\n  return 0;\n}",
            "node 0: runs for more than 300000 cycles, now in f (program.c:"},
        Failing{"int main(void) {\n  for (;;)\n    ;\n}",
                "node 0: runs for more than 300000 cycles, now in main (program.c:"}));

// They would be found by no DMA.
TEST(Soc, BuffersAreInTheMemory) {
  const test_support::Scratch scratch;
  build_text(
      "static int a[4];\nint main(void) {\n"
      "  return cc_bcast((void *)0x60000000, 16, CC_INT64, 0, CC_WORLD) == CC_ERR_BUFFER &&\n"
      "         cc_allgather(a, (char *)0x100ff8, 2, CC_INT64, CC_WORLD) == CC_ERR_BUFFER &&\n"
      "         (cc_rank(CC_WORLD) != 0 ||\n          cc_scatter(a, (void *)0x60000000, 1, CC_INT64, 0, CC_WORLD) == "
      "CC_ERR_BUFFER) &&\n"
      "         cc_bcast(a, 4, CC_INT32, 0, CC_WORLD) == CC_OK ? 0 : 1;\n}",
      scratch);
  EXPECT_EQ(boot(scratch, "--dim 1 --soc").status, 0);
}

TEST(Soc, RefusesWhatASystemDoesNotHave) {
  const test_support::Scratch scratch;
  build_text("int main(void) { return 7; }", scratch, "--stack 8 --rv32i");
  EXPECT_EQ(boot(scratch, "--dim 1 --soc").status, 7);
  const std::pair<const char*, const char*> kRefused[] = {
      {"--dim 1", "scripts/image.sh without --stack, or use --soc"},
      {"--dim 1 --soc --gdb 0:3333", "leave it out with --soc"},
      {"--dim 1 --soc --routers rtl", "leave it out with --soc"},
      {"--dim 1 --soc --engine emulator", "--engine emulator: --soc has native, systemc, rtl"},
      {"--dim 1 --skew 5", "--soc"},
      {"--dim 10 --soc", "systems need"}};
  for (const auto& [words, message] : kRefused) {
    const test_support::Outcome run = boot(scratch, words);
    EXPECT_EQ(run.status, 2) << words;
    EXPECT_NE(run.error.find(message), std::string::npos) << words << ": " << run.error;
  }
}

// The RTL alone, in a test bench in Verilog: the program is in its memory at power-up.
TEST(Soc, RtlWithItsProgramRunsAlone) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdint.h>\n#include \"firmware/image/memory_map.h\"\n"
      "int main(void) {\n  for (const char *c = \"node \"; *c; ++c) *(volatile uint32_t *)CC_CONSOLE = (uint32_t)*c;\n"
      "  *(volatile uint32_t *)CC_CONSOLE = '0' + *(volatile uint32_t *)CC_NODE;\n  return 0;\n}",
      scratch, "--stack 4 --memory 8 --rv32i");
  const std::string name = "soc_d1_w64_all_stack4_mem8_bit10";
  const test_support::Outcome rtl = test_support::cubecast(
      fmt::format("rtl {} --image {} --output {}", name, (scratch / "image").string(), (scratch / "rtl").string()));
  ASSERT_EQ(rtl.status, 0) << rtl.error;
  std::ofstream(scratch / "bench.sv") << fmt::format(R"(
module bench;
  reg clk = 0, rst = 1, run = 0;
  wire tx, exited;
  reg [7:0] byte_in;
  {} node (.clk, .rst, .run, .rx(1'b1), .rx_ends(1'b0), .number(1'b1), .barrier(1'b0), .load('0), .links_0('0), .tx, .exited);
  always #1 clk = !clk;
  initial begin
    repeat (2) @(posedge clk);
    rst <= 0;
    run <= 1;
    repeat (20000) @(posedge clk);
    $finish;
  end
  always @(negedge tx) begin
    repeat (15) @(posedge clk);
    for (int i = 0; i < 8; ++i) begin
      byte_in[i] = tx;
      repeat (10) @(posedge clk);
    end
    $write("%c", byte_in);
  end
endmodule
)",
                                                     name);
  const std::string folder = (scratch / "").string();
  const test_support::Outcome built = test_support::run_program(
      "iverilog", fmt::format("-g2012 -s bench -o {0}bench {0}rtl/{1}.sv {0}bench.sv", folder, name));
  ASSERT_EQ(built.status, 0) << built.error;
  EXPECT_NE(test_support::run_program("vvp", folder + "bench").out.find("node 1"), std::string::npos);

  const std::pair<const char*, const char*> kRefused[] = {
      {"node_d1_w64_all", "node_d1_w64_all has no memory for it"},
      {"soc_d1_w64_all", "build it with scripts/image.sh --stack 32"},
      {"soc_d11_w64_all_stack4_mem8", "scripts/image.sh --dim 11"},
  };
  for (const auto& [other, message] : kRefused) {
    const test_support::Outcome run = test_support::cubecast(
        fmt::format("rtl {} --image {} --output {}", other, (scratch / "image").string(), (scratch / "x").string()));
    EXPECT_EQ(run.status, 2) << other;
    EXPECT_NE(run.error.find(message), std::string::npos) << run.error;
  }
}

}  // namespace
}  // namespace testbench::test
