// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/name_table.hpp"

#include <set>

namespace stepc {

namespace {

// The functions of <cctype> depend on the locale; these do not.
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string in_small_letters(const std::string& name) {
  std::string result;
  for (const char c : name) result += to_lower(c);
  return result;
}

}  // namespace

std::string legal_identifier(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) {
    if (is_lower(c) || is_upper(c) || is_digit(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {  // Verilator reserves two in a row
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) return "unnamed";
  return is_digit(name[0]) ? "n_" + name : name;
}

std::string snake_case(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool after_word = i > 0 && (is_lower(name[i - 1]) || is_digit(name[i - 1]));
    const bool after_acronym = i > 0 && is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1]);
    if (is_upper(name[i]) && (after_word || after_acronym)) result += '_';
    result += to_lower(name[i]);
  }
  return result;
}

bool NameTable::is_free(const std::string& name) const {
  return !is_systemverilog_word(name) && taken_.count(in_small_letters(name)) == 0;
}

void NameTable::reserve(const std::string& name) {
  taken_.insert(in_small_letters(name));
}

std::string NameTable::unique(const std::string& wanted) {
  const std::string base = legal_identifier(wanted);
  std::string name = base;
  if (!is_free(name)) {
    unsigned& number = next_.emplace(base, 2u).first->second;
    do {
      name = base + "_" + std::to_string(number++);
    } while (!is_free(name));
  }
  reserve(name);
  return name;
}

std::string NameTable::unique(const std::string& wanted, const std::string& suffix) {
  const std::string base = legal_identifier(wanted);
  return unique(is_free(base) ? base : base + suffix);
}

std::string NameTable::unique_beside(const NameTable& other, const std::string& wanted, const std::string& suffix) {
  std::string base = legal_identifier(wanted);
  if (!other.is_free(base)) base += suffix;
  std::string name = unique(base);
  while (!other.is_free(name)) name = unique(base);
  return name;
}

std::string NameTable::unique_port(const std::string& wanted, const std::string& suffix) {
  const std::string base = legal_identifier(wanted);
  return is_verilator_word(base) ? unique(base + suffix) : unique(base, suffix);
}

std::string NameTable::unique_member(const std::string& wanted) {
  const std::string base = legal_identifier(wanted);
  std::string marked = base + "_";
  if (!is_systemverilog_word(base) || !is_free(marked)) return unique(base);
  reserve(marked);
  return marked;
}

bool is_systemverilog_word(const std::string& name) {
  // clang-format off
  static const std::set<std::string> words = {
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert", "assign", "assume",
    "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break", "buf", "bufif0", "bufif1", "byte",
    "case", "casex", "casez", "cell", "chandle", "checker", "class", "clocking", "cmos", "config", "const",
    "constraint", "context", "continue", "cover", "covergroup", "coverpoint", "cross", "deassign", "default",
    "defparam", "design", "disable", "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass",
    "endclocking", "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule", "endpackage",
    "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify", "endtable", "endtask", "enum", "event",
    "eventually", "expect", "export", "extends", "extern", "final", "first_match", "for", "force", "foreach",
    "forever", "fork", "forkjoin", "function", "generate", "genvar", "global", "highz0", "highz1", "if", "iff",
    "ifnone", "ignore_bins", "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial",
    "inout", "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect", "join",
    "join_any", "join_none", "large", "let", "liblist", "library", "local", "localparam", "logic", "longint",
    "macromodule", "matches", "medium", "modport", "module", "nand", "negedge", "nettype", "new", "nexttime", "nmos",
    "nor", "noshowcancelled", "not", "notif0", "notif1", "null", "or", "output", "package", "packed", "parameter",
    "pmos", "posedge", "primitive", "priority", "program", "property", "protected", "pull0", "pull1", "pulldown",
    "pullup", "pulsestyle_ondetect", "pulsestyle_onevent", "pure", "rand", "randc", "randcase", "randsequence",
    "rcmos", "real", "realtime", "ref", "reg", "reject_on", "release", "repeat", "restrict", "return", "rnmos",
    "rpmos", "rtran", "rtranif0", "rtranif1", "s_always", "s_eventually", "s_nexttime", "s_until", "s_until_with",
    "scalared", "sequence", "shortint", "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify",
    "specparam", "static", "string", "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1",
    "sync_accept_on", "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time", "timeprecision",
    "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand", "trior", "trireg", "type", "typedef",
    "union", "unique", "unique0", "unsigned", "until", "until_with", "untyped", "use", "uwire", "var", "vectored",
    "virtual", "void", "wait", "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with",
    "within", "wor", "xnor", "xor",
    // package std
    "mailbox", "process", "semaphore", "std"};
  // clang-format on
  return words.count(name) > 0;
}

bool is_verilator_word(const std::string& name) {
  // clang-format off
  static const std::set<std::string> words = {
    // C++
    "alignas", "alignof", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "catch", "char", "char8_t", "char16_t",
    "char32_t", "co_await", "co_return", "co_yield", "compl", "concept", "const_cast", "consteval", "constexpr",
    "constinit", "decltype", "delete", "double", "dynamic_cast", "explicit", "false", "float", "friend", "goto",
    "inline", "long", "mutable", "namespace", "noexcept", "not_eq", "nullptr", "operator", "or_eq", "private",
    "public", "register", "reinterpret_cast", "requires", "short", "sizeof", "static_assert", "static_cast", "switch",
    "template", "thread_local", "throw", "true", "try", "typeid", "typename", "using", "volatile", "wchar_t",
    "xor_eq",
    // Verilator 5.006 renames these, with a warning
    "abort", "atomic_cancel", "atomic_commit", "atomic_noexcept", "bit_vector", "cdecl", "complex", "const_iterator",
    "const_reference", "deque", "far", "huge", "interrupt", "list", "map", "multimap", "multiset", "near", "override",
    "pascal", "queue", "reference", "sc_clock", "sc_in", "sc_inout", "sc_out", "sc_signal", "sensitive",
    "sensitive_neg", "sensitive_pos", "set", "stack", "synchronized", "transaction_safe", "transaction_safe_dynamic",
    "type_info", "uint8_t", "uint16_t", "uint32_t", "vector",
    // members of the model's class and of its bases, and Verilator's types
    "TOP", "contextp", "eval", "eval_end_step", "eval_step", "eventsPending", "hierName", "m_context", "m_namep",
    "modelName", "name", "nextTimeSlot", "rootp", "threads", "trace", "traceConfig", "vlSymsp", "CData", "EData",
    "IData", "QData", "SData",
    // macros
    "EOF", "NULL", "TRUE", "FALSE", "errno", "linux", "major", "makedev", "minor", "offsetof", "stderr", "stdin",
    "stdout", "unix"};
  // clang-format on
  return words.count(name) > 0;
}

}  // namespace stepc
