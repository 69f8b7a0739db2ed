// Memories: what drives their ports, what is read, and what is refused.
#include "hls/stepc/walk/memory_ports.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;
using test::register_of;
using test::value_of;

Compiled compiled(const std::string& body) {
  return Compiled(R"(struct Word { hls::Bits<5> a; hls::Bits<3> b; };
struct State {
  hls::Ram<Word, 8> ram; hls::SyncRam<hls::Bits<7>, 16> sync; hls::ForwardingRam<hls::Bits<6>, 4> forward;
  hls::Ram<hls::Bits<9>, 4> banks[2];
};
struct In { hls::Bits<8> i; hls::Bits<8> j; Word word; bool go; };
struct Out { Word word; hls::Bits<9> x; hls::Bits<9> y; };
void step(State& s, const In& in, Out& out) {
)" + body + "}\n",
                  "walk");
}

// A word lies with its first field in the highest bits.
TEST(MemoryPorts, ReadAndWriteWords) {
  const Compiled design = compiled("out.word = s.ram.read(in.i);\nif (in.go) s.ram.write(in.j, in.word);\n");
  const Module& top = design.top();
  const MemoryBlock& ram = top.memories[0];
  const test::Values values = {{"input i", 11},           {"ram[3]", 0b10110'101}, {"input j", 13},
                               {"input word.a", 0b01101}, {"input word.b", 0b110}, {"input go", 1}};
  EXPECT_EQ(value_of(top, register_of(top, "out_word_a").next, values), 0b10110u);  // word 11 % 8
  EXPECT_EQ(value_of(top, register_of(top, "out_word_b").next, values), 0b101u);
  EXPECT_EQ(value_of(top, ram.write_enable, values), 1u);
  EXPECT_EQ(value_of(top, ram.write_address, values), 5u);  // 13 % 8
  EXPECT_EQ(value_of(top, ram.write_word, values), 0b01101'110u);
  EXPECT_EQ(value_of(top, ram.write_enable, {}), 0u);
  EXPECT_TRUE(ram.is_read);
  EXPECT_FALSE(top.memories[1].is_read);
}

TEST(MemoryPorts, WriteUnderTheConditionOfTheirPath) {
  const Compiled design = compiled(R"(out.word = s.ram.read(0);
if (in.i == 1) s.ram.write(1, in.word); else if (in.i == 2) s.ram.write(in.j, Word{});
)");
  const Module& top = design.top();
  const MemoryBlock& ram = top.memories[0];
  for (const std::uint64_t i : {0u, 1u, 2u}) {
    const test::Values values = {{"input i", i}, {"input j", 6}, {"input word.a", 31}};
    EXPECT_EQ(value_of(top, ram.write_enable, values), i == 0 ? 0u : 1u);
    if (i == 0) continue;
    EXPECT_EQ(value_of(top, ram.write_address, values), i == 1 ? 1u : 6u);
    EXPECT_EQ(value_of(top, ram.write_word, values), i == 1 ? 31u << 3 : 0u);
  }
}

TEST(MemoryPorts, AnswerARequestLater) {
  const Compiled design = compiled(
      R"(out.x = hls::Bits<9>(s.sync.data());
if (in.go) s.sync.request(in.i);
s.sync.write(3, hls::Bits<7>(in.j));
)");
  const Module& top = design.top();
  const MemoryBlock& sync = top.memories[1];
  ASSERT_TRUE(sync.is_sync());
  EXPECT_EQ(value_of(top, register_of(top, "out_x").next, {{"sync.data", 99}}), 99u);
  EXPECT_EQ(value_of(top, sync.request_enable, {{"input go", 1}}), 1u);
  EXPECT_EQ(value_of(top, sync.request_enable, {}), 0u);
  EXPECT_EQ(value_of(top, sync.request_address, {{"input i", 37}}), 5u);  // 37 % 16
  EXPECT_EQ(value_of(top, sync.write_word, {{"input j", 255}}), 127u);
}

TEST(MemoryPorts, ForwardWhatIsWritten) {
  const Compiled design = compiled(R"(out.x = hls::Bits<9>(s.forward.read(in.i));
if (in.go) s.forward.write(in.j, hls::Bits<6>(33));
out.y = hls::Bits<9>(s.forward.read(in.i));
)");
  const Module& top = design.top();
  const auto read = [&](std::uint64_t i, std::uint64_t j, std::uint64_t go, const char* reg) {
    return value_of(top, register_of(top, reg).next,
                    {{"input i", i}, {"input j", j}, {"input go", go}, {"forward[2]", 44}});
  };
  EXPECT_EQ(read(2, 2, 1, "out_x"), 44u);  // before the write
  EXPECT_EQ(read(2, 2, 1, "out_y"), 33u);
  EXPECT_EQ(read(2, 6, 1, "out_y"), 33u);  // 6 % 4
  EXPECT_EQ(read(2, 3, 1, "out_y"), 44u);
  EXPECT_EQ(read(2, 2, 0, "out_y"), 44u);
}

TEST(MemoryPorts, ChooseAmongMemories) {
  const Compiled design = compiled(R"(out.x = s.banks[in.i & 1u].read(in.j);
if (in.go) s.banks[in.j & 1u].write(2, hls::Bits<9>(in.i));
)");
  const Module& top = design.top();
  const test::Values values = {{"input i", 1}, {"input j", 2}, {"banks_0[2]", 20}, {"banks_1[2]", 21}, {"input go", 1}};
  EXPECT_EQ(value_of(top, register_of(top, "out_x").next, values), 21u);
  EXPECT_EQ(value_of(top, top.memories[3].write_enable, values), 1u);  // banks[0]: j is even
  EXPECT_EQ(value_of(top, top.memories[4].write_enable, values), 0u);
}

TEST(MemoryPorts, AreRefused) {
  EXPECT_EQ(compiled("s.ram.write(in.i, in.word);\nout.word = s.ram.read(in.j);\n").errors(),
            "test.cpp:10: error: memory 'ram' is read after it is written in the same cycle; read it before, or use "
            "hls::ForwardingRam\n");
  EXPECT_EQ(compiled("if (in.go) s.ram.write(in.i, in.word);\ns.ram.write(in.j, in.word);\n").errors(),
            "test.cpp:10: error: memory 'ram' may be written twice in one cycle\n");
  EXPECT_EQ(compiled("s.sync.write(1, hls::Bits<7>(1));\ns.sync.request(in.j);\n").errors(),
            "test.cpp:10: error: memory 'sync' is requested after it is written in the same cycle\n");
  EXPECT_EQ(compiled("s.sync.request(in.i);\ns.sync.request(in.j);\n").errors(),
            "test.cpp:10: error: memory 'sync' may be requested twice in one cycle\n");
  EXPECT_EQ(compiled("s.sync.request(in.i);\nout.x = hls::Bits<9>(s.sync.data());\n").errors(),
            "test.cpp:10: error: data() of memory 'sync' after request() in the same cycle\n");
  EXPECT_EQ(compiled("hls::Ram<Word, 8> local;\nout.word = local.read(in.i);\n").errors(),
            "test.cpp:10: error: a memory must be a member of the state or of a part that ticks in it\n");
}

// On paths that exclude one another there is one write in a cycle.
TEST(MemoryPorts, AllowOneWriteOnEachPath) {
  EXPECT_EQ(compiled("if (in.go) { s.ram.write(1, in.word); } else { s.ram.write(2, in.word); }\n").errors(), "");
}

}  // namespace
}  // namespace stepc
