// What stepc must refuse, with the C++ line and the reason, and its exit status.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "hls/stepc/tests/run_stepc.hpp"

namespace {

// A top whose body is `body`; the line of the body is 20.
struct Refused {
  const char* name;
  const char* declarations;  // line 7 to 19: one line
  const char* body;
  const char* reason;
  unsigned line = 20;
};

std::string source_of(const Refused& test) {
  std::string text =
      R"(#include <array>
#include <cstdlib>
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct In { hls::Bits<8> a; hls::Bits<8> b; hls::Bits<5> i; };
struct Out { hls::Bits<8> x; };
)";
  text += std::string(test.declarations) + "\n";
  for (int line = 8; line < 19; ++line) text += "\n";
  return text + "void step(State& state, const In& in, Out& out) {\n" + test.body + "\n}\n";
}

class Refuses : public testing::TestWithParam<Refused> {};

TEST_P(Refuses, WithLineAndReason) {
  const Refused& test = GetParam();
  const Scratch scratch;
  const std::filesystem::path source = scratch / (std::string(test.name) + ".cpp");
  std::ofstream(source) << source_of(test);
  const Outcome run = run_stepc(source.string() + " -o /dev/null -- -Wno-everything -I" STEPC_ROOT);
  EXPECT_EQ(run.status, 1);
  const std::string where = source.filename().string() + ":" + std::to_string(test.line) + ": error: ";
  EXPECT_NE(run.error.find(where), std::string::npos) << run.error;
  EXPECT_NE(run.error.find(test.reason), std::string::npos) << run.error;
}

constexpr char kPlain[] = "struct State { hls::Bits<8> s; int n; };";
constexpr char kMemory[] = "struct State { hls::Ram<hls::Bits<8>, 16> ram; hls::SyncRam<hls::Bits<8>, 16> sync; };";
constexpr char kPart[] =
    "struct Part { hls::Bits<8> r; HLS_MODULE void tick(hls::Bits<8> v) { r = v; } }; "
    "struct State { std::array<Part, 4> parts; };";

