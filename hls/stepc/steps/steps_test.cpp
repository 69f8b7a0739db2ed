// The run through the steps: what is printed, what ends it, and with which exit status.
#include "hls/stepc/steps/steps.hpp"

#include <sstream>

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

constexpr char kSource[] =
    "struct State { hls::Bits<3> n; }; struct In { int a; }; struct Out { int x; };\n"
    "void step(State& s, const In& in, Out& out) { s.n = hls::Bits<3>(in.a); out.x = in.a + 1; }\n";

struct Result {
  int status;
  std::string messages;
};

// The steps behind the walk, in which `after_resets` follows the reset values.
Result run_with(void (*after_resets)(Compilation&), const std::vector<std::string>& print_after = {}) {
  test::Compiled compiled(kSource, "walk");
  std::vector<Step> some;
  bool behind_walk = false;
  for (const Step& step : steps()) {
    if (behind_walk) some.push_back(step);
    behind_walk = behind_walk || std::string(step.name) == "walk";
    if (after_resets && std::string(step.name) == "reset-values") some.push_back({"broken", after_resets});
  }
  std::ostringstream messages;
  const int status = run(some, compiled.compilation(), print_after, messages);
  return {status, messages.str()};
}

TEST(Steps, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Step& step : steps()) EXPECT_TRUE(names.insert(step.name).second) << step.name;
  EXPECT_EQ(std::string(steps().front().name), "frontend");
  EXPECT_EQ(std::string(steps().back().name), "names");
}

TEST(Steps, AreSilentWhenAllIsWell) {
  const Result result = run_with(nullptr);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.messages, "");
}

TEST(Steps, ThatBreakAnInvariantAreAFaultOfStepc) {
  const Result result = run_with([](Compilation& compilation) {
    Module& top = compilation.design.top();
    top.registers[0].next = top.build.constant(5, 0);
    top.registers[1].next = nullptr;
  });
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(
      result.messages,
      "stepc: internal error: after step 'broken': module 'test': register 'n': its next value has 5 bits, must be "
      "3 (this is a fault of stepc)\n"
      "stepc: internal error: after step 'broken': module 'test': register 'out_x': its next value is not driven "
      "(this is a fault of stepc)\n");
}

TEST(Steps, ThatReportErrorsEndTheRun) {
  const Result result = run_with([](Compilation& compilation) {
    compilation.diagnostics.report({{"t.cpp", 9}, "no hardware"});
    compilation.design.top().registers[0].next = nullptr;  // of an incomplete design nothing is checked
  });
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.messages, "t.cpp:9: error: no hardware\n");
}

TEST(Steps, ArePrintedWhereThatIsWanted) {
  const std::string messages = run_with(nullptr, {"names", "exports"}).messages;
  EXPECT_EQ(messages.find("// after exports\nmodule test: step, test.cpp:2\n"), 0u) << messages;
  EXPECT_NE(messages.find("// after names\nmodule test: step, test.cpp:2\n"), std::string::npos) << messages;
  EXPECT_EQ(messages.find("// after masked-choices"), std::string::npos) << messages;
  const std::string all = run_with(nullptr, {"all"}).messages;
  EXPECT_NE(all.find("// after masked-choices"), std::string::npos) << all;
}

TEST(Steps, PrintLlvmsCodeBeforeThereIsADesign) {
  CompilationOptions options;
  test::Compiled frontend(kSource, "frontend", options);
  std::ostringstream messages;
  const Step nothing{"nothing", [](Compilation&) {}};
  EXPECT_EQ(run({nothing}, frontend.compilation(), {"nothing"}, messages), 0);
  EXPECT_NE(messages.str().find("define"), std::string::npos);
}

}  // namespace
}  // namespace stepc
