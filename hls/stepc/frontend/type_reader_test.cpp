// C++ types, as the debug information tells them: fields, offsets, widths.
#include "hls/stepc/frontend/type_reader.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

// "payload:32@0 tags[1]:3@5", with the offsets in bytes; "data" behind what is.
std::string described(const Type& type) {
  std::string text;
  for (const Leaf& leaf : leaves_of(type)) {
    const std::string words = leaf.type->is_memory() ? "x" + std::to_string(leaf.type->count) : "";
    text += (text.empty() ? "" : " ") + leaf.path + ":" + std::to_string(leaf.width()) + words + "@" +
            std::to_string(leaf.offset) + (leaf.is_data ? " data" : "");
  }
  return text;
}

// What is read of `struct State {fields}` behind `declarations`.
std::string state_of(const std::string& declarations, const std::string& fields) {
  const Compiled compiled(declarations + "struct State { " + fields +
                              R"( }; struct In { bool a; }; struct Out { bool b; };
void step(State&, const In&, Out&) {}
)",
                          "walk");
  return compiled.errors().empty() ? described(*compiled.top().state) : compiled.errors();
}

TEST(TypeReader, ReadsScalars) {
  EXPECT_EQ(state_of("enum class Mode : unsigned char { kA };",
                     "hls::Bits<5> a; bool b; std::uint16_t c; int d; Mode e; hls::Bits<64> f;"),
            "a:5@0 b:1@1 c:16@2 d:32@4 e:8@8 f:64@16");
}

TEST(TypeReader, ReadsStructuresAndArrays) {
  EXPECT_EQ(state_of("#include <array>\nstruct Pair { hls::Bits<3> x; std::uint8_t y; };",
                     "Pair one; Pair two[2]; std::array<std::array<hls::Bits<9>, 2>, 2> grid; bool m[2][1];"),
            "one.x:3@0 one.y:8@1 two[0].x:3@2 two[0].y:8@3 two[1].x:3@4 two[1].y:8@5 grid[0][0]:9@6 grid[0][1]:9@8 "
            "grid[1][0]:9@10 grid[1][1]:9@12 m[0][0]:1@14 m[1][0]:1@15");
}

TEST(TypeReader, TakesTheFieldsOfBasesAndOfAnonymousStructures) {
  EXPECT_EQ(state_of("struct Base { int a; };", ""), "");
  EXPECT_EQ(state_of("struct Base { int a; }; struct Derived : Base { bool b; };",
                     "Derived d; struct { hls::Bits<2> c; struct { bool e; }; } f; struct { bool g; };"),
            "d.a:32@0 d.b:1@4 f.c:2@8 f.e:1@9 g:1@10");
}

TEST(TypeReader, ReadsMemories) {
  const Compiled compiled(
      R"(struct Word { hls::Bits<7> a; bool b; };
struct State { hls::Ram<Word, 4> ram; hls::SyncRam<hls::Bits<6>, 8> sync; hls::ForwardingRam<bool, 2> forward; };
struct In { bool a; }; struct Out { bool b; };
void step(State&, const In&, Out&) {}
)",
      "walk");
  const Type& state = *compiled.top().state;
  EXPECT_EQ(described(state), "ram:8x4@0 sync:6x8@8 forward:1x2@17");
  EXPECT_EQ(state.fields[0].type->kind, Type::Kind::kMemory);
  EXPECT_FALSE(state.fields[0].type->forwards);
  EXPECT_EQ(state.fields[1].type->kind, Type::Kind::kSyncMemory);
  EXPECT_EQ(state.fields[1].type->memory_data_offset, 8u);
  EXPECT_TRUE(state.fields[2].type->forwards);
}

TEST(TypeReader, TakesDataAtItsWord) {
  EXPECT_EQ(state_of("struct Data { static constexpr bool kHlsData = true; int a; bool b[2]; };"
                     "struct Control { static constexpr bool kHlsData = false; int a; };"
                     "struct Outer { Data data; int c; };",
                     "Data x; Control y; Outer z[1];"),
            "x.a:32@0 data x.b[0]:1@4 data x.b[1]:1@5 data y.a:32@8 z[0].data.a:32@12 data z[0].data.b[0]:1@16 data "
            "z[0].data.b[1]:1@17 data z[0].c:32@20");
}

// clang does not tell the value of a template's static member that nothing uses.
TEST(TypeReader, ReadsTheMarkOfTemplatesToo) {
  EXPECT_EQ(state_of(R"(template <class T> struct Data { static constexpr bool kHlsData = true; T a; };
template <class T> struct Control {
  static constexpr bool kHlsData{false};
 T a; };
)",
                     "Data<int> x; Control<int> y;"),
            "x.a:32@0 data y.a:32@4");
  EXPECT_EQ(state_of("template <class T> struct Data {\n  static constexpr bool kHlsData = sizeof(T) > 1; T a; };\n",
                     "Data<int> x;"),
            "test.cpp:2: error: kHlsData must say true or false in one line\n");
}

// What a base says goes for its own fields.
TEST(TypeReader, InheritsDataFieldByField) {
  EXPECT_EQ(state_of("struct Data { static constexpr bool kHlsData = true; int a; }; struct More : Data { int b; };",
                     "More x;"),
            "x.a:32@0 data x.b:32@4");
}

TEST(TypeReader, ReportsEveryFieldThatHardwareCannotHold) {
  EXPECT_EQ(state_of("union Either { int a; unsigned b; };\nstruct Inner {\n  float f;\n  int* p;\n  double g[2];\n  "
                     "decltype(nullptr) n;\n};\n",
                     "Inner one;\n  Inner two; Either e; unsigned _BitInt(5) i; unsigned j : 3;\n"),
            R"(test.cpp:1: error: a union is not translatable
test.cpp:3: error: floating point is not translatable
test.cpp:4: error: a pointer or a reference cannot be a register, a port or a memory word
test.cpp:5: error: floating point is not translatable
test.cpp:6: error: std::nullptr_t cannot be a register, a port or a memory word: it has one value, leave it out
test.cpp:9: error: a bare _BitInt: debug information loses its width, use hls::Bits<W>
test.cpp:9: error: a bit-field is not translatable, use hls::Bits<W>
)");
}

TEST(TypeReader, NamesTheUsersLineForTheWordsOfAMemory) {
  EXPECT_EQ(state_of("\n", "int n;\n  hls::Ram<float, 4> ram;\n"),
            "test.cpp:3: error: floating point is not translatable\n");
}

}  // namespace
}  // namespace stepc
