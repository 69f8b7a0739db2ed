// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/tests/fuzz/objects.hpp"

#include <fmt/format.h>

namespace fuzz {
namespace {

constexpr const char* kElements[] = {"std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t", "hls::Bits<5>"};

}  // namespace

std::string ObjectGenerator::hard_name() {
  const std::size_t i = below(names_.size());
  const std::string name = names_[i];
  names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(i));
  return name;
}

std::string ObjectGenerator::arrays_of(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const Array array{hard_name(), 3 + static_cast<unsigned>(below(6))};
    arrays_.push_back(array);
    text += below(2) == 0 ? fmt::format("  {} {}[{}]{{}};\n", element_, array.name, array.length)
                          : fmt::format("  std::array<{}, {}> {}{{}};\n", element_, array.length, array.name);
  }
  return text;
}

std::string ObjectGenerator::words(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string(below(256));
  return text;
}

// Returns an expression of 64 bits.
std::string ObjectGenerator::value() {
  switch (below(7)) {
    case 0:
      return "in.u";
    case 1:
      return fmt::format("(in.x * {}u)", 1 + below(9));
    case 2:
      return fmt::format("std::uint64_t{{{}u}}", below(300));
    case 3:
      return "(static_cast<std::uint64_t>(in.s) + s.tally)";
    case 4: {
      const Array& array = any();
      return fmt::format("number(s.{}[{}])", array.name, below(array.length));
    }
    default: {
      const Array& array = any();
      return fmt::format("number(s.{}[in.x % {}u])", array.name, array.length);
    }
  }
}

std::string ObjectGenerator::condition() {
  switch (below(4)) {
    case 0:
      return fmt::format("(in.x & {}u) != 0", 1u << below(6));
    case 1:
      return fmt::format("{} > {}", value(), value());
    case 2:
      return fmt::format("in.u % {}u == {}u", 2 + below(4), below(2));
    default:
      return "in.go";
  }
}

// Generates a part with a base, two functions of its own, and a memory; `first` differs from object
// to object.
std::string ObjectGenerator::part_classes(unsigned number) {
  const std::string sum = hard_name();
  const std::string log = hard_name();
  return fmt::format(
      R"(struct Base{0} {{
  std::uint16_t {1} = {2};
  HLS_MODULE std::uint16_t add(std::uint8_t x) {{ return {1} = static_cast<std::uint16_t>({1} * {3}u + x); }}
}};
struct Part{0} : Base{0} {{
  std::uint8_t first, count = {4};
  std::array<std::uint8_t, 3> {5}{{}};
  hls::Ram<std::uint8_t, 8> words{{std::array<std::uint8_t, 8>{{{6}}}}};
  explicit Part{0}(std::uint8_t n = 0) : first(n) {{}}
  std::uint8_t head() const {{ return words.read(first & 7u); }}
  std::uint8_t at(unsigned i) const {{ return words.read((first + i) & 7u); }}
  HLS_MODULE std::uint8_t pop(std::uint8_t x) {{
    const std::uint8_t oldest = head();
    first = static_cast<std::uint8_t>(first + {7});
    {5}[x % 3u] = static_cast<std::uint8_t>(oldest ^ {1});
    return static_cast<std::uint8_t>(oldest + {5}[(x + 1u) % 3u]);
  }}
  HLS_MODULE void push(std::uint8_t x) {{
    if (count != {8}) words.write(first + count, x);
    count = static_cast<std::uint8_t>((count + 1u) & 7u);
  }}
}};
struct Whole{0} {{
  Part{0} inner{{{9}}};
  std::uint8_t turns = 0;
  HLS_MODULE std::uint8_t tick(std::uint8_t x, bool go) {{
    ++turns;
    const std::uint8_t head = inner.head();
    if (go) inner.push(x);
    return static_cast<std::uint8_t>(head + turns);
  }}
  HLS_MODULE void clear(std::uint8_t x) {{
    inner.count = x & 7u;
    inner.first = 0;
  }}
}};
)",
      number, sum, below(1000), 1 + below(9), below(8), log, words(8), 1 + below(4), below(8), below(8));
}