const Refused kRefused[] = {
    {"loop", kPlain, "for (unsigned i = 0; i < in.a; ++i) state.s = hls::Bits<8>(state.s * 3 + i);", "did not unroll"},
    {"loop_of_100000", kPlain, "for (unsigned i = 0; i < 100000; ++i) state.n = state.n * 3 + in.a;",
     "did not unroll: its number of iterations must be a constant, at most 65536"},
    {"loop_with_two_entries", kPlain,
     "if (in.a) goto second; first: state.n += in.b; if (state.n > 9) return; second: state.n ^= 5; if (in.i) goto "
     "first;",
     "a loop that goto enters at several places"},
    {"recursion", "struct State { int s; }; int f(int n, int m) { return n > m ? f(n - 3, m ^ n) * f(n / 2, m) : n; }",
     "state.s = f(in.a, in.b);", "recursion"},
    {"heap", kPlain, "int* p = static_cast<int*>(std::malloc(in.a)); state.n = p[in.b];", "hardware has no heap"},
    {"new", kPlain, "auto* p = new int[in.a + 3u]; p[in.b] = 7; state.n = p[0];", "hardware has no heap"},
    {"external", "struct State { int s; }; int elsewhere(int);", "state.s = elsewhere(in.a);", "body is not known"},
    {"floating_point", kPlain, "state.n = static_cast<int>(static_cast<float>(state.n) * 1.5f);", "floating point"},
    {"floating_register", "struct State { float f; };", "state.f = 1;", "floating point", 7},
    {"union_register", "union Either { int a; unsigned b; }; struct State { Either e; };", "state.e.a = in.a;", "union",
     7},
    {"pointer_register", "struct State { int* p; };", "state.p = nullptr;", "pointer", 7},
    {"pointer_escapes", kPlain, "state.n = static_cast<int>(reinterpret_cast<unsigned long>(&state) >> in.a);",
     "pointer escapes"},
    {"inline_assembly", kPlain, "asm(\"nop\" : \"+r\"(state.n));", "inline assembly"},
    {"volatile", kPlain, "volatile int v = in.a; state.n = v;", "volatile"},
    {"function_pointer",
     "struct State { int s; }; int f(int x) { return x + 1; } int g(int x) { return x * 2; } int (*volatile h)(int) = "
     "f;",
     "state.s = h(in.a);", "not translatable"},
    {"global", "struct State { int s; }; int counter;", "state.s = counter++;", "all state must be in State"},
    {"wide_integer", "struct State { __int128 s; };", "state.s = in.a;", "more than 64 bits", 7},
    {"variant_register", "#include <variant>\nstruct State { std::variant<char, int> e; };", "state.e = 3;", "union",
     8},
    {"virtual_register", "struct V { int n; virtual void set(); };\nstruct State { V v; };", "state.v.n = 3;",
     "virtual functions are not translatable", 8},
    {"reset_of_a_memory",
     "struct P { hls::Ram<hls::Bits<8>, 4> r; HLS_MODULE void tick(int i) { r.write(i, hls::Bits<8>(i)); } }; struct "
     "State { P p; };",
     "state.p.tick(in.a); if (in.b == 9) state.p = P{};", "write its registers one by one"},
    {"difference_of_null", "struct State { hls::Bits<8> s[4]; int n; };",
     "auto* p = in.a ? &state.s[in.i & 3u] : nullptr; auto* q = in.b ? &state.s[1] : nullptr; state.n = p - q;",
     "difference of pointers that may both be null"},
    {"bare_bit_int", "struct State { unsigned _BitInt(5) s; };", "state.s = 1;", "hls::Bits", 7},
    {"bit_field", "struct State { unsigned s : 5; };", "state.s = 1;", "bit-field", 7},
    {"read_after_write", kMemory, "state.ram.write(in.i, in.a); out.x = state.ram.read(in.a & 15u);",
     "read after it is written"},
    {"two_writes", kMemory,
     "out.x = state.ram.read(0); if (in.a & 1u) state.ram.write(1, in.a); state.ram.write(2, in.b);", "written twice"},
    {"request_after_write", kMemory, "state.sync.write(in.i, in.a); state.sync.request(in.b);", "requested after"},
    {"data_after_request", kMemory, "state.sync.request(in.b); out.x = state.sync.data();", "after request"},
    {"part_twice", kPart, "state.parts[0].tick(in.a); if (in.i) state.parts[0].tick(in.b);", "twice in one cycle"},
    {"functions_in_two_orders",
     "struct Part { hls::Bits<8> r; HLS_MODULE void f() { r = hls::Bits<8>(r + 1); } HLS_MODULE void g() { r = "
     "hls::Bits<8>(r * 3); } }; struct State { Part part; };",
     "if (in.i == 1) { state.part.f(); state.part.g(); } else { state.part.g(); state.part.f(); }",
     "part 'part': 'g' runs after 'f' here and before it elsewhere; call them in one order"},
    {"part_at_dynamic_index", kPart, "state.parts[in.i & 3u].tick(in.a);", "fixed member of the state"},
    {"memory_of_a_part_read_late",
     "struct Part { hls::Ram<hls::Bits<8>, 16> ram; HLS_MODULE void tick(hls::Bits<8> v) { ram.write(3, v); } "
     "hls::Bits<8> head() const { return ram.read(3); } }; struct State { Part part; };",
     "state.part.tick(in.a); out.x = state.part.head();",
     "memory 'ram' of part 'part' is read after the part may have written it, or requested a word of it, in the same "
     "cycle; read it before",
     7},
    {"memory_of_a_part_written_by_its_owner",
     "struct Part { hls::Ram<hls::Bits<8>, 16> ram; HLS_MODULE hls::Bits<8> tick() { return ram.read(3); } }; "
     "struct State { Part part; };",
     "state.part.ram.write(1, in.a); out.x = state.part.tick();",
     "memory 'ram' of part 'part' is written or requested by its owner: give the part a function that does it"},
    {"part_with_a_memory_assigned",
     "struct Part { hls::Ram<hls::Bits<8>, 16> ram; hls::Bits<8> r; HLS_MODULE void tick() { r = ram.read(3); } }; "
     "struct State { Part part; };",
     "state.part.tick(); if (in.i == 1) state.part = Part{};", "to reset part 'part' write its registers one by one"},
    {"part_aliases",
     "struct Part { hls::Bits<8> r; HLS_MODULE void tick(const hls::Bits<8>& v, hls::Bits<8>& w) { w = r; r = v; } }; "
     "struct State { Part part; hls::Bits<8> x; };",
     "state.part.tick(state.x, state.x);", "same object"},
    {"large_dynamic_array", "struct State { std::array<hls::Bits<8>, 5000> words; };",
     "state.words[in.a * 16u + in.b] = in.a;", "use hls::Ram"},
};

