// SPDX-License-Identifier: Apache-2.0
// Programs on the processors of all nodes: every call of cc.h in every engine, the examples, and
// programs that fail.
#include "testbench/runs/computer/boot.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "test_support/seed.hpp"
#include "testbench/runs/computer/processor.hpp"
#include "testbench/tool/system/images.hpp"

namespace testbench::test {
namespace {

TEST(Boot, EveryCallIsRightAndTakesTheSameCyclesInEveryEngine) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/testbench/runs/computer/every_call.c", scratch / "image");
  for (const char* const engine : {"native", "emulator"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 --engine {}", engine));
    EXPECT_EQ(run.status, 0) << run.out << run.error;
  }
  build_text("#define FEW_COUNTS\n#include \"testbench/runs/computer/every_call.c\"\n", scratch);
  const test_support::Outcome native = boot(scratch, "--dim 2 --json");
  EXPECT_EQ(native.status, 0) << native.out << native.error;
  for (const char* const engine : {"systemc", "rtl"}) {
    EXPECT_EQ(boot(scratch, fmt::format("--dim 2 --json --engine {}", engine)).out, native.out) << engine;
  }
}

TEST(Boot, EveryCallIsRightByEveryAlgorithm) {
  const test_support::Scratch scratch;
  build_text("#define EVERY_ALGORITHM\n#include \"testbench/runs/computer/every_call.c\"\n", scratch);
  for (unsigned dim = 1; dim <= 3; ++dim) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim {}", dim));
    EXPECT_EQ(run.status, 0) << run.out << run.error;
  }
}

// A call that goes in steps, as it is asked for or waited for.
TEST(Boot, AlltoallvIsRightWithoutWaiting) {
  const test_support::Scratch scratch;
  build_image("--compressed " + kRoot + "/testbench/runs/computer/alltoallv_calls.c", scratch / "image");
  for (const char* const words : {"--dim 1", "--dim 2", "--dim 3", "--dim 2 --engine emulator", "--dim 1 --soc",
                                  "--dim 2 --soc --skew 500", "--dim 3 --soc"}) {
    const test_support::Outcome run = boot(scratch, words);
    EXPECT_EQ(run.status, 0) << words << run.out << run.error;
  }
}

// Floats are combined, and queues hold many packets.
TEST(Boot, CoresAndRoutersAreTheSameInRtl) {
  for (const auto& [program, options] : {std::pair("conjugate_gradients", "--compressed "), {"call_costs", ""}}) {
    const test_support::Scratch scratch;
    build_image(fmt::format("{}{}/examples/firmware/{}.c", options, kRoot, program), scratch / "image");
    const test_support::Outcome native = boot(scratch, "--dim 2 --json");
    EXPECT_EQ(native.status, 0) << native.error;
    for (const char* const engine : {"--lockstep", "--engine rtl --routers systemc"}) {
      const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 --json {}", engine));
      EXPECT_EQ(run.out, native.out) << program << engine << run.error;
    }
  }
}

// A core computes for as long as it does among cores of its own kind.
TEST(Boot, NodesOfSeveralEnginesAreTheSame) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/conjugate_gradients.c", scratch / "image");
  const auto computes = [&](const std::string& words) {
    const test_support::Outcome run = boot(scratch, "--dim 2 --json " + words);
    EXPECT_EQ(run.status, 0) << words << run.error;
    std::vector<std::uint64_t> cycles;
    const auto report = nlohmann::json::parse(run.out.substr(run.out.rfind("\n{") + 1));
    for (const auto& node : report["nodes"]) {
      cycles.push_back(node["cycles"].get<std::uint64_t>() - node["waits"].get<std::uint64_t>() -
                       node["communicates"].get<std::uint64_t>());
    }
    return cycles;
  };
  const std::string native = boot(scratch, "--dim 2 --json").out;
  for (const char* const words : {"--rtl-nodes 1-2", "--rtl-nodes 0 --lockstep", "--engine systemc --rtl-nodes 3"}) {
    EXPECT_EQ(boot(scratch, fmt::format("--dim 2 --json {}", words)).out, native) << words;
  }
  const std::vector<std::uint64_t> cores = computes("");
  const std::vector<std::uint64_t> emulated = computes("--engine emulator");
  EXPECT_NE(cores, emulated);
  EXPECT_EQ(computes("--engine emulator --rtl-nodes 1 --native-nodes 2"),
            (std::vector{emulated[0], cores[1], cores[2], emulated[3]}));
}

