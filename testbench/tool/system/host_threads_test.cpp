// SPDX-License-Identifier: Apache-2.0
// The same programs on threads of this machine (boot --engine host): results and cycles of packets are those
// of cores, nodes are apart, and debuggers find what is wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "testbench/tool/system/images.hpp"

namespace testbench::test {
namespace {

const char* const kHostWords = "--engine host";

test_support::Outcome boot_on_host(const test_support::Scratch& scratch, const std::string& words) {
  return boot(scratch, fmt::format("{} {}", kHostWords, words));
}

// The lines of nodes, in the order of nodes, and the report.
struct Printed {
  std::multiset<std::string> lines;
  nlohmann::json report;
};

Printed printed(const test_support::Outcome& run) {
  Printed found;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("line")) {
      found.lines.insert(fmt::format("{}: {}", json["node"].get<int>(), json["line"].get<std::string>()));
    } else {
      found.report = json;
    }
  }
  return found;
}

TEST(HostThreads, EveryCallIsRightByEveryAlgorithm) {
  const test_support::Scratch scratch;
  build_image("--host " + kRoot + "/testbench/runs/computer/every_call.c", scratch / "image");
  const test_support::Outcome larger = boot_on_host(scratch, "--dim 4");
  EXPECT_EQ(larger.status, 0) << larger.out << larger.error;
  build_text("#define EVERY_ALGORITHM\n#include \"testbench/runs/computer/every_call.c\"\n", scratch, "--host");
  for (unsigned dim = 1; dim <= 3; ++dim) {
    const test_support::Outcome run = boot_on_host(scratch, fmt::format("--dim {}", dim));
    EXPECT_EQ(run.status, 0) << run.out << run.error;
  }
}

// The packets of all collectives take the same cycles as beside cores. Lines with cycles of programs differ.
TEST(HostThreads, ExamplesGiveTheSameAsOnCores) {
  for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/examples/firmware")) {
    if (entry.path().extension() != ".c") continue;
    const test_support::Scratch scratch;
    build_image(entry.path().string(), scratch / "core");
    build_image("--host " + entry.path().string(), scratch / "image");
    const Printed core =
        printed(test_support::cubecast(fmt::format("boot --image {} --dim 2 --json", (scratch / "core").string())));
    const Printed host = printed(boot_on_host(scratch, "--dim 2 --json"));
    for (const char* const key : {"collectives", "network_cycles", "faults"}) {
      EXPECT_EQ(host.report[key], core.report[key]) << entry.path() << key;
    }
    EXPECT_EQ(host.lines.size(), core.lines.size()) << entry.path();
    const bool has_result = !entry.path().stem().string().ends_with("_costs");
    const test_support::Outcome larger = boot_on_host(scratch, "--dim 6");
    EXPECT_EQ(larger.status, 0) << entry.path() << larger.error;
    if (has_result) EXPECT_NE(larger.out.find(" right, "), std::string::npos) << entry.path() << larger.out;
  }
}

// Subcubes move at once; results and cycles do not depend on the processors that the threads get.
TEST(HostThreads, RandomCallsGiveTheSameInEveryRunAndOnCores) {
  const test_support::Scratch scratch;
  const std::string program = "#define SEED 11u\n#include \"testbench/runs/computer/random_calls.c\"\n";
  build_text(program, scratch);
  const Printed core = printed(boot(scratch, "--dim 2 --json"));
  build_text(program, scratch, "--host");
  const test_support::Outcome first = boot_on_host(scratch, "--dim 2 --json");
  EXPECT_EQ(first.status, 0) << first.out << first.error;
  EXPECT_EQ(printed(first).lines, core.lines);
  EXPECT_EQ(printed(first).report["network_cycles"], core.report["network_cycles"]);
  const test_support::Outcome alone = test_support::in_shell(fmt::format(
      "taskset -c 0 {} boot --image {} --dim 2 --json {}", CUBECAST_COMMAND, (scratch / "image").string(), kHostWords));
  EXPECT_EQ(alone.out, first.out) << alone.error;
}

TEST(HostThreads, RoutersCanBeRtl) {
  const test_support::Scratch scratch;
  build_image("--host " + kRoot + "/examples/firmware/conjugate_gradients.c", scratch / "image");
  const test_support::Outcome native = boot_on_host(scratch, "--dim 2 --json");
  const test_support::Outcome rtl = boot_on_host(scratch, "--dim 2 --json --routers rtl --lockstep");
  EXPECT_EQ(native.status, 0) << native.error;
  EXPECT_EQ(rtl.out, native.out) << rtl.error;
}