// Calls the functions of a part in one fixed order; pop reads before push writes.
std::string ObjectGenerator::part_calls(const std::string& part) {
  const auto if_any = [&](const std::string& statement) {
    return below(2) == 0 ? "if (" + condition() + ") " + statement : statement;
  };
  std::vector<std::string> calls = {
      if_any(fmt::format("out.word = s.{}.pop(static_cast<std::uint8_t>(in.x));\n", part)),
      if_any(fmt::format("s.{}.push(static_cast<std::uint8_t>({}));\n", part, value()))};
  calls.insert(calls.begin() + static_cast<std::ptrdiff_t>(below(3)),
               if_any(fmt::format("out.sum = s.{}.add(static_cast<std::uint8_t>({}));\n", part, value())));
  std::string text;
  if (below(2) == 0) text += fmt::format("out.head = s.{}.{};\n", part, below(2) == 0 ? "head()" : "at(in.x & 7u)");
  for (const std::string& call : calls) {
    if (below(4) == 0) text += if_any(fmt::format("s.{}.first = static_cast<std::uint8_t>({});\n", part, value()));
    text += call;
  }
  if (below(3) == 0) text += if_any(fmt::format("s.{}.count = 0;\n", part));
  if (below(2) == 0) text += fmt::format("s.tally += s.{}.count;\n", part);
  return text;
}

std::string ObjectGenerator::memory_calls() {
  std::string text = "out.answer = s.asked.data();\n";
  text += "if (" + condition() + ") s.asked.request(in.x & 7u);\n";
  text += fmt::format("if ({}) s.asked.write(in.w & 7u, static_cast<std::uint16_t>({}));\n", condition(), value());
  text += fmt::format("out.known = static_cast<std::uint16_t>(s.known.read({} & 7u) + s.other.read(in.x & 3u));\n",
                      value());
  text += fmt::format("if ({}) s.only.write(in.w, static_cast<std::uint16_t>(s.only.read(in.w) + {}));\n", condition(),
                      value());
  text += fmt::format("if ({}) s.other.write(in.u & 3u, static_cast<std::uint16_t>({}));\n", condition(), value());
  return text;
}

// Inheritance from types that become no structure, members in the padding of a base, and three
// levels of nested parts, each of which writes the registers of the parts within it.

std::string ObjectGenerator::heir_classes(unsigned number) {
  line_ = {"line", 2 + static_cast<unsigned>(below(5))};
  return fmt::format(
      R"(struct Count{0} : hls::Bits<{1}> {{
  using Bits::Bits;
  Count{0}() : Bits({2}) {{}}
}};
struct Line{0} : std::array<{3}, {4}> {{
  std::uint8_t turns = {5};
}};
struct Padded{0} {{
  std::uint32_t wide = {6};
  std::uint8_t narrow;
  Padded{0}() : narrow({7}) {{}}
  HLS_MODULE std::uint32_t roll(std::uint8_t x) {{
    narrow = static_cast<std::uint8_t>(narrow + x);
    return wide = wide * 3u + narrow;
  }}
}};
struct Behind{0} : Padded{0} {{
  std::uint8_t behind = {8};
}};
struct Outer{0} {{
  Whole{0} whole;
  std::uint8_t sum = 0;
  HLS_MODULE std::uint8_t run(std::uint8_t x, bool go) {{
    if (go) {{
      sum = static_cast<std::uint8_t>(sum + whole.tick(x, x % 3u == 0));
    }} else {{
      whole.clear(x);
    }}
    return static_cast<std::uint8_t>(sum ^ whole.inner.count);
  }}
}};
)",
      number, 2 + below(12), below(4), element_, line_.length, below(200), below(1000), below(200), below(200));
}