TEST(Boot, ACoreHasTheEngineOfItsNode) {
  BootOptions options;
  options.cores = kEmulator;
  EXPECT_EQ(core_of(options, 2), kEmulator);
  options.mesh.rtl_nodes = {false, true, false, false};
  options.native_nodes = {false, false, true, false};
  EXPECT_EQ(core_of(options, 0), kEmulator);
  EXPECT_EQ(core_of(options, 1), "rtl");
  EXPECT_EQ(core_of(options, 2), "native");
}

TEST(Boot, RefusesNodesOfEnginesThatDoNotGoTogether) {
  const test_support::Scratch scratch;
  build_text("int main(void) { return 0; }", scratch);
  const auto refused = [&](const char* words, const char* why) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 {}", words));
    EXPECT_EQ(run.status, 2) << words << run.out;
    EXPECT_NE(run.error.find(why), std::string::npos) << words << run.error;
  };
  refused("--engine rtl --rtl-nodes 0",
          "--rtl-nodes 0: is for --engine native or systemc or emulator, not for --engine rtl; leave it out");
  refused("--engine host --rtl-nodes 0", "not for --engine host; leave it out");
  refused("--native-nodes 0", "is for --engine emulator, not for --engine native");
  refused("--engine emulator --rtl-nodes 0-2 --native-nodes 1", "--native-nodes 1: node 1 is one of --rtl-nodes too");
  refused("--rtl-nodes 4", "there is no node 4, addresses must be 0..3");
  refused("--rtl-nodes 1 --gdb 1:3333", "--gdb 1:3333: a core of rtl has no registers");
  refused("--engine emulator --lockstep", "--lockstep: the routers are native; give --routers rtl, or --rtl-nodes");
  refused("--soc --engine systemc --rtl-nodes 1",
          "--rtl-nodes 1: with --soc the other nodes are in C++; leave out --engine systemc");
}

// Registers of the router are read and written by compressed instructions too.
TEST(Boot, InstructionsOfTwoBytesGiveTheSameResults) {
  const test_support::Scratch scratch;
  build_image("--compressed " + kRoot + "/testbench/runs/computer/every_call.c", scratch / "image");
  for (const char* const engine : {"native", "emulator"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 --profile --engine {}", engine));
    EXPECT_EQ(run.status, 0) << run.out << run.error;
    EXPECT_NE(run.out.find("  finish\n"), std::string::npos) << run.out;
  }
}

TEST(Boot, RandomSequencesOfCallsAreRight) {
  const test_support::Scratch scratch;
  build_text(fmt::format("#define SEED {}u\n#include \"testbench/runs/computer/random_calls.c\"\n",
                         static_cast<std::uint32_t>(test_support::seed())),
             scratch);
  for (unsigned dim = 1; dim <= 3; ++dim) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim {}", dim));
    EXPECT_EQ(run.status, 0) << run.out << run.error;
  }
}

TEST(Boot, ExamplesAreRight) {
  for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/examples/firmware")) {
    if (entry.path().extension() != ".c") continue;
    const test_support::Scratch scratch;
    build_image(entry.path().string(), scratch / "image");
    for (const char* const words : {"--dim 1", "--dim 2", "--dim 3", "--dim 3 --engine emulator"}) {
      const test_support::Outcome run = boot(scratch, words);
      EXPECT_EQ(run.status, 0) << entry.path() << run.out << run.error;
      if (entry.path().stem().string().ends_with("_costs")) continue;  // have no result
      EXPECT_NE(run.out.find(" right, "), std::string::npos) << entry.path() << run.out;
    }
  }
}

