// stepc's options, and what is wrong use of them: exit status 2, one line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "hls/stepc/tests/run_stepc.hpp"

namespace {

const std::string kFifo = STEPC_ROOT "/hls/stepc/examples/fifo.cpp";
const std::string kFlags = " -- -I" STEPC_ROOT;

class CommandLine : public testing::Test {
 protected:
  std::string output() const { return (folder_ / "out.sv").string(); }
  // What stepc writes for the FIFO with these options.
  std::string text_with(const std::string& options) const {
    const Outcome run = run_stepc(kFifo + " -o " + output() + " " + options + kFlags);
    EXPECT_EQ(run.status, 0) << run.error;
    return contents(output());
  }
  // That stepc refuses the options, with `reason` in its one line.
  void expect_refused(const std::string& arguments, const std::string& reason) const {
    const Outcome run = run_stepc(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1) << run.error;
    EXPECT_NE(run.error.find(reason), std::string::npos) << run.error;
  }

  Scratch folder_;
};

TEST_F(CommandLine, HelpSucceeds) {
  EXPECT_EQ(run_stepc("--help").status, 0);
}

TEST_F(CommandLine, WrongUseExitsWithTwo) {
  expect_refused("", "source is required");
  expect_refused("--no-such-option " + kFifo, "--no-such-option");
  expect_refused("/no/such/file.cpp", "/no/such/file.cpp");
  expect_refused("--pipeline 7 " + kFifo, "--pipeline");
  expect_refused("--arrays flat " + kFifo, "flat not in {numbered,packed}");
}

TEST_F(CommandLine, AnUnknownStepIsRefusedWithTheList) {
  expect_refused("--print-after wandering " + kFifo, "wandering not in {all,frontend,walk,");
}

TEST_F(CommandLine, StepsArePrintedToStandardError) {
  const Outcome run = run_stepc(kFifo + " -o " + output() + " --print-after walk --print-after names" + kFlags);
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.error.find("// after walk\nmodule Queue: Queue::tick, fifo.hpp:20\n"), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("// after names\nmodule fifo_Queue: Queue::tick, fifo.hpp:20\n"), std::string::npos);
  EXPECT_EQ(run.error.find("// after exports"), std::string::npos);
}

TEST_F(CommandLine, ANameThatIsNoneIsRefused) {
  expect_refused("--module '2-port fifo' " + kFifo,
                 "2-port fifo: must be a name in SystemVerilog and C++, such as n_2_port_fifo");
  expect_refused("--module a__b " + kFifo, "such as a_b");
  expect_refused("--module module " + kFifo, "such as module_top");
  expect_refused("--module '' " + kFifo, "such as unnamed");
}

// The name of a file may be anything.
TEST_F(CommandLine, AFilesNameIsMadeLegal) {
  for (const auto& [file, module] : {std::pair{"2-port fifo.cpp", "n_2_port_fifo"},
                                     {"gr\xc3\xbc\xc3\x9f"
                                      "e.cpp",
                                      "gr_e"},
                                     {"module.cpp", "module_top"},
                                     {"a__b_.cpp", "a_b"}}) {
    const std::filesystem::path source = folder_ / file;
    std::filesystem::copy_file(STEPC_ROOT "/hls/stepc/examples/counter.cpp", source,
                               std::filesystem::copy_options::overwrite_existing);
    const Outcome run = run_stepc("'" + source.string() + "' -o " + output() + kFlags);
    EXPECT_EQ(run.status, 0) << run.error;
    EXPECT_NE(contents(output()).find("\nmodule " + std::string(module) + " (\n"), std::string::npos) << file;
  }
}

TEST_F(CommandLine, PragmasAreAnOption) {
  EXPECT_NE(text_with("").find("/* verilator public_flat_rd */"), std::string::npos);
  EXPECT_NE(text_with("--verilator-public").find("/* verilator public_flat_rd */"), std::string::npos);
  EXPECT_EQ(text_with("--no-verilator-public").find("verilator"), std::string::npos);
  expect_refused("--no-verilator-public --harness x.hpp " + kFifo,
                 "--harness: compares registers: needs --verilator-public");
}

TEST_F(CommandLine, LayoutAndHarnessAreWrittenBesideTheText) {
  text_with("--layout " + (folder_ / "out.json").string() + " --harness " + (folder_ / "out.hpp").string());
  EXPECT_NE(contents(folder_ / "out.json").find("\"module\": \"fifo\""), std::string::npos);
  EXPECT_NE(contents(folder_ / "out.hpp").find("namespace fifo_rtl {"), std::string::npos);
}

TEST_F(CommandLine, ASourceThatDoesNotCompileFails) {
  const std::filesystem::path source = folder_ / "broken.cpp";
  std::ofstream(source) << "void step(int&) {\n";
  EXPECT_EQ(run_stepc(source.string()).status, 1);
}

TEST_F(CommandLine, ATopThatIsNotThereFails) {
  EXPECT_EQ(run_stepc("--top no_such_top " + kFifo + kFlags).status, 1);
}

// In proportion to their length; each step of the chain is an expression and a wire.
TEST_F(CommandLine, LongChainsOfOperationsAreTranslated) {
  const std::filesystem::path source = folder_ / "chain.cpp";
  std::ofstream(source) << "struct State { unsigned x; }; struct In { unsigned v; }; struct Out { unsigned y; };\n"
                           "void step(State& s, const In& in, Out& out) {\n"
                           "  unsigned x = s.x;\n  for (int i = 0; i < 4096; ++i) x = (x ^ in.v) + (x >> 7);\n"
                           "  s.x = out.y = x;\n}\n";
  EXPECT_EQ(run_stepc(source.string() + " -o " + output()).status, 0);
  EXPECT_GT(std::filesystem::file_size(output()), 4096u * 20u);
}

TEST_F(CommandLine, TheSameSourceGivesTheSameText) {
  std::string texts[2];
  for (std::string& text : texts) {
    ASSERT_EQ(run_stepc(STEPC_ROOT "/hls/stepc/tests/tops/parts.cpp -o " + output() + kFlags).status, 0);
    text = contents(output());
  }
  EXPECT_FALSE(texts[0].empty());
  EXPECT_EQ(texts[0], texts[1]);
}

}  // namespace
