// Lines of the C++ source.
#include "hls/stepc/frontend/locations.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "hls/stepc/design/dump.hpp"
#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

constexpr char kSource[] =
    "struct State { hls::Bits<8> s; };\n"                  // 1
    "struct In { hls::Bits<8> a; };\n"                     // 2
    "struct Out { hls::Bits<8> x; };\n"                    // 3
    "namespace inner { template <int N> struct Part {\n"   // 4
    "  static hls::Bits<8> more(hls::Bits<8> v) {\n"       // 5
    "    return hls::Bits<8>(v * N);\n"                    // 6
    "  }\n"                                                // 7
    "}; }\n"                                               // 8
    "void step(State& state, const In& in, Out& out) {\n"  // 9
    "  state.s = inner::Part<5>::more(in.a);\n"            // 10
    "  out.x = hls::Bits<8>(\n"                            // 11
    "      state.s ^ 3);\n"                                // 12
    "}\n";

TEST(Locations, AreOfTheDesignNotOfTheLibrary) {
  Compiled compiled(kSource, "frontend");
  std::set<std::string> places;
  for (const llvm::Instruction& instruction : llvm::instructions(*compiled.compilation().program.top)) {
    places.insert(location_of(instruction).text());
  }
  EXPECT_EQ(places.count("test.cpp:6"), 1u);  // the multiplication, in the inlined function
  for (const std::string& place : places) EXPECT_EQ(place.rfind("test.cpp:", 0), 0u) << place;  // never bits.hpp
}

TEST(Locations, OfAFunctionAreThatOfItsName) {
  Compiled compiled(kSource, "frontend");
  const llvm::Function& top = *compiled.compilation().program.top;
  EXPECT_EQ(location_of(top).text(), "test.cpp:9");
  EXPECT_EQ(readable_name(top), "step");
}

// LLVM merges code of several lines and then knows none: the instruction's is the function's, the named wire's that of
// the variable.
TEST(Locations, OfANamedWireAreThoseOfItsVariable) {
  const Compiled compiled(
      R"(struct State { hls::Bits<3> count; };
struct In { hls::Bit a; hls::Bit b; };
struct Out { hls::Bit x; };
void step(State& state, const In& in, Out& out) {
  const bool take = !out.x || in.a;
  const hls::Bit pop(take && state.count != 0);
  const hls::Bit push(in.b && state.count != 4);
  if (take) out.x = pop;
  state.count = hls::Bits<3>(state.count + push - pop);
}
)");
  const std::string text = dump(compiled.top());
  for (const char* wire : {"// take, test.cpp:5\n", "// pop, test.cpp:6\n"}) {
    EXPECT_NE(text.find(wire), std::string::npos) << wire << text;
  }
}

TEST(Locations, ReadNamesWithoutArguments) {
  Compiled compiled(
      R"(template <int N, class T> struct Part { int r; HLS_MODULE void tick(T (*)(int), int v) { r = v; } };
struct State { int n; }; struct In { int a; }; struct Out { int x; };
int (*pointer)(int); Part<3, int> part;
void use() { part.tick(pointer, 2); }
void step(State&, const In&, Out&) {}
)",
      "frontend");
  std::set<std::string> names;
  for (const llvm::Function& function : *compiled.compilation().program.module) names.insert(readable_name(function));
  EXPECT_EQ(names.count("Part<3, int>::tick"), 1u);
}

}  // namespace
}  // namespace stepc