// Each node reads numbers, all add up, and each writes the sum and its own file backwards.
TEST(Boot, NodesReadAndWriteFiles) {
  const test_support::Scratch scratch;
  build_text(R"(
#include <stdio.h>
int main(void) {
  static unsigned char bytes[4096];
  int32_t count = 0, sum = 0, total = 0;
  for (int byte; (byte = getchar()) != EOF; ++count) sum += bytes[count] = (unsigned char)byte;
  cc_allreduce(&sum, &total, 1, CC_INT32, CC_SUM, CC_WORLD);
  printf("%ld\n", (long)total);
  while (count > 0) putchar(bytes[--count]);
  fprintf(stderr, "at the end: %d\n", feof(stdin) != 0);
  return 0;
}
)",
             scratch);
  std::filesystem::create_directory(scratch / "in");
  std::string all;  // every byte there is
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::vector<std::string> files{all, "", std::string(1, '\0'), "abc\n"};
  int total = 0;
  for (std::size_t node = 0; node < files.size(); ++node) {
    std::ofstream(scratch / fmt::format("in/node-{}.bin", node)) << files[node];
    for (const char byte : files[node]) total += static_cast<unsigned char>(byte);
  }
  const auto out = [&](int node) { return test_support::contents(scratch / fmt::format("out/node-{}.bin", node)); };
  for (const char* const engine : {"native", "emulator"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 --engine {} --input {} --output {}", engine,
                                                                (scratch / "in").string(), (scratch / "out").string()));
    EXPECT_EQ(run.status, 0) << run.error;
    for (int node = 0; node < 4; ++node) {
      const std::string& file = files[static_cast<std::size_t>(node)];
      EXPECT_EQ(out(node), fmt::format("{}\n{}", total, std::string(file.rbegin(), file.rend())));
      EXPECT_NE(run.out.find(fmt::format("[{}] at the end: 1\n", node)), std::string::npos) << run.out;
    }
  }
  // One file for all. Output goes to the terminal.
  const test_support::Outcome one = boot(scratch, "--dim 2 --input " + (scratch / "in/node-3.bin").string());
  for (const std::string& line : {fmt::format("[2] {}\n", 4 * ('a' + 'b' + 'c' + '\n')), std::string("[2] cba\n")}) {
    EXPECT_NE(one.out.find(line), std::string::npos) << one.out;
  }
  // Without a file the input is empty.
  EXPECT_NE(boot(scratch, "--dim 1").out.find("[1] 0\n[1] at the end: 1\n"), std::string::npos);

  std::filesystem::remove(scratch / "in/node-2.bin");
  const test_support::Outcome missing = boot(scratch, "--dim 2 --input " + (scratch / "in").string());
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.error.find("--input " + (scratch / "in/node-2.bin").string()), std::string::npos) << missing.error;
}

class Accounts : public testing::TestWithParam<std::string> {};

