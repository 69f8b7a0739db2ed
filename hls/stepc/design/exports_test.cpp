// Registers of parts that their owners read.
#include "hls/stepc/design/exports.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;
using test::value_of;

std::string exports_of(const Module& module) {
  std::string text;
  for (const Export& port : module.exports) text += (text.empty() ? "" : " ") + port.name;
  return text;
}

TEST(Exports, AreOfTheCycleBeforeTheTickAndOfTheOneBehindIt) {
  const Compiled compiled(
      R"(struct Part { hls::Bits<4> a; hls::Bits<4> b; hls::Bits<4> c; HLS_MODULE void tick(hls::Bits<4> v) { a = v; b = hls::Bits<4>(b + 1); } };
struct State { Part part; }; struct In { hls::Bits<4> v; }; struct Out { hls::Bits<4> x; hls::Bits<4> y; };
void step(State& s, const In& in, Out& out) { out.x = s.part.a; s.part.tick(in.v); out.y = s.part.b; }
)",
      "exports");
  const Module& part = compiled.module("Part");
  EXPECT_EQ(exports_of(part), "a_now b_next");  // nobody reads c
  for (const Export& port : part.exports) {
    const test::Values values = {{"register a", 3}, {"register b", 7}, {"input v", 12}};
    EXPECT_EQ(value_of(part, port.value, values), port.moment == kNext ? 8u : 3u) << port.name;
    EXPECT_EQ(port.use, Use::kHardware);
  }
}

// A part that did not tick keeps its registers: the middle part chooses.
TEST(Exports, GoThroughPartsInBetween) {
  const Compiled compiled(
      R"(struct Inner { hls::Bits<4> a; HLS_MODULE void tick(hls::Bits<4> v) { a = v; } };
struct Middle { Inner inner; HLS_MODULE void tick(bool go, hls::Bits<4> v) { if (go) inner.tick(v); } };
struct State { Middle middle; }; struct In { bool go; hls::Bits<4> v; }; struct Out { hls::Bits<4> y; };
void step(State& s, const In& in, Out& out) { s.middle.tick(in.go, in.v); out.y = s.middle.inner.a; }
)",
      "exports");
  EXPECT_EQ(exports_of(compiled.module("Middle")), "inner_a_next");
  EXPECT_EQ(exports_of(compiled.module("Inner")), "a_now a_next");
  const Module& middle = compiled.module("Middle");
  test::Values values = {{"register inner.a next", 11}, {"register inner.a now", 4}, {"input go", 1}};
  EXPECT_EQ(value_of(middle, middle.exports[0].value, values), 11u);
  values["input go"] = 0;
  EXPECT_EQ(value_of(middle, middle.exports[0].value, values), 4u);
}

}  // namespace
}  // namespace stepc
