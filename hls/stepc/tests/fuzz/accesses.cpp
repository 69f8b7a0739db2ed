// SPDX-License-Identifier: Apache-2.0
// Generates accesses of elements: by indices that only an earlier guard bounds, by pointers into
// the middle, in rows and tables, and by copies. Indices are small, so that guards often hold and a
// wrong address is seen.
#include <fmt/format.h>

#include <algorithm>

#include "hls/stepc/tests/fuzz/objects.hpp"

namespace fuzz {
namespace {

constexpr const char* kAssignments[] = {"=", "+=", "^=", "-=", "|="};

}  // namespace

// Reads an element, overwrites it, or computes it from itself.
std::string ObjectGenerator::use(const std::string& element) {
  const std::string sign = kAssignments[below(std::size(kAssignments))];
  if (below(3) == 0) return fmt::format("s.tally = s.tally * 3u + number({});\n", element);
  if (sign == "=") return fmt::format("{} = element({});\n", element, value());
  return fmt::format("{0} = element(number({0}) {1} {2});\n", element, sign[0], value());
}

// Uses an index plus or minus a constant. LLVM folds the constant into the address of the array,
// which then begins in the member before or behind it.
std::string ObjectGenerator::moved_index() {
  const Array& array = any();
  const unsigned length = array.length;
  const auto first = static_cast<unsigned>(1 + below(5));
  const auto at = [&](const std::string& index) { return use(fmt::format("s.{}[{}]", array.name, index)); };
  switch (below(6)) {
    case 0:
      return fmt::format("if (const std::uint64_t i = in.x % {}u; i >= {}u && i < {}u) ", first + length + below(4),
                         first, first + length) +
             at(fmt::format("i - {}u", first));
    case 1:
      return fmt::format("if (const std::uint64_t i = in.u % {}u; i && i <= {}u) ", length + 1 + below(4), length) +
             at("i - 1");
    case 2:
      return fmt::format("if (const int n = (in.s & 15) - {}; n >= -{} && n < {}) ", 2 + below(6), first,
                         static_cast<int>(length) - static_cast<int>(first)) +
             at(fmt::format("n + {}", first));
    case 3:
      return fmt::format("if (const std::uint32_t i = in.w % 16u - {0}u; i < {1}u) ", first, length) + at("i");
    case 4:
      return fmt::format("if (const std::uint64_t i = in.x % {0}u; i > {1}u && i <= {2}u) ", first + length + 2, first,
                         first + length) +
             at(fmt::format("{}u - i", first + length));
    default:
      return at(fmt::format("{}u - in.x % {}u", length - 1, length));
  }
}

// Moves a pointer into the middle of an array both ways, by a signed number of 64 bits times a
// stride.
std::string ObjectGenerator::strided() {
  const Array& array = any();
  const auto stride = static_cast<unsigned>(2 + below(2));
  const auto middle = static_cast<unsigned>(array.length - 1 - below(array.length / 2));
  return fmt::format("if (const std::int64_t k = in.k % {}; k >= -{} && k <= {}) ", 2 + below(4), middle / stride,
                     (array.length - 1 - middle) / stride) +
         use(fmt::format("(&s.{}[0] + {})[{} * k]", array.name, middle, stride));
}

// Uses one index over two arrays, or a pointer to either.
std::string ObjectGenerator::two_arrays() {
  const Array& a = any();
  const Array& b = any();
  if (below(2) == 0) {
    const std::string first = use(fmt::format("s.{}[j]", a.name));
    return fmt::format(
        "{{\n  const std::uint64_t j = in.u % {}u;\n  if (j < {}u) {{\n    {}  }} else {{\n    {}  }}\n}}\n",
        a.length + b.length, a.length, first, use(fmt::format("s.{}[j - {}u]", b.name, a.length)));
  }
  return fmt::format("{{\n  {}* p = {} ? &s.{}[0] : &s.{}[0];\n  {}}}\n", element_, condition(), a.name, b.name,
                     use(fmt::format("p[in.x % {}u]", std::min(a.length, b.length))));
}

// Accesses one of two tables side by side: the element itself, or the element before it, or the one
// above and behind it.
std::string ObjectGenerator::table_access() {
  const char* table = below(2) == 0 ? "grid" : "board";
  switch (below(4)) {
    case 0:
      return use(fmt::format("s.{}[in.x % 3u][in.w % 5u]", table));
    case 1:
      return fmt::format("if (const std::uint64_t column = in.u % {}u; column) ", 5 + below(2)) +
             use(fmt::format("s.{}[in.x % 3u][column - 1]", table));
    case 2:
      return "if (const std::uint64_t row = in.x % 3u; row && in.u % 5u + 1 < 5) " +
             use(fmt::format("s.{}[row - 1][in.u % 5u + 1]", table));
    default:
      return "if (const std::int64_t row = in.k % 3 + 1, column = in.s % 5 + 2; row >= 0 && row < 3 && column >= 0 && "
             "column < 5) " +
             use(fmt::format("s.{}[row][column]", table));
  }
}

// Copies a row or an array, or writes one element of a row.
std::string ObjectGenerator::copy() {
  switch (below(5)) {
    case 0:
      return "s.rows[in.x % 4u] = s.rows[in.w % 4u];\n";
    case 1:
      return fmt::format("s.rows[in.x % 4u].right[in.w % 2u] = element({});\n", value());
    case 2:
      return fmt::format("if (in.x % 4u != 0) s.rows[in.x % 4u - 1].left[2 - in.w % 3u] = element({});\n", value());
    case 3: {
      const Array& to = any();
      const Array& from = any();
      if (to.name == from.name) return fmt::format("std::memset(&s.{}[0], 0, sizeof s.{});\n", to.name, to.name);
      return fmt::format("std::memcpy(&s.{}[0], &s.{}[0], {} * sizeof({}));\n", to.name, from.name,
                         std::min(to.length, from.length), element_);
    }
    default:
      return "std::memcpy(s.rows[in.x % 4u].left, s.grid[in.w % 3u].data(), sizeof s.rows[0].left);\n";
  }
}

std::string ObjectGenerator::search() {
  const Array& array = any();
  return fmt::format(
      "for (unsigned i = 0; i < {}; ++i) {{\n  if (number(s.{}[i]) > {}) {{\n    out.found = i;\n    break;\n  "
      "}}\n}}\n",
      array.length, array.name, value());
}

std::string ObjectGenerator::access() {
  std::string text;
  switch (below(8)) {
    case 0:
      text = copy();
      break;
    case 1:
      text = search();
      break;
    case 2:
      text = two_arrays();
      break;
    case 3:
      text = table_access();
      break;
    case 4:
    case 5:
      text = strided();
      break;
    default:
      text = moved_index();
  }
  return below(3) == 0 ? "if (" + condition() + ") {\n" + text + "}\n" : text;
}

}  // namespace fuzz