// Each node's cycles are those of its processor, and those in which it waits or communicates. An
// emulator counts 4 cycles an instruction and one an access.
TEST_P(Accounts, HaveEveryCycle) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/dot_product.c", scratch / "image");
  const test_support::Outcome run = boot(
      scratch, fmt::format("--dim 3 --json --profile --engine {} --timeline {}", GetParam(), (scratch / "t").string()));
  ASSERT_EQ(run.status, 0) << run.error;
  std::istringstream lines(run.out);
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("{\"cycles\"")) {
  }
  const auto report = nlohmann::json::parse(line);
  std::uint64_t profiled = 0;
  for (const auto& row : report["profile"]) profiled += row["instructions"].get<std::uint64_t>();
  std::uint64_t instructions = 0;
  for (const auto& node : report["nodes"]) {
    instructions += node["instructions"].get<std::uint64_t>();
    if (GetParam() != "emulator") continue;
    EXPECT_EQ(node["cycles"], 4 * node["instructions"].get<std::uint64_t>() + node["accesses"].get<std::uint64_t>() +
                                  node["waits"].get<std::uint64_t>() + node["communicates"].get<std::uint64_t>());
  }
  EXPECT_EQ(profiled, instructions);
  std::map<int, std::uint64_t> until;
  for (const auto& event : nlohmann::json::parse(test_support::contents(scratch / "t"))) {
    std::uint64_t& end = until[event["tid"]];
    EXPECT_EQ(event["ts"], end) << "intervals of a node follow one another";
    end += event["dur"].get<std::uint64_t>();
  }
  for (const auto& node : report["nodes"]) EXPECT_EQ(until[node["node"]], node["cycles"]);
}
INSTANTIATE_TEST_SUITE_P(Every, Accounts, testing::Values("native", "emulator"));

struct Failing {
  const char* program;
  const char* words;
  const char* message;
};

class BadProgram : public testing::TestWithParam<Failing> {};