std::string ObjectGenerator::heir_statements(unsigned number) {
  const auto if_any = [&](const std::string& statement) {
    return below(2) == 0 ? "if (" + condition() + ") " + statement : statement;
  };
  std::string text = if_any(fmt::format("s.count = Count{}(s.count + {});\n", number, value()));
  text += "out.count = s.count;\n";
  text += if_any(fmt::format("s.line[in.x % {}u] = element({});\n", line_.length, value()));
  text += if_any("++s.line.turns;\n");
  text += if_any("out.line = s.line;\n");
  text += if_any(fmt::format("s.behind.roll(static_cast<std::uint8_t>({}));\n", value()));
  text += if_any(fmt::format("s.behind.behind = static_cast<std::uint8_t>(s.behind.behind + {});\n", value()));
  if (below(2) == 0) text += if_any(fmt::format("static_cast<Padded{0}&>(s.spare) = s.behind;\n", number));
  text += "s.spare.behind = s.behind.behind;\n";
  text += if_any(fmt::format("out.run = s.outer.run(static_cast<std::uint8_t>({}), in.go);\n", value()));
  text += fmt::format("s.tally += s.count + number(s.line[in.w % {}u]);\n", line_.length);
  text += "s.tally += s.outer.whole.inner.count * 3u + s.outer.whole.inner.first;\n";
  return text;
}

std::string ObjectGenerator::program(unsigned number) {
  element_ = kElements[below(std::size(kElements))];
  arrays_.clear();
  const std::string classes = clashing_classes(number);
  names_ = hard_names();
  const std::string parts = classes + part_classes(number) + heir_classes(number);
  const std::string lower = arrays_of(2 + static_cast<unsigned>(below(2)));
  const std::string upper = arrays_of(2 + static_cast<unsigned>(below(3)));
  std::vector<std::string> pieces = {
      part_calls("one"),     part_calls("two"),
      memory_calls(),        heir_statements(number),
      clashing_statements(), "out.whole = s.whole.tick(static_cast<std::uint8_t>(in.x), in.go);\n"};
  for (unsigned i = 0; i < 9; ++i)
    pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(below(pieces.size())), access());
  std::string body;
  for (const std::string& piece : pieces) body += piece;
  return parts + fmt::format(R"(struct Lower{0} {{
{1}}};
struct State{0} : Lower{0} {{
{2}  struct {{
    {3} left[3], right[2];
  }} rows[4]{{}};
  std::array<std::array<{3}, 5>, 3> grid{{}};
  {3} board[3][5]{{}};
  Part{0} one{{{4}}}, two{{{5}}};
  Whole{0} whole;
  Outer{0} outer;
  Count{0} count;
  Line{0} line{{}};
  Behind{0} behind, spare;
  Clash{0} clash{{}};
  Holder{0} holder;
  hls::Ram<std::uint16_t, 1> only;
  hls::SyncRam<std::uint16_t, 8> asked{{std::array<std::uint16_t, 8>{{{6}}}}};
  hls::Ram<std::uint16_t, 8> known{{std::array<std::uint16_t, 8>{{{7}}}}};
  hls::Ram<std::uint16_t, 4> other;
  std::uint64_t tally = {8};
}};
struct In{0} {{
  std::uint64_t x, u;
  std::int64_t k;
  std::uint32_t w;
  std::int32_t s;
  bool go;
  Clash{0} clash;
}};
struct Out{0} {{
  std::uint32_t found;
  std::uint16_t sum, answer, known;
  std::uint8_t word, head, whole, run;
  Count{0} count;
  Line{0} line{{}};
  Clash{0} clash{{}}, held{{}};
}};
inline void step{0}(State{0}& s, const In{0}& in, Out{0}& out) {{
  [[maybe_unused]] const auto number = [](auto x) {{ return static_cast<std::uint64_t>(x); }};
  [[maybe_unused]] const auto element = [](std::uint64_t x) {{ return static_cast<{3}>(x); }};
{9}}}

)",
                             number, lower, upper, element_, below(8), below(8), words(8), words(8), below(100), body);
}

}  // namespace fuzz