// Variables, those of functions too, random numbers, errno, and names that the C library has.
TEST(HostThreads, NodesAreApart) {
  const std::string program = R"(
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int write = 100, send[4], sum;
static int count(int by) { static int all = 7; return all += by; }
static void bye(void) { printf("bye %d\n", write); }
int main(void) {
  const int rank = cc_rank(CC_WORLD);
  atexit(bye);
  srand((unsigned)rank + 1);
  const int random = rand();
  write += rank;
  errno = rank;
  for (int i = 0; i < 3; ++i) {
    send[i] = count(rank);
    cc_allreduce(&send[i], &sum, 1, CC_INT32, CC_SUM, CC_WORLD);
  }
  printf("%d %d %d %d\n", send[2], sum, write, errno);
  printf("random %d %d\n", random, rand());
  exit(rank);
}
)";
  const test_support::Scratch scratch;
  build_text(program, scratch);
  const Printed core = printed(boot(scratch, "--dim 2 --json"));
  build_text(program, scratch, "--host");
  const test_support::Outcome run = boot_on_host(scratch, "--dim 2 --json");
  EXPECT_EQ(run.status, 3) << run.error;
  const Printed host = printed(run);
  for (int rank = 0; rank < 4; ++rank) {
    // 7 and three times the rank; the sum of these
    EXPECT_EQ(host.lines.count(fmt::format("{}: {} {} {} {}", rank, 7 + 3 * rank, 4 * 7 + 3 * 6, 100 + rank, rank)), 1)
        << run.out;
    EXPECT_EQ(host.lines.count(fmt::format("{}: bye {}", rank, 100 + rank)), 1) << run.out;
  }
  EXPECT_EQ(host.lines, core.lines) << "with the random numbers of picolibc";
}

// C++ variables of inline functions are apart too, and constructors run on their node.
TEST(HostThreads, ObjectsOfCppAreApart) {
  const test_support::Scratch scratch;
  std::ofstream(scratch / "program.cpp") << R"(
#include <cstdio>
#include "firmware/image/cc.h"
inline int& shared() { static int value = 5; return value; }
struct Rank { int value = cc_rank(CC_WORLD); } rank;
int main() {
  shared() += rank.value;
  cc_barrier(CC_WORLD);
  std::printf("%d\n", shared());
}
)";
  build_image("--host " + (scratch / "program.cpp").string(), scratch / "image");
  const test_support::Outcome run = boot_on_host(scratch, "--dim 1");
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_TRUE(run.out.starts_with("[0] 5\n[1] 6\n")) << run.out;
}

TEST(HostThreads, NodesReadAndWriteFiles) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdio.h>\nint main(void) {\n  for (int c; (c = getchar()) != EOF;) putchar(c ^ 1);\n"
      "  return fputs(\"end\", stderr) < 0;\n}\n",
      scratch, "--host");
  std::filesystem::create_directory(scratch / "in");
  std::ofstream(scratch / "in/node-0.bin") << std::string("\0\n\xff", 3);
  std::ofstream(scratch / "in/node-1.bin") << "abc";
  const test_support::Outcome run = boot_on_host(
      scratch, fmt::format("--dim 1 --input {} --output {}", (scratch / "in").string(), (scratch / "out").string()));
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(test_support::contents(scratch / "out/node-0.bin"), std::string("\1\v\xfe", 3));
  EXPECT_EQ(test_support::contents(scratch / "out/node-1.bin"), "`cb");
  EXPECT_TRUE(run.out.starts_with("[0] end\n[1] end\n")) << run.out;
}

struct Ending {
  const char* program;
  const char* words;
  int status;
  const char* message;  // on standard error, or printed by a node
};

class HostEnding : public testing::TestWithParam<Ending> {};

TEST_P(HostEnding, IsNamedWithNodeFunctionLineAndCause) {
  const test_support::Scratch scratch;
  build_text(GetParam().program, scratch, "--host");
  const test_support::Outcome run = boot_on_host(scratch, fmt::format("--dim 2 {}", GetParam().words));
  EXPECT_EQ(run.status, GetParam().status) << run.out;
  EXPECT_NE((run.error + run.out).find(GetParam().message), std::string::npos) << run.error << run.out;
}