TEST_P(BadProgram, IsNamedWithNodeFunctionLineAndCause) {
  const test_support::Scratch scratch;
  build_text(GetParam().program, scratch);
  for (const char* const engine : {"native", "emulator"}) {
    const test_support::Outcome run = boot(scratch, fmt::format("--dim 2 {} --engine {}", GetParam().words, engine));
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_NE(run.error.find(GetParam().message), std::string::npos) << engine << ": " << run.error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Every, BadProgram,
    testing::Values(
        Failing{"int main(void) {\n  __asm__ volatile(\".word 0xffffffff\");\n  return 0;\n}", "",
                "node 0: an illegal instruction in main (program.c:3)"},
        Failing{
            "int main(void) {\n  *(volatile int *)(cc_rank(CC_WORLD) == 2 ? 0x60000000 : 0x8000) = 1;\n  return 0;\n}",
            "", "node 2: a write to 60000000, where there is nothing in main (program.c:3)"},
        Failing{"int main(void) {\n  return *(volatile int *)0;\n}", "",
                "node 0: a read to 00000000, where there is nothing in main (program.c:3)"},
        Failing{"int main(void) {\n  *(volatile int *)&main = 1;\n  return 0;\n}", "",
                "which is code in main (program.c:3)"},
        Failing{"int deeper(int n) {\n  volatile int a[64];\n  a[n % 64] = n;\n  return n < 0 ? 0 : deeper(n + 1) + "
                "a[n % 64];\n}\n"
                "int main(void) {\n  return deeper(0);\n}",
                "", "the stack is full (32768 bytes) in deeper (program.c:"},
        Failing{"int a, b;\nint main(void) {\n  if (cc_rank(CC_WORLD) == 3)\n    return cc_barrier(CC_WORLD);\n"
                "  return cc_allreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD);\n}",
                "", "called in main (program.c:5)"},
        Failing{"int a[9], b[9];\nint main(void) {\n"
                "  return cc_allreduce(a, b, 1 + 4 * (cc_rank(CC_WORLD) & 1), CC_INT32, CC_SUM, CC_WORLD);\n}",
                "", "does not fit that of node 1: allreduce of 5 int32, sum"},
        Failing{"int main(void) {\n  return cc_rank(CC_WORLD) == 1 ? 0 : cc_barrier(CC_WORLD);\n}", "",
                "waits for node 1: it has ended with status 0"},
        Failing{"int a;\nint main(void) {\n  return cc_bcast(&a, 1, CC_INT32, cc_rank(CC_WORLD) & 1, CC_WORLD);\n}", "",
                "node 0: broadcast of 1 int32, root 0, called in main (program.c:4) does not fit that of node 1: "
                "broadcast of 1 int32, root 1, called in main (program.c:4)"},
        Failing{"int main(void) {\n  return cc_barrier(cc_rank(CC_WORLD) == 0 ? CC_WORLD : 1u);\n}", "",
                "node 1: barrier, on the subcube of dimensions 0x1, called in main "
                "(program.c:3) waits for node 0: barrier"},
        Failing{"int main(void) {\n  int (*volatile nowhere)(void) = 0;\n  return nowhere();\n}", "",
                "node 0: a jump to 00000000, where there is nothing in main (program.c:4)"},
        Failing{"int main(void) {\n  cc_request r;\n  int done = 0;\n  if (cc_rank(CC_WORLD) == 1) return 0;\n"
                "  cc_ibarrier(CC_WORLD, &r);\n  while (!done) cc_test(&r, &done);\n  return 0;\n}",
                "--most-cycles 1000000",
                "barrier, called in main (program.c:6) waits for node 1: it has ended with "
                "status 0; give more"},
        Failing{"int x[2], y[2];\nint main(void) {\n"
                "  if (cc_rank(CC_WORLD) == 2) cc_allreduce(x, y, 2, CC_INT32, CC_SUM, CC_WORLD);\n"
                "  else cc_allreduce(x, y, 2, CC_FLOAT, CC_SUM, CC_WORLD);\n  return 0;\n}",
                "", "allreduce of 2 float32, sum, called in main (program.c) does not fit that of node 2"},
        Failing{"int a, b;\nint main(void) {\n  cc_request request;\n"
                "  return cc_iallreduce(&a, &b, 1, CC_INT32, CC_SUM, CC_WORLD, &request);\n}",
                "", "called in main (program.c:5) is still open when the program ends"},
        Failing{"int main(void) {\n  *(volatile char *)0x70000000 = 1;\n  return 0;\n}", "",
                "an access to 70000000 that is no aligned word in main (program.c:3)"},
        Failing{"int main(void) {\n  *(volatile unsigned *)0x88020000 = 1;\n  return 0;\n}", "",
                "node 0: a write to 88020000, which the router does not have, in main (program.c:3)"},
        Failing{"int main(void) {\n  int cycles;\n  __asm__ volatile(\"csrr %0, mcycle\" : \"=r\"(cycles));\n"
                "  return cycles;\n}",
                "", "node 0: an illegal instruction in main (program.c:4)"},
        Failing{"int main(void) {\n  __asm__ volatile(\"csrw 0xf15, zero\");\n  return 0;\n}", "",
                "node 0: an illegal instruction in main (program.c:3)"},
        Failing{"int main(void) {\n  for (;;)\n    ;\n}", "--most-cycles 1000000",
                "node 0: runs for more than 1000000 cycles, now in main (program.c:"}));

// misa is that of RV32IMC; mconfigptr, mstatush and mhartid are 0.
TEST(Boot, RegistersThatAreConstantsAreTheCoresInEveryEngine) {
  const test_support::Scratch scratch;
  build_text(
      "#define READ(name, csr) unsigned name = 7; __asm__ volatile(\"csrr %0, \" csr : \"=r\"(name));\n"
      "int main(void) {\n  __asm__ volatile(\"csrw misa, zero\");\n  READ(misa, \"misa\")\n"
      "  READ(pointer, \"0xf15\")\n  READ(status, \"0x310\")\n  READ(hart, \"mhartid\")\n"
      "  return misa != 0x40001104 || (pointer | status | hart) != 0;\n}",
      scratch);
  for (const char* const words : {"--dim 1", "--dim 1 --engine emulator", "--dim 1 --soc"}) {
    EXPECT_EQ(boot(scratch, words).status, 0) << words;
  }
}

// An emulator does not trap there.
TEST(Boot, TheCoreNamesItsTraps) {
  const std::pair<const char*, const char*> kPrograms[] = {
      {"return *(volatile short *)0x10001;", "a misaligned read in main (program.c:3)"},
      {"*(volatile int *)0x10002 = 1;", "a misaligned write in main (program.c:3)"},
      {"__asm__ volatile(\"ebreak\");", "a breakpoint in main (program.c:3)"},
      {"__asm__ volatile(\"wfi\");", "it waits for an interrupt, and there is none in main (program.c:3)"}};
  for (const auto& [statement, message] : kPrograms) {
    const test_support::Scratch scratch;
    build_text(fmt::format("int main(void) {{\n  {}\n  return 0;\n}}", statement), scratch);
    const test_support::Outcome run = boot(scratch, "--dim 1");
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_NE(run.error.find(message), std::string::npos) << run.error;
  }
}

// A core whose bus falls silent in cycle 1000.
class SilentCore final : public CoreModel {
 public:
  void step(const core::In& in, CoreOut& out) override {
    core::Core<NodeCore>::step(state_, in, out_);
    if (++cycles_ >= 1000) out_.valid = hls::Bit(0);
    out = out_;
  }
  std::optional<std::string> difference(const CoreState&, const CoreOut& out) override {
    return out.valid == out_.valid ? std::nullopt : std::optional<std::string>("valid");
  }

 private:
  CoreState state_{};
  CoreOut out_;
  unsigned cycles_ = 0;
};

TEST(Boot, ACoreThatDiffersEndsItsNode) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/dot_product.c", scratch / "image");
  const Image image(scratch / "image");
  const auto core = make_core(image, std::make_unique<SilentCore>());
  const Processor::Stop stop = core->run(1'000'000);
  EXPECT_EQ(stop.kind, Processor::Stop::kFault);
  EXPECT_NE(stop.fault.find("the core differs from C++ in cycle 100"), std::string::npos) << stop.fault;
}

