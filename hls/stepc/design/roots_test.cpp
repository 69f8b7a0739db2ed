// SPDX-License-Identifier: Apache-2.0
// Tests the roots of a module: each driver is visited once, with the name that its wire may take.
#include "hls/stepc/design/roots.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

constexpr char kRoots[] =
    R"(struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Part { hls::Ram<Pair, 4> ram; hls::Ram<Pair, 4> unread; hls::Bits<5> r; bool flag; bool fixed = true;
  HLS_MODULE Pair tick(bool go, const Pair& pair, int unused) {
    const Pair old = ram.read(2); ram.write(r & 3u, pair); unread.write(1, pair);
    if (go) r = hls::Bits<5>(r + 1); flag = pair.a == 1; HLS_ASSERT(r != 9, "nine"); return old; } };
struct State { Part part; }; struct In { Pair pair; bool go; }; struct Out { Pair x; bool f; };
void step(State& s, const In& in, Out& out) { out.f = s.part.flag; out.x = s.part.tick(in.go, in.pair, 3); }
)";

std::string names_of_roots(const Module& module) {
  std::string text;
  each_root(module, [&](Expr x, const RootName& name) {
    text += (text.empty() ? "" : " ") + (name.text().empty() ? "-" : name.text()) + ":" + std::to_string(x->width);
  });
  return text;
}

TEST(EachRoot, VisitsRegistersOutputsMemoriesInstancesAndExports) {
  const Compiled compiled(kRoots);
  EXPECT_EQ(names_of_roots(compiled.module("Part")),
            "r_load:1 r_next:5 flag_next:1 fixed_next:1 result:7 ram_write:1 ram_write_address:2 ram_write_word:7 "
            "ram_request:1 ram_request_address:2 -:1");
  EXPECT_EQ(names_of_roots(compiled.top()),
            "out_x_a_next:3 out_x_b_next:4 out_f_next:1 x_a:3 x_b:4 f:1 part_enable:1 part_go:1 part_pair_a:3 "
            "part_pair_b:4");
}

TEST(EachRoot, CanReplaceThem) {
  Compiled compiled(kRoots, "walk");
  Module& part = const_cast<Module&>(compiled.module("Part"));
  unsigned count = 0;
  each_root(part, [&](Expr& x) {
    x = part.build.constant(x->width, 0);
    ++count;
  });
  EXPECT_GT(count, 8u);
  EXPECT_TRUE(test::register_of(part, "r").next->is_zero());
  EXPECT_TRUE(part.memories[0].write_word->is_zero());
  EXPECT_TRUE(used_symbols(part).empty());
}

TEST(EachAssertionRoot, VisitsWhatOnlyAssertionsNeed) {
  const Compiled compiled(kRoots);
  std::vector<std::string> names;
  each_assertion_root(compiled.module("Part"), [&](Expr, const RootName& name) { names.push_back(name.text()); });
  EXPECT_EQ(names, std::vector<std::string>{"holds"});
}

TEST(RootName, JoinsWhatThereIs) {
  EXPECT_EQ(RootName("queue", "packet", "payload").text(), "queue_packet_payload");
  EXPECT_EQ(RootName("queue", "packet").text(), "queue_packet");
  EXPECT_EQ(RootName("queue", "", "payload").text(), "queue_payload");
  EXPECT_EQ(RootName().text(), "");
}

}  // namespace
}  // namespace stepc