INSTANTIATE_TEST_SUITE_P(
    Every, HostEnding,
    testing::Values(
        Ending{"#include <stdio.h>\nint main(void) {\n  printf(\"no end\");\n"
               "  return *(volatile int *)(cc_rank(CC_WORLD) == 2 ? 0l : (long)&main);\n}",
               "", 1, "node 2: segmentation fault at 00000000 in main (program.c:5)\n[0] no end\n"},
        Ending{"#include <string.h>\nchar *none;\nint main(void) {\n  return cc_rank(CC_WORLD) == 1 ? "
               "(int)strlen(none) : 0;\n}",
               "", 1, "node 1: segmentation fault at 00000000 in main (program.c:5)"},
        Ending{"int main(void) {\n  int (*volatile nowhere)(void) = (int (*)(void))0x1230;\n  return nowhere();\n}", "",
               1, "node 0: segmentation fault at 00001230 in main (program.c:4)"},
        Ending{"int main(void) {\n  volatile int zero = cc_rank(CC_WORLD) - 3;\n  return 6 % zero;\n}", "", 1,
               "node 3: floating point exception in main (program.c:4)"},
        Ending{"int deeper(int n) {\n  volatile int a[64];\n  a[n % 64] = n;\n  return n < 0 ? 0 : deeper(n + 1) + "
               "a[n % 64];\n}\nint main(void) {\n  return deeper(0);\n}",
               "", 1, "node 0: the stack is full (2048 KiB) in deeper"},
        Ending{"#include <assert.h>\nint main(void) {\n  assert(cc_rank(CC_WORLD) != 3);\n  return 0;\n}", "", 134,
               "program.c:4: main: Assertion `cc_rank(CC_WORLD) != 3' failed.\n"},
        Ending{"int a, b;\nint main(void) {\n  if (cc_rank(CC_WORLD) == 3)\n    return cc_barrier(CC_WORLD);\n"
               "  return cc_allreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD);\n}",
               "", 1,
               "node 0: allreduce of 1 int32, sum, called in main (program.c:6) does not fit that of node "
               "3: barrier, called in main (program.c:5)"},
        Ending{"int a;\nint main(void) {\n  return cc_bcast(&a, 1, CC_INT32, cc_rank(CC_WORLD) & 1, CC_WORLD);\n}", "",
               1,
               "node 0: broadcast of 1 int32, root 0, called in main (program.c:4) does not fit that of node 1: "
               "broadcast of 1 int32, root 1, called in main (program.c:4)"},
        Ending{"int main(void) {\n  return cc_rank(CC_WORLD) == 1 ? 0 : cc_barrier(CC_WORLD);\n}", "", 1,
               "node 3: barrier, called in main (program.c:3) waits for node 1: it has ended with status "
               "0"},
        Ending{"int main(void) {\n  return cc_barrier(cc_rank(CC_WORLD) == 0 ? CC_WORLD : 1u);\n}", "", 1,
               "node 1: barrier, on the subcube of dimensions 0x1, called in main (program.c:3) waits "
               "for node 0: barrier"},
        Ending{"int main(void) {\n  cc_request r;\n  int done = 0;\n  if (cc_rank(CC_WORLD) == 1) return 0;\n"
               "  cc_ibarrier(CC_WORLD, &r);\n  while (!done) cc_test(&r, &done);\n  return 0;\n}",
               "--most-cycles 1000", 1,
               "barrier, called in main (program.c:6) waits for node 1: it has ended with status 0; "
               "give more"},
        Ending{"int a, b;\nint main(void) {\n  cc_request request;\n"
               "  return cc_iallreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD, &request);\n}",
               "", 1, "called in main (program.c:5) is still open when the program ends"},
        Ending{"#include \"firmware/image/interrupts.h\"\nstatic void tick(void) {}\nint main(void) {\n"
               "  return cc_on(CC_ON_TIMER, tick) == CC_ERR_SYSTEM ? 5 : 0;\n}",
               "", 5, "[2] cc_on: host threads have no interrupts"},
        Ending{"__attribute__((constructor)) static void early(void) {\n  cc_barrier(CC_WORLD);\n}\n"
               "int main(void) {\n  return 0;\n}",
               "", 1, "node 0: waits, or ends, before main()"},
        Ending{"#include <stdio.h>\nint main(void) {\n  static char room[BUFSIZ];\n  setbuf(stdout, room);\n"
               "  printf(\"kept\\n\");\n  return 0;\n}",
               "", 0, "[3] kept\n"},
        Ending{"#include <stdio.h>\nint main(void) {\n  printf(\"closed\\n\");\n  fclose(stdin);\n  fclose(stdout);\n"
               "  return 7;\n}",
               "", 7, "[3] closed\n"},
        // A program that waits for a while continues: the read number 1001 returns 1000, and nothing else takes time.
        Ending{"int main(void) {\n  while (cc_cycles() < 1000) continue;\n  return 6;\n}", "", 6,
               "     3       6         1001 "}));