// A program may have a handler for traps.
TEST(Boot, ProgramsHandleTheirTraps) {
  const test_support::Scratch scratch;
  build_text(
      "static volatile unsigned cause, traps;\n"
      "__attribute__((interrupt)) void handle(void) {\n"
      "  unsigned where;\n"
      "  __asm__ volatile(\"csrr %0, mcause\" : \"=r\"(where));\n  cause = where;\n  ++traps;\n"
      "  __asm__ volatile(\"csrr %0, mepc\\naddi %0, %0, 4\\ncsrw mepc, %0\" : \"=r\"(where));\n}\n"
      "int main(void) {\n"
      "  __asm__ volatile(\"csrw mtvec, %0\" : : \"r\"(handle));\n"
      "  __asm__ volatile(\"ecall\");\n  if (cause != 11) return 1;\n"
      "  __asm__ volatile(\".word 0xffffffff\");\n  if (cause != 2 || traps != 2) return 2;\n"
      "  return cc_barrier(CC_WORLD);\n}",
      scratch);
  EXPECT_EQ(boot(scratch, "--dim 1").status, 0);
  EXPECT_EQ(boot(scratch, "--dim 1 --engine rtl").status, 0);
}

// errno is a variable of a thread, beside others and the data.
TEST(Boot, ProgramsSeeThatMemoryIsUsedUp) {
  const test_support::Scratch scratch;
  build_text(
      "#include <errno.h>\n#include <stdlib.h>\n"
      "static _Thread_local int one = 1, zero;\nstatic int data = 5, more[3];\n"
      "static _Alignas(8) char from[400001], to[400001];\n"
      "int main(void) {\n"
      "  if (one != 1 || zero != 0 || errno != 0) return 1;\n"
      "  one = zero = errno = -1;\n"
      "  if (data != 5 || (more[0] | more[1] | more[2]) != 0) return 2;\n"
      "  if (malloc(1 << 20) != 0 || errno != ENOMEM) return 3;\n"
      "  if (cc_allreduce(from + 1, to + 1, 400000, CC_UINT8, CC_SUM, CC_WORLD) != CC_ERR_MEMORY) return 4;\n"
      "  from[1] = 7;\n"
      "  if (cc_allgather(from + 1, to + 1, 100000, CC_UINT8, CC_WORLD) != CC_ERR_MEMORY) return 5;\n"
      "  for (int i = 0; i <= 400000; ++i) if (to[i] != 0) return 6;\n"
      "  return cc_barrier(CC_WORLD);\n}",
      scratch);
  const test_support::Outcome run = boot(scratch, "--dim 2");
  EXPECT_EQ(run.status, 0) << run.out << run.error;
}

