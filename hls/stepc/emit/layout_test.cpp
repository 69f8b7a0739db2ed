// Where things are, in C++ and in the RTL: of a design that was never printed.
#include "hls/stepc/emit/layout.hpp"

#include <nlohmann/json.hpp>

#include "hls/stepc/emit/harness.hpp"
#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

// The offsets are those that C++ gives these structures on x86-64.
constexpr char kSource[] = R"(struct Pair { hls::Bits<3> a; hls::Bits<12> b; };
struct Data { static constexpr bool kHlsData = true; hls::Bits<8> word; };
struct Part {
  hls::SyncRam<Pair, 4> ram_;
  hls::Bits<2> at{2};
  bool fixed = true;
  HLS_MODULE Pair tick(hls::Bits<2> v) { const Pair old = ram_.data(); ram_.request(at); ram_.write(v, Pair{}); at = v; return old; }
};
struct State { bool first; Part parts[2]; Data data; };
struct In { Pair pairs[2]; hls::Bits<2> v; };
struct Out { bool valid; Pair last; };
void step(State& s, const In& in, Out& out) {
  s.first = in.pairs[1].b == 3; s.data.word = hls::Bits<8>(in.pairs[0].b);
  if (in.v == 1) out.last = s.parts[1].tick(in.v);
  out.valid = s.first;
}
)";

std::string text_of(const std::vector<RegisterPlace>& registers) {
  std::string text;
  for (const RegisterPlace& reg : registers) {
    text += (reg.in_out ? "out " : "state ") + reg.place.path + " @" + std::to_string(reg.place.offset) + "+" +
            std::to_string(reg.place.bytes) + " " + std::to_string(reg.place.width) + " " + reg.rtl + " " +
            (reg.is_reset ? std::to_string(reg.reset) : "data") + (reg.constant ? " constant" : "") + "\n";
  }
  return text;
}
std::string text_of(const std::vector<PortPlace>& ports) {
  std::string text;
  for (const PortPlace& port : ports) {
    text += port.place.path + " @" + std::to_string(port.place.offset) + " " + port.port + "[" +
            std::to_string(port.bit) + "+" + std::to_string(port.place.width) + "]\n";
  }
  return text;
}

TEST(Layout, TellsEveryRegister) {
  const Layout layout = layout_of(Compiled(kSource).design());
  EXPECT_EQ(layout.module, "test");
  // Part: 4 words of 4 bytes, one word that was read, `at`, `fixed`: 22 bytes; State: 2 + 2 * 22 + 1 and one of
  // padding.
  EXPECT_EQ(layout.state_bytes, 48u);
  EXPECT_EQ(text_of(layout.registers), R"(state first @0+1 1 first 0
state parts[0].at @22+1 2 parts_0_at 2 constant
state parts[0].fixed @23+1 1 parts_0_fixed 1 constant
state data.word @46+1 8 data_word data
out valid @0+1 1 out_valid 0
out last.a @2+1 3 out_last_a 0
out last.b @4+2 12 out_last_b 0
state parts[1].at @44+1 2 parts_1.at 2
state parts[1].fixed @45+1 1 parts_1.fixed 1 constant
)");
}

TEST(Layout, TellsEveryBitOfThePorts) {
  const Layout numbered = layout_of(Compiled(kSource).design());
  EXPECT_EQ(text_of(numbered.inputs), R"(pairs[0].a @0 pairs_0[12+3]
pairs[0].b @2 pairs_0[0+12]
pairs[1].a @4 pairs_1[12+3]
pairs[1].b @6 pairs_1[0+12]
v @8 v[0+2]
)");
  CompilationOptions options;
  options.arrays = Arrays::kPacked;
  const Layout packed = layout_of(Compiled(kSource, "names", options).design());
  EXPECT_EQ(text_of(packed.inputs), R"(pairs[0].a @0 pairs[12+3]
pairs[0].b @2 pairs[0+12]
pairs[1].a @4 pairs[27+3]
pairs[1].b @6 pairs[15+12]
v @8 v[0+2]
)");
}

TEST(Layout, TellsMemories) {
  const Layout layout = layout_of(Compiled(kSource).design());
  ASSERT_EQ(layout.memories.size(), 1u);
  const MemoryPlace& memory = layout.memories[0];
  EXPECT_EQ(memory.place.path, "parts[1].ram_");
  EXPECT_EQ(memory.place.offset, 24u);
  EXPECT_EQ(memory.rtl, "parts_1.ram");
  EXPECT_EQ(memory.data_rtl, "parts_1.ram_data");
  EXPECT_EQ(memory.words, 4u);
  EXPECT_EQ(memory.word_bytes, 4u);
  EXPECT_TRUE(memory.registered_read);
  EXPECT_EQ(memory.data_offset, 16u);
  EXPECT_EQ(text_of(memory.fields), "a @0 [12+3]\nb @2 [0+12]\n");
}

TEST(Layout, IsJson) {
  const auto json = nlohmann::json::parse(to_layout(Compiled(kSource).design()));
  EXPECT_EQ(json["module"], "test");
  EXPECT_EQ(json["registers"][0]["path"], "first");
  EXPECT_EQ(json["registers"][1]["rtl"], nullptr);  // a constant is no register
  EXPECT_EQ(json["registers"][1]["reset"], 2);
  EXPECT_EQ(json["registers"][3]["reset"], nullptr);  // data
  EXPECT_EQ(json["inputs"][1]["bit"], 0);
  EXPECT_EQ(json["memories"][0]["data_rtl"], "parts_1.ram_data");
}

// The harness is compiled and run in every lockstep test; here is what it says of each kind of thing.
TEST(Harness, DrivesComparesAndTakes) {
  const std::string text = to_harness(Compiled(kSource).design(), "test.cpp");
  for (const char* line :
       {"namespace test_rtl {", "using Model = Vtest;",
        "  stepc::put_bits(model.pairs_1, 12, 3, stepc::read_field(&in, {4, 1, 3}));",
        "  stepc::write_field(&in, {2, 2, 12}, random.next(12));",
        "  stepc::write_field(&out, {4, 2, 12}, stepc::get_bits(model.last, 0, 12));",
        "stepc::same(std::uint64_t{root.test__DOT__parts_1__DOT__at}, stepc::read_field(&object, {44, 1, 2}), "
        "\"parts[1].at\", mismatch)",
        "stepc::same(std::uint64_t{2u}, stepc::read_field(&object, {22, 1, 2}), \"parts[0].at\", mismatch)",
        "stepc::same(std::uint64_t{root.test__DOT__out_valid}, stepc::read_field(&object, {0, 1, 1}), \"out.valid\", "
        "mismatch)",
        "stepc::get_bits(root.test__DOT__parts_1__DOT__ram_data, 0, 12)",
        "  stepc::write_field(&state, {46, 1, 8}, root.test__DOT__data_word);"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  EXPECT_EQ(text.find("write_field(&state, {0, 1, 1}, root"), std::string::npos);  // reset reaches `first`
}

}  // namespace
}  // namespace stepc
