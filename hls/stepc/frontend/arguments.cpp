// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/arguments.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace stepc {
namespace {

using std::string_view_literals::operator""sv;

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80u) != 0;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes an identifier from the front; false if there is none.
bool take_identifier(std::string_view& text) {
  if (text.empty() || !begins_word(text.front())) return false;
  const auto* const end =
      std::find_if(text.begin(), text.end(), [](char c) { return !begins_word(c) && !is_digit(c); });
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return true;
}

// Takes <...> from the front, if there is some; false if its brackets do not match.
bool take_template_arguments(std::string_view& text) {
  if (text.empty() || text.front() != '<') return true;
  std::string open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (";{}\"\\#\n\r"sv.find(c) != std::string_view::npos) return false;
    if (c == '(') open += ')';
    if (c == '<' && (open.empty() || open.back() == '>')) open += '>';  // within (...) it is a comparison
    if (c == ')' || (c == '>' && open.back() == '>')) {
      if (open.back() != c) return false;
      open.pop_back();
    }
    if (!open.empty()) continue;
    text.remove_prefix(i + 1);
    return true;
  }
  return false;
}

bool is_qualified_name(std::string_view text) {
  if (text.starts_with("::")) text.remove_prefix(2);
  while (take_identifier(text) && take_template_arguments(text)) {
    if (text.empty()) return true;
    if (!text.starts_with("::")) return false;
    text.remove_prefix(2);
  }
  return false;
}

// Flags behind which another argument is their value.
bool takes_value(const std::string& flag) {
  static constexpr std::string_view kFlags[] = {
      "-D",        "-I",       "-U",        "-idirafter", "-imacros",   "-include",      "-iquote",
      "-isysroot", "-isystem", "--sysroot", "-iprefix",   "-imultilib", "-Xpreprocessor"};
  return std::find(std::begin(kFlags), std::end(kFlags), flag) != std::end(kFlags);
}

struct Refused {
  std::string_view flag;
  bool is_beginning;  // of other flags, too
  const char* reason;
};

constexpr char kOutput[] = "stepc needs clang's output itself";
constexpr char kInput[] = "the source is C++, compiled for x86-64 Linux";
constexpr char kDependencies[] = "--depfile FILE, before --, writes dependencies";
constexpr char kDebug[] = "stepc reads types and lines from the debug information";

const char* reason_against(const std::string& flag) {
  static constexpr Refused kRefused[] = {
      {"-c", false, kOutput},
      {"--compile", false, kOutput},
      {"-o", true, kOutput},
      {"--output", true, kOutput},
      {"-E", false, kOutput},
      {"--preprocess", false, kOutput},
      {"-S", false, kOutput},
      {"--assemble", false, kOutput},
      {"-###", false, kOutput},
      {"-fsyntax-only", false, kOutput},
      {"--precompile", false, kOutput},
      {"--analyze", true, kOutput},
      {"-emit-", true, kOutput},
      {"-version", false, kOutput},
      {"--version", false, kOutput},
      {"-help", true, kOutput},
      {"--help", true, kOutput},
      {"-print-", true, kOutput},
      {"--print-", true, kOutput},
      {"-dump", true, kOutput},
      {"-save-temps", true, kOutput},
      {"--save-temps", true, kOutput},
      {"-working-directory", true, kOutput},
      {"-M", true, kDependencies},
      {"--dependencies", true, kDependencies},
      {"--user-dependencies", false, kDependencies},
      {"--write-", true, kDependencies},
      {"--target", true, kInput},
      {"-target", true, kInput},
      {"-x", true, kInput},
      {"--language", true, kInput},
      {"-m32", false, kInput},
      {"-mx32", false, kInput},
      {"-m16", false, kInput},
      {"-", false, kInput},
      {"-g0", false, kDebug},
      {"-ggdb0", false, kDebug},
      {"-g1", false, kDebug},
      {"-ggdb1", false, kDebug},
      {"-gline", true, kDebug},
      {"-gmlt", false, kDebug},
      {"-gsplit-dwarf", true, kDebug},
  };
  const auto* const found = std::find_if(std::begin(kRefused), std::end(kRefused), [&](const Refused& refused) {
    return refused.is_beginning ? flag.starts_with(refused.flag) : flag == refused.flag;
  });
  return found == std::end(kRefused) ? nullptr : found->reason;
}

}  // namespace

std::string reason_against_top(const std::string& name) {
  if (is_qualified_name(name)) return "";
  return name + ": must be the name of a function in C++, such as step or Node<4>::step";
}

std::string reason_against_flags(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (const char* reason = reason_against(flags[i])) {
      return flags[i] + ", behind --: " + reason + "; leave this flag out";
    }
    if (takes_value(flags[i])) ++i;
  }
  return "";
}

}  // namespace stepc
