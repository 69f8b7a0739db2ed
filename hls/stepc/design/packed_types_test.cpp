// C++ structures as packed structures, with arrays numbered and packed.
#include "hls/stepc/design/packed_types.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

// struct Inner { Bits<2> a; Bits<5> b; };  struct Outer { Inner inner[2]; Bits<3> grid[2][2]; bool last; };
class Packed : public testing::Test {
 protected:
  Packed()
      : compiled_(
            R"(struct Inner { hls::Bits<2> a; hls::Bits<5> b; };
struct Outer { Inner inner[2]; hls::Bits<3> grid[2][2]; bool last; };
struct State { int n; }; struct In { Outer outer; }; struct Out { bool b; };
void step(State&, const In&, Out&) {}
)",
            "walk"),
        outer_(*compiled_.design().in->fields[0].type) {}

  // "outer_t: inner_0 7@0, ..." for each structure, the first member in the highest bits.
  static std::string described(const PackedTypes& types) {
    std::string text;
    for (const PackedStructure& structure : types.structures()) {
      text += structure.name + ":";
      for (const PackedMember& member : structure.members) {
        text += " " + member.name;
        for (const std::uint64_t count : member.dimensions) text += "[" + std::to_string(count) + "]";
        text += "=" + std::to_string(member.width);
      }
      text += "\n";
    }
    return text;
  }

  test::Compiled compiled_;
  const Type& outer_;
};

TEST_F(Packed, NumbersArraysWhereToolsReadNone) {
  NameTable names;
  PackedTypes types;
  types.add(outer_, Arrays::kNumbered, names);
  EXPECT_EQ(described(types),
            R"(inner_t: a=2 b=5
outer_t: inner_0=7 inner_1=7 grid_0_0=3 grid_0_1=3 grid_1_0=3 grid_1_1=3 last=1
)");
  // Offsets: inner[1].b is byte 3, grid[1][0] byte 6.
  EXPECT_EQ(types.path(outer_, 3), ".inner_1.b");
  EXPECT_EQ(types.path(outer_, 6), ".grid_1_0");
  // 27 bits from the top: inner_0 26:20, inner_1 19:13, grid 12:1, last 0.
  EXPECT_EQ(outer_.width, 27u);
  EXPECT_EQ(low_bit(outer_, 0, Arrays::kNumbered), 25u);  // inner[0].a
  EXPECT_EQ(low_bit(outer_, 3, Arrays::kNumbered), 13u);  // inner[1].b
  EXPECT_EQ(low_bit(outer_, 6, Arrays::kNumbered), 4u);   // grid[1][0]
  EXPECT_EQ(low_bit(outer_, 8, Arrays::kNumbered), 0u);   // last
  EXPECT_EQ(bit_order(outer_, Arrays::kNumbered), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

// `inner_t [1:0] inner`: element 1 is the higher one.
TEST_F(Packed, KeepsArraysOtherwise) {
  NameTable names;
  PackedTypes types;
  types.add(outer_, Arrays::kPacked, names);
  EXPECT_EQ(described(types), "inner_t: a=2 b=5\nouter_t: inner[2]=14 grid[2][2]=12 last=1\n");
  EXPECT_EQ(types.path(outer_, 3), ".inner[1].b");
  EXPECT_EQ(types.path(outer_, 6), ".grid[1][0]");
  EXPECT_EQ(low_bit(outer_, 0, Arrays::kPacked), 18u);  // inner[0].a: behind inner[1]
  EXPECT_EQ(low_bit(outer_, 3, Arrays::kPacked), 20u);  // inner[1].b
  EXPECT_EQ(low_bit(outer_, 6, Arrays::kPacked), 7u);   // grid[1][0]
  EXPECT_EQ(low_bit(outer_, 8, Arrays::kPacked), 0u);
  EXPECT_EQ(bit_order(outer_, Arrays::kPacked), (std::vector<std::size_t>{2, 3, 0, 1, 7, 6, 5, 4, 8}));
}

TEST_F(Packed, KnowsPortsThatAreArrays) {
  NameTable names;
  PackedTypes types;
  const Type& array = *outer_.fields[0].type;
  types.add(array, Arrays::kPacked, names);
  EXPECT_EQ(types.path(array, 2), "[1].a");
  EXPECT_EQ(low_bit(array, 2, Arrays::kPacked), 12u);
  EXPECT_EQ(innermost(array).name, "Inner");
  EXPECT_EQ(dimensions_of(array), std::vector<std::uint64_t>{2});
}

std::string members_of(const std::string& structure) {
  test::Compiled compiled(structure +
                          R"(struct State { int n; }; struct In { Port port; }; struct Out { bool b; };
void step(State&, const In&, Out&) {}
)");
  std::string text;
  const Type& port = *compiled.design().in->fields[0].type;
  for (const PackedMember& member : compiled.design().packed.of(port).members) {
    text += (text.empty() ? "" : " ") + member.name;
  }
  return text;
}

TEST(PackedNames, AreUniqueInTheirStructure) {
  EXPECT_EQ(members_of("struct Port { bool a; bool a_; };"), "a a_2");
  EXPECT_EQ(members_of("struct Port { bool x_0; bool x[2]; };"), "x_0 x_0_2 x_1");
  EXPECT_EQ(members_of("struct Base { bool a; }; struct Port : Base { bool a; };"), "a a_2");
  EXPECT_EQ(members_of("struct Port { struct { bool a; }; struct { bool b; }; };"), "unnamed unnamed_2");
  EXPECT_EQ(members_of("struct Port { bool sequence; bool sequence_; };"), "sequence_ sequence_2");
  EXPECT_EQ(members_of("struct Port { bool gr\xc3\xbc\xc3\x9f"
                       "e; bool gr_e; };"),
            "gr_e gr_e_2");
  EXPECT_EQ(members_of("struct Port { bool a; bool A; };"), "a A_2");
}

}  // namespace
}  // namespace stepc