INSTANTIATE_TEST_SUITE_P(Stepc, Refuses, testing::ValuesIn(kRefused),
                         [](const testing::TestParamInfo<Refused>& test) { return std::string(test.param.name); });

// Where the function's name stands.
TEST(IllFormedTops, AreToldWithTheirLine) {
  const Scratch scratch;
  const std::filesystem::path source = scratch / "top.cpp";
  for (const char* top :
       {"int step(State& s, const In& in, Out& out) { return s.n; }", "void step(State& s, In& in, Out& out) {}",
        "void step(State s, const In& in, Out& out) {}", "void step(State& s,\n const In& in) {}",
        "void step(State& s, const In& in, Out& out, int) {}"}) {
    std::ofstream(source) << "struct State { int n; };\nstruct In { int a; };\nstruct Out { int x; };\n\n"
                          << top << "\n";
    const Outcome run = run_stepc(source.string() + " -o /dev/null -- -Wno-everything");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.error, "top.cpp:5: error: a top must be void step(State&, const In&, Out&)\n") << top;
  }
}

TEST(SeveralErrors, AreToldInTheOrderOfTheSource) {
  const Scratch scratch;
  const std::filesystem::path source = scratch / "several.cpp";
  std::ofstream(source) << R"(#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
int elsewhere(int);
struct Deep { float f; };
struct Part { hls::Bits<8> r; HLS_MODULE void tick(hls::Bits<8> v) {
  r = hls::Bits<8>(elsewhere(v)); } };
struct State { Deep deep; Part part; union { int a; unsigned b; } either; };
struct In { hls::Bits<8> a; };
struct Out { hls::Bits<8> x; };
void step(State& s, const In& in, Out& out) {
  s.part.tick(in.a);
  for (unsigned i = 0; i < in.a; ++i) out.x = hls::Bits<8>(out.x * 3 + i);
}
)";
  const Outcome run = run_stepc(source.string() + " -o /dev/null -- -I" STEPC_ROOT);
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(
      run.error,
      "several.cpp:4: error: floating point is not translatable\n"
      "several.cpp:6: error: call of 'elsewhere', whose body is not known\n"
      "several.cpp:7: error: a union is not translatable\n"
      "several.cpp:12: error: the loop did not unroll: its number of iterations must be a constant, at most 65536\n");
}

TEST(SeveralErrors, EndAtTwenty) {
  const Scratch scratch;
  const std::filesystem::path source = scratch / "many.cpp";
  std::ofstream file(source);
  file << "int elsewhere(int);\nstruct State { int n; }; struct In { int a; }; struct Out { int x; };\n"
          "void step(State& s, const In& in, Out&) {\n";
  for (int i = 0; i < 25; ++i) file << "  s.n ^= elsewhere(in.a + " << i << ");\n";
  file << "}\n";
  file.close();
  const Outcome run = run_stepc(source.string() + " -o /dev/null");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 21);
  EXPECT_NE(run.error.find("many.cpp:23: error: "), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("stepc: error: and 5 more\n"), std::string::npos) << run.error;
}

}  // namespace