TEST(Boot, AnAssertionEndsItsNode) {
  const test_support::Scratch scratch;
  build_text("#include <assert.h>\nint main(void) { assert(cc_rank(CC_WORLD) != 1); return 0; }", scratch);
  const test_support::Outcome run = boot(scratch, "--dim 1");
  EXPECT_EQ(run.status, 128 + 6) << "SIGABRT " << run.error;
  EXPECT_NE(run.out.find("[1] assertion \"cc_rank(CC_WORLD) != 1\" failed"), std::string::npos) << run.out;
}

TEST(Boot, ReturnsTheStatusOfTheNodes) {
  const test_support::Scratch scratch;
  build_text("int main(void) { return cc_rank(CC_WORLD) == 3 ? 7 : 0; }", scratch);
  EXPECT_EQ(boot(scratch, "--dim 2").status, 7);
}

TEST(Boot, RefusesFilesThatAreNoImages) {
  const test_support::Scratch scratch;
  const auto refused = [&](const std::string& file, const std::string& why) {
    const test_support::Outcome run = test_support::cubecast(fmt::format("boot --image {} --dim 2", file));
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.error.find(why), std::string::npos) << run.error;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
    EXPECT_EQ(run.out, "");
  };
  refused("/bin/ls", "is no program for 32-bit RISC-V");
  refused("/", "cannot be read");
  refused((scratch / "none").string(), "cannot be read");
  build_text("int main(void) { return 0; }", scratch);
  const std::string whole = test_support::contents(scratch / "image");
  for (const std::size_t size : {0u, 40u, 60u, 5000u}) {
    std::ofstream(scratch / "cut") << whole.substr(0, size);
    refused((scratch / "cut").string(), size < 52 ? "is no ELF file" : "is cut short");
  }
}

TEST(Boot, RefusesACubeThatIsLargerThanTheImageIsFor) {
  const test_support::Scratch scratch;
  build_image("--dim 2 " + kRoot + "/examples/firmware/jacobi.c", scratch / "image");
  EXPECT_EQ(boot(scratch, "--dim 2").status, 0);
  const test_support::Outcome run = boot(scratch, "--dim 3");
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_NE(run.error.find("--dim 3: the image is for --dim 2 or less"), std::string::npos) << run.error;
}

TEST(Boot, ServesGdb) {
  const test_support::Scratch scratch;
  build_image(kRoot + "/examples/firmware/dot_product.c", scratch / "image");
  const int port = 20000 + getpid() % 10000;  // tests run side by side
  std::ofstream(scratch / "commands") << fmt::format(
      "target remote :{}\nbreak cc_allreduce\ncontinue\nbacktrace\nstepi\nprint count\ndelete\ncontinue\n", port);
  const test_support::Outcome run =
      test_support::in_shell(fmt::format("{} boot --image {} --dim 2 --gdb 1:{} > boot.out &\n"
                                         "gdb-multiarch -batch -x {} {} 2>&1\nwait %1",
                                         CUBECAST_COMMAND, (scratch / "image").string(), port,
                                         (scratch / "commands").string(), (scratch / "image").string()));
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_NE(run.out.find("Breakpoint 1, cc_allreduce"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("#1  0x"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("$1 = 1"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("exited normally"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace testbench::test
