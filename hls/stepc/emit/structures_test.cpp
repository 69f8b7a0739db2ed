// Types and the package.
#include "hls/stepc/emit/structures.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

constexpr char kSource[] = R"(struct Inner { bool flag; hls::Bits<5> word; };
struct Outer { Inner inner[2]; hls::Bits<3> grid[2][4]; Inner last; };
struct Part { int r; HLS_MODULE Inner tick(const Outer& outer) { r = outer.grid[1][2]; return outer.last; } };
struct State { Part part; }; struct In { Outer outer[3]; hls::Bits<2> a[2]; bool b; }; struct Out { Inner inner; };
void step(State& s, const In& in, Out& out) { out.inner = s.part.tick(in.outer[0]); }
)";

TEST(Types, AreVectorsAndStructuresOfThePackage) {
  EXPECT_EQ(vector_type(1), "logic");
  EXPECT_EQ(vector_type(8), "logic [7:0]");
  const Compiled compiled(kSource);
  const Design& design = compiled.design();
  EXPECT_EQ(port_type(design, *design.in->fields[2].type), "logic");
  EXPECT_EQ(port_type(design, *design.out->fields[0].type), "test_pkg::inner_t");
}

TEST(Types, AreArraysWherePacked) {
  CompilationOptions options;
  options.arrays = Arrays::kPacked;
  const Compiled compiled(kSource, "names", options);
  const Design& design = compiled.design();
  EXPECT_EQ(port_type(design, *design.in->fields[0].type), "test_pkg::outer_t [2:0]");
  EXPECT_EQ(port_type(design, *design.in->fields[1].type), "logic [1:0][1:0]");
  EXPECT_EQ(package_text(design), R"(package test_pkg;

typedef struct packed {
  logic flag;
  logic [4:0] word;
} inner_t;

typedef struct packed {
  inner_t [1:0] inner;
  logic [1:0][3:0][2:0] grid;
  inner_t last;
} outer_t;

endpackage

)");
}

TEST(Types, AreNumberedOtherwise) {
  const Compiled compiled(kSource);
  EXPECT_NE(package_text(compiled.design()).find(R"(typedef struct packed {
  inner_t inner_0;
  inner_t inner_1;
  logic [2:0] grid_0_0;
  logic [2:0] grid_0_1;
  logic [2:0] grid_0_2;
  logic [2:0] grid_0_3;
  logic [2:0] grid_1_0;
  logic [2:0] grid_1_1;
  logic [2:0] grid_1_2;
  logic [2:0] grid_1_3;
  inner_t last;
} outer_t;
)"),
            std::string::npos);
}

TEST(Types, AreImportedForIcarus) {
  const Compiled compiled(kSource);
  EXPECT_EQ(icarus_imports(compiled.design(), compiled.module("Part")),
            "`ifdef __ICARUS__\n  import test_pkg::outer_t, test_pkg::inner_t;\n`endif\n");
  const Compiled plain(
      R"(struct State { int n; }; struct In { int a; }; struct Out { int x; };
void step(State&, const In&, Out&) {}
)");
  EXPECT_EQ(icarus_imports(plain.design(), plain.top()), "");
  EXPECT_EQ(package_text(plain.design()), "");
}

}  // namespace
}  // namespace stepc
