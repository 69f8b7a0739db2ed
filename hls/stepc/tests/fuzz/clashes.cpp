// SPDX-License-Identifier: Apache-2.0
// Generates structures with members whose names clash in SystemVerilog but not in C++: in a base
// and its heir, `x[2]` beside `x_1`, `a` beside `a_`, in structures without a name. They are
// registers, ports of the top, and arguments and results of a part. Types of scalars are random, so
// that two scalars that change places are seen.
#include <fmt/format.h>

#include "hls/stepc/tests/fuzz/objects.hpp"

namespace fuzz {
namespace {

constexpr const char* kScalars[] = {"std::uint8_t", "std::uint16_t", "hls::Bits<3>", "std::uint32_t"};

}  // namespace

std::vector<std::string> hard_names() {
  return {"reg",     "wire",      "module",  "input", "output",  "begin",    "end",     "logic",     "packed",
          "assign",  "always",    "initial", "clk",   "rst",     "enable",   "result",  "word",      "table",
          "count_",  "Count",     "COUNT",   "byte",  "edge",    "cell",     "config",  "x_now",     "queue_next",
          "state",   "in",        "a__b",    "a_b",   "name",    "eval",     "choices", "_under",    "endmodule",
          "rootp",   "vlSymsp",   "type",    "bit",   "string",  "real",     "event",   "interface", "property",
          "supply0", "primitive", "strong",  "local", "rand",    "soft",     "$cash",   "größe",     "clk_",
          "in_x",    "out_x",     "x_out",   "data",  "x_write", "x_address"};
}

// Returns the declaration of a member; `path` leads to a scalar of it.
std::string ObjectGenerator::member(const std::string& declared, const std::string& path) {
  const std::string type = kScalars[below(std::size(kScalars))];
  scalars_.push_back({path, type});
  return fmt::format("  {} {};\n", type, declared);
}

std::string ObjectGenerator::clashing_members(const std::string& root, std::string& inherited) {
  const std::string name = hard_name();
  switch (below(4)) {
    case 0:
      inherited += member(name, root + "::" + name);
      return member(name, name);
    case 1: {
      const std::string first = member(name, name);
      return first + member(name + "_", name + "_");
    }
    case 2: {
      const std::string array = member(name + "[2]", name + "[in.x % 2u]");
      const std::string scalar = member(name + "_1", name + "_1");
      return below(2) == 0 ? array + scalar : scalar + array;
    }
    default: {
      const std::string other = hard_name();
      const std::string first = member(name, name);
      return "  struct {\n" + first + member(other + "_0", other + "_0") + "  };\n" + "  struct {\n" +
             member(other + "[2]", other + "[1]") + "  };\n";
    }
  }
}

std::string ObjectGenerator::clashing_classes(unsigned number) {
  scalars_.clear();
  names_ = hard_names();
  std::string inherited;
  std::string own;
  for (unsigned i = 0; i < 3; ++i) own += clashing_members(fmt::format("Root{}", number), inherited);
  return fmt::format(
      R"(struct Root{0} {{
{1}}};
struct Clash{0} : Root{0} {{
{2}}};
struct Holder{0} {{
  Clash{0} held{{}};
  HLS_MODULE Clash{0} swap(const Clash{0}& {3}, bool {4}) {{
    const Clash{0} old = held;
    if ({4}) held = {3};
    return old;
  }}
}};
)",
      number, inherited, own, hard_name(), hard_name());
}

std::string ObjectGenerator::clashing_statements() {
  std::string text = "out.clash = s.clash;\n";
  if (below(2) == 0) text += "if (" + condition() + ") s.clash = in.clash;\n";
  for (unsigned i = 0; i < 3; ++i) {
    const Scalar& to = scalars_[below(scalars_.size())];
    const Scalar& from = scalars_[below(scalars_.size())];
    text += fmt::format("s.clash.{} = static_cast<{}>(number(s.clash.{}) + number(in.clash.{}) * 5u);\n", to.path,
                        to.type, to.path, from.path);
  }
  text += fmt::format("if ({}) out.held = s.holder.swap({}.clash, {});\n", condition(), below(2) == 0 ? "in" : "s",
                      condition());
  return text;
}

}  // namespace fuzz