// A node of bad memory may have spoiled that of others.
TEST(HostThreads, NoNodeRunsAfterAFault) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdio.h>\nint *none;\nint main(void) {\n  puts(\"here\");\n"
      "  if (cc_rank(CC_WORLD) == 1) *none = 1;\n  return 0;\n}\n",
      scratch, "--host");
  const test_support::Outcome run = boot_on_host(scratch, "--dim 2");
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(run.out.starts_with("[0] here\n[1] here\n4 nodes, ")) << run.out;
}

// The firmware writes the fourth element of a buffer for three.
TEST(HostThreads, AddressSanitizerFindsASmallBuffer) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdlib.h>\nint main(void) {\n  int rank = cc_rank(CC_WORLD);\n"
      "  int *all = malloc(rank == 1 ? 12 : 16);\n  cc_allgather(&rank, all, 1, CC_INT32, CC_WORLD);\n"
      "  free(all);\n  return 0;\n}\n",
      scratch, "--host --sanitize address");
  const test_support::Outcome refused = boot_on_host(scratch, "--dim 2");
  EXPECT_EQ(refused.status, 2) << refused.error;
  EXPECT_NE(refused.error.find("put LD_PRELOAD=$(gcc-12 -print-file-name=libasan.so) before"), std::string::npos);
  const auto run = [&](const std::string& words) {
    return test_support::in_shell(
        fmt::format("LD_PRELOAD=$(gcc-12 -print-file-name=libasan.so) {} boot --image {} {} {}", CUBECAST_COMMAND,
                    (scratch / "image").string(), kHostWords, words));
  };
  const test_support::Outcome right = run("--dim 1");
  EXPECT_EQ(right.status, 0) << right.error;
  const test_support::Outcome wrong = run("--dim 2");
  EXPECT_EQ(wrong.status, 1);
  for (const char* const found : {"heap-buffer-overflow", " in main ", "program.c:6",
                                  "located 0 bytes to the right of 12-byte", "node 1: ended by the sanitizer"}) {
    EXPECT_NE(wrong.error.find(found), std::string::npos) << wrong.error;
  }
}

TEST(HostThreads, GdbStopsInANode) {
  const test_support::Scratch scratch;
  build_text(
      "int mine;\nint main(void) {\n  int rank = cc_rank(CC_WORLD), sum = 0;\n  mine = 10 * rank;\n"
      "  cc_allreduce(&mine, &sum, 1, CC_INT32, CC_SUM, CC_WORLD);\n  return sum != 60;\n}\n",
      scratch, "--host");
  const test_support::Outcome run = test_support::in_shell(fmt::format(
      "gdb -q -batch -ex 'set breakpoint pending on' -ex 'break program.c:7 if rank == 2' -ex run -ex backtrace "
      "-ex 'print mine' -ex 'print sum' -ex 'thread 6' -ex 'frame function main' -ex 'print mine' -ex delete -ex "
      "continue --args {} boot --image {} --dim 2 {} 2>&1",
      CUBECAST_COMMAND, (scratch / "image").string(), kHostWords));
  for (const char* const found : {"\"node 2\" hit Breakpoint", "#0  main () at", "#1 ", "in cc_host_start ()",
                                  "$1 = 20\n", "$2 = 60\n", "$3 = 30\n", "exited normally"}) {
    EXPECT_NE(run.out.find(found), std::string::npos) << found << run.out << run.error;
  }
}

