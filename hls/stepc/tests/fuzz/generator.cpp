// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/tests/fuzz/generator.hpp"

#include <fmt/format.h>

namespace fuzz {
namespace {

constexpr unsigned kWidths[] = {1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 40, 63, 64};

std::string indented(const std::string& text) {
  std::string result;
  bool start = true;
  for (const char c : text) {
    if (start && c != '\n') result += "  ";
    start = c == '\n';
    result += c;
  }
  return result;
}

}  // namespace

std::string Generator::fields(std::vector<Field>& list, const std::string& prefix, unsigned count) {
  std::string text;
  list.clear();
  for (unsigned i = 0; i < count; ++i) {
    const Field field{prefix + std::to_string(i), kWidths[below(std::size(kWidths))], below(3) == 0 ? 4u : 1u};
    list.push_back(field);
    const std::string first = prefix == "s" && below(2) == 0 ? fmt::format("{{{}u}}", random_()) : "";
    text += field.count > 1 ? fmt::format("  std::array<hls::Bits<{}>, {}> {};\n", field.width, field.count, field.name)
                            : fmt::format("  hls::Bits<{}> {}{};\n", field.width, field.name, first);
  }
  return text;
}

std::string Generator::leaf() {
  switch (below(6)) {
    case 0:
      return fmt::format("std::uint64_t{{{}u}}", below(4) == 0 ? random_() : below(20));
    case 1:
    case 2:
      if (locals_ > 0) return fmt::format("v{}", below(locals_));
      [[fallthrough]];
    case 3:
      return "word(" + target(any(in_)) + ")";
    default:
      return "word(" + target(any(state_)) + ")";
  }
}

std::string Generator::target(const Field& field) {
  const std::string object = field.name[0] == 's' ? "state." : field.name[0] == 'i' ? "in." : "out.";
  if (field.count == 1) return object + field.name;
  if (below(2) == 0) return fmt::format("{}{}[{}]", object, field.name, below(field.count));
  const Field& index = any(in_);
  const std::string number = index.count == 1 ? "in." + index.name : fmt::format("in.{}[0]", index.name);
  // The cases reach the same elements from the middle, from the end, and by an index that is one
  // too large at first.
  switch (below(4)) {
    case 0:
      return fmt::format("(&{}{}[2])[static_cast<std::int64_t>(word({}) & 3u) - 2]", object, field.name, number);
    case 1:
      return fmt::format("(&{}{}[3])[-static_cast<std::int64_t>(word({}) & 3u)]", object, field.name, number);
    case 2:
      return fmt::format("{}{}[word({}) % 4u + 1 - 1]", object, field.name, number);
    default:
      return fmt::format("{}{}[word({}) & {}u]", object, field.name, number, field.count - 1);
  }
}

std::string Generator::binary(unsigned depth) {
  const std::string a = expression(depth - 1);
  const std::string b = expression(depth - 1);
  switch (below(15)) {
    case 0:
      return fmt::format("({} + {})", a, b);
    case 1:
      return fmt::format("({} - {})", a, b);
    case 2:
      return fmt::format("(({} & 0xffu) * ({} & 0x3fu))", a, b);
    case 3:
      return fmt::format("({} & {})", a, b);
    case 4:
      return fmt::format("({} | {})", a, b);
    case 5:
      return fmt::format("({} ^ {})", a, b);
    case 6:
      return fmt::format("({} << ({} & 31u))", a, b);
    case 7:
      return fmt::format("({} >> ({} & 63u))", a, b);
    case 8:
      return fmt::format("word(static_cast<std::int64_t>({}) >> ({} & 63u))", a, b);
    case 9:
      return fmt::format("word(static_cast<std::uint32_t>({}) + static_cast<std::uint8_t>({}))", a, b);
    case 10:
      return fmt::format("word(static_cast<std::int16_t>({}) < static_cast<std::int32_t>({}))", a, b);
    case 11:
      return fmt::format("(({0} & 0x3ffu) % (({1} & 0x1fu) | 1u))", a, b);
    case 12:  // by any amount, even by a field that nothing writes
      return fmt::format("shifted_left({}, {})", a, leaf());
    case 13:
      return fmt::format("shifted_right({}, {})", a, leaf());
    default:
      return fmt::format("std::min({}, {})", a, b);
  }
}

std::string Generator::expression(unsigned depth) {
  if (depth == 0) return leaf();
  switch (below(8)) {
    case 0:
      return fmt::format("({} ? {} : {})", condition(depth - 1), expression(depth - 1), expression(depth - 1));
    case 1:
      return fmt::format("word(static_cast<unsigned>(__builtin_popcountll({})))", expression(depth - 1));
    case 2: {
      const std::string x = expression(depth - 1);
      return fmt::format("lowest({})", x);
    }
    case 3:
      return leaf();
    default:
      return binary(depth);
  }
}

std::string Generator::condition(unsigned depth) {
  static constexpr const char* kSigns[] = {"<", "<=", "==", "!=", ">", ">="};
  if (below(4) == 0) return fmt::format("(({} >> {} & 1u) != 0)", leaf(), below(8));
  return fmt::format("({} {} {})", expression(depth / 2), kSigns[below(6)], expression(depth / 2));
}

std::string Generator::assignment() {
  const Field& field = below(3) == 0 ? any(out_) : any(state_);
  return fmt::format("{} = hls::Bits<{}>({});\n", target(field), field.width, expression(3));
}

// A program reads and writes its memory at most once each: a memory has one write port, and is read
// before it is written.
std::string Generator::memory_statement() {
  if (in_loop_ || memory_written_) return assignment();
  if (!memory_read_) {
    memory_read_ = true;
    return fmt::format("{} = hls::Bits<{}>(word(state.memory.read(static_cast<std::uint32_t>({} & 7u))));\n",
                       target(out_[0]), out_[0].width, expression(1));
  }
  memory_written_ = true;
  return fmt::format("state.memory.write(static_cast<std::uint32_t>({} & 7u), hls::Bits<21>({}));\n", expression(1),
                     expression(2));
}

std::string Generator::statement(unsigned depth) {
  const auto block = [&](unsigned count) {
    const unsigned outer = locals_;  // locals of a block end with it
    const std::string text = "{\n" + indented(statements(depth - 1, count)) + "}";
    locals_ = outer;
    return text;
  };
  if (depth == 0) return assignment();
  switch (below(9)) {
    case 0:
    case 1:
      return "if (" + condition(2) + ") " + block(2) + "\n";
    case 2:
      return "if (" + condition(2) + ") " + block(2) + " else " + block(2) + "\n";
    case 3: {
      if (in_loop_) return assignment();
      in_loop_ = true;
      const std::string text =
          fmt::format("for (std::uint64_t v{} = 0; v{} < {}; ++v{}) ", locals_, locals_, 2 + below(3), locals_);
      ++locals_;
      const std::string body = block(2);
      --locals_;
      in_loop_ = false;
      return text + body + "\n";
    }
    case 4: {
      std::string text = "switch (" + expression(1) + " & 3u) {\n";
      for (unsigned i = 0; i < 3; ++i)
        text += fmt::format("  case {}: ", i) + block(1) + (below(4) == 0 ? "\n  [[fallthrough]];\n" : " break;\n");
      return text + "  default: " + block(1) + " break;\n}\n";
    }
    case 5:
      return memory_statement();
    case 6: {
      const std::string value = expression(3);
      return fmt::format("const std::uint64_t v{} = {};\n", locals_++, value);
    }
    default:
      return assignment();
  }
}

std::string Generator::statements(unsigned depth, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += statement(depth);
  return text;
}

std::string Generator::program(unsigned number) {
  memory_read_ = memory_written_ = in_loop_ = false;
  locals_ = 0;
  const std::string state = fields(state_, "s", 5);
  const std::string in = fields(in_, "i", 4);
  const std::string out = fields(out_, "o", 3);
  const std::string body = indented(statements(3, 8));
  return fmt::format(
      "struct State{0} {{\n{1}  hls::Ram<hls::Bits<21>, 8> memory;\n}};\nstruct In{0} {{\n{2}}};\nstruct Out{0} "
      "{{\n{3}}};\n"
      "inline void step{0}([[maybe_unused]] State{0}& state, [[maybe_unused]] const In{0}& in, "
      "[[maybe_unused]] Out{0}& out) {{\n{4}}}\n\n",
      number, state, in, out, body);
}

std::string Generator::unit(unsigned programs) {
  std::string text =
      "#pragma clang diagnostic ignored \"-Weverything\"  // conditions that are always true are what it is made of\n"
      "#include <algorithm>\n#include <array>\n#include <cstdint>\n#include <cstring>\n\n#include "
      "\"hls/types/bits.hpp\"\n"
      "#include \"hls/types/ram.hpp\"\n\nconstexpr std::uint64_t word(std::uint64_t x) { return x; }\n"
      "template <class T>\nconstexpr std::uint64_t word(T x) { return static_cast<std::uint64_t>(x); }\n"
      "constexpr std::uint64_t lowest(std::uint64_t x) { return x & (~x + 1); }\n"
      "constexpr std::uint64_t shifted_left(std::uint64_t x, std::uint64_t by) { return by < 64 ? x << by : 0; }\n"
      "constexpr std::uint64_t shifted_right(std::uint64_t x, std::uint64_t by) { return by < 64 ? x >> by : 0; }\n\n";
  std::string state;
  std::string in;
  std::string out;
  std::string calls;
  const std::vector<std::string> names = hard_names();
  const std::size_t first_name = below(names.size());
  for (unsigned i = 0; i < programs; ++i) {
    text += i % 2 == 0 ? program(i) : objects_.program(i);
    const std::string round = i < names.size() ? "" : std::to_string(i / names.size());
    const std::string name = names[(first_name + i) % names.size()] + round;
    state += fmt::format("  State{0} {1};\n", i, name);
    in += fmt::format("  In{0} {1};\n", i, name);
    out += fmt::format("  Out{0} {1};\n", i, name);
    calls += fmt::format("  step{0}(state.{1}, in.{1}, out.{1});\n", i, name);
  }
  return text + "struct State {\n" + state + "};\nstruct In {\n" + in + "};\nstruct Out {\n" + out +
         "};\n\nvoid step(State& state, const In& in, Out& out) {\n" + calls + "}\n";
}

}  // namespace fuzz
