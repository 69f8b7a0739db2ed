// SPDX-License-Identifier: Apache-2.0
// Generates inheritance from types that become no structure, members in the padding of a base, and
// three levels of nested parts, each of which writes the registers of the parts within it.
#include <fmt/format.h>

#include "hls/stepc/tests/fuzz/objects.hpp"

namespace fuzz {

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

}  // namespace fuzz
