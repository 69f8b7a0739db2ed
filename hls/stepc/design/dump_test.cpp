// The text of --print-after.
#include "hls/stepc/design/dump.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

TEST(Dump, ShowsEverythingOnceAboveItsUse) {
  const test::Compiled compiled(
      R"(struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Part {
  hls::SyncRam<Pair, 4> ram;
  hls::Bits<5> r{7};
  HLS_MODULE Pair tick(hls::Bits<5> v, int unused) {
    const Pair old = ram.data();
    ram.request(v & 3u);
    HLS_ASSERT(v != 9, "nine");
    const hls::Bits<5> sum(v + r);
    if (old.a == 1) r = sum;
    return old;
  }
};
struct State { Part part; }; struct In { hls::Bits<5> v; bool go; }; struct Out { Pair x; };
void step(State& s, const In& in, Out& out) {
  if (in.go) out.x = s.part.tick(in.v, 3);
}
)");
  EXPECT_EQ(dump(compiled.design()),
            R"(module test_Part: Part::tick, test.cpp:5
  enable enable
  input v: 5
  input unused: 32, unused
  output result: Pair 7
  register r: 5, r, reset 5'd7
  memory ram: 4 x 7, ram, registered read
  %0 = ram.data: 7
  %1 = extract %0 from bit 4: 3  // test.cpp:6
  %2 = equal %1 3'd1: 1  // test.cpp:10
  %3 = register r: 5
  %4 = input v: 5
  %5 = add %3 %4: 5  // sum, test.cpp:9
  r <= %5 if %2
  ram[2'd0] <= 7'd0 if 1'd0
  %6 = extract %4 from bit 0: 2  // test.cpp:7
  ram.data <= ram[%6] if 1'd1
  %7 = extract %0 from bit 0: 4  // test.cpp:6
  output result = %1, %7
  %8 = equal %4 5'd9: 1  // test.cpp:8
  %9 = not %8: 1  // test.cpp:8
  assert %9  // test.cpp:8: nine

module test: step, test.cpp:15
  input v: 5
  input go: 1
  output x: Pair 7
  register out_x_a: 3, out.x.a, reset 3'd0
  register out_x_b: 4, out.x.b, reset 4'd0
  instance part: test_Part at byte 0
  %0 = input go: 1  // test.cpp:16
  %1 = result part.result.a: 3  // test.cpp:16
  out_x_a <= %1 if %0
  %2 = result part.result.b: 4  // test.cpp:16
  out_x_b <= %2 if %0
  %3 = input v: 5
  call part(%3, 32'h3) if %0
  %4 = register out_x_a: 3
  %5 = register out_x_b: 4
  output x = %4, %5
)");
}

}  // namespace
}  // namespace stepc