TEST(HostThreads, BadInputIsRefusedInOneLine) {
  const test_support::Scratch scratch;
  build_text("int main(void) { return 0; }", scratch, "--host");
  const auto refused = [&](const std::string& before, const std::string& words, const std::string& why) {
    const test_support::Outcome run = test_support::in_shell(
        fmt::format("{} {} boot {} {}", before, CUBECAST_COMMAND, words,
                    words.find("--image") == std::string::npos ? "--image " + (scratch / "image").string() : ""));
    EXPECT_EQ(run.status, 2) << words << run.out;
    EXPECT_NE(run.error.find(why), std::string::npos) << run.error;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
  };
  refused("", "--dim 1", "is a program for host threads; add --engine host");
  refused("", "--engine host --dim 1 --gdb 0:3333", "begin with gdb --args");
  refused("", "--engine host --dim 1 --profile", "begin with perf record");
  refused("", "--engine host --dim 1 --soc", "--engine host: --soc has native, systemc, rtl");
  refused("TMPDIR=/proc/none", "--engine host --dim 1", "in /proc/none: No such file or directory; set TMPDIR");
  refused("TMPDIR=/proc", "--engine host --dim 1", "set TMPDIR");
  // Programs that another script has linked.
  const auto linked = [&](const std::string& source, const std::string& why) {
    std::ofstream(scratch / "linked.cpp") << source;
    const std::string image = (scratch / "linked").string();
    const test_support::Outcome built = test_support::in_shell(
        fmt::format("g++-12 -shared -fPIC {0}.cpp -Wl,--defsym=__most_dimension=2 -o {0}", image));
    ASSERT_EQ(built.status, 0) << built.error;
    refused("", fmt::format("--engine host --dim 3 --image {}", image), why);
  };
  linked("extern \"C\" void cc_host_start() {}", "--dim 3: the image is for --dim 2 or less");
  linked("inline int& one() { static int value = 0; return value; }\nextern \"C\" void cc_host_start() { ++one(); }",
         "all nodes would share _ZZ3onevE5value; compile C++ with -fno-gnu-unique");
  const std::string whole = test_support::contents(scratch / "image");
  std::ofstream(scratch / "image") << whole.substr(0, whole.size() / 2);
  refused("", "--engine host --dim 1", "is cut short");
  build_text("int main(void) { return 0; }", scratch);
  refused("", "--engine host --dim 1", "is no program for host threads; build it with scripts/image.sh --host");

  for (const auto& [words, why] : {std::pair("--host --memory 64", "--memory: is for a core; leave it or --host out"),
                                   {"--sanitize address", "--sanitize address: is for the host; add --host"}}) {
    const test_support::Outcome script = test_support::run_program(
        kRoot + "/scripts/image.sh", fmt::format("{} {} -o x", words, (scratch / "program.c").string()));
    EXPECT_EQ(script.status, 2);
    EXPECT_EQ(script.error, fmt::format("image.sh: {}\n", why));
  }
  std::ofstream(scratch / "program.c") << "int nowhere(void);\nint main(void) { return nowhere(); }\n";
  const test_support::Outcome missing = test_support::run_program(
      kRoot + "/scripts/image.sh", fmt::format("--host {} -o x", (scratch / "program.c").string()));
  EXPECT_NE(missing.status, 0);
  EXPECT_NE(missing.error.find("nowhere"), std::string::npos) << missing.error;
}

// A debugger kills its program, which then leaves its copies behind.
TEST(HostThreads, CopiesOfAKilledRunAreRemovedByTheNext) {
  const test_support::Scratch scratch;
  build_text(
      "#include <stdio.h>\nint main(void) {\n  if (getchar() == EOF) return 0;\n  puts(\"ready\");\n  for (;;) "
      "continue;\n}\n",
      scratch, "--host");
  const test_support::Outcome run =
      test_support::in_shell(fmt::format(R"(
mkdir tmp && echo > byte && export TMPDIR=$PWD/tmp
run() {{ {} boot --image {} --dim 1 {} "$@"; }}
killed() {{
  : > lines
  run --input byte > lines 2>&1 & until grep -q ready lines; do sleep 0.05; done
  kill -$1 $(pgrep -P $! cubecast || echo $!); wait
  ls -A tmp | wc -l
}}
killed INT
killed KILL
run > lines || cat lines
ls -A tmp | wc -l
)",
                                         CUBECAST_COMMAND, (scratch / "image").string(), kHostWords),
                             scratch / "");
  EXPECT_EQ(run.out, "0\n1\n0\n") << run.error;
}

}  // namespace
}  // namespace testbench::test
