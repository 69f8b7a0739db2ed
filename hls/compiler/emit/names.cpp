#include "hls/compiler/emit/names.hpp"

#include <cctype>

namespace stepc {
namespace {

// Of IEEE 1800, those that a C++ program may well use as names.
const std::set<std::string> kReserved = {
    "accept_on",  "alias",    "always",     "always_comb", "always_ff", "always_latch",
    "and",        "assert",   "assign",     "assume",      "automatic", "before",
    "begin",      "bind",     "bins",       "bit",         "break",     "buf",
    "byte",       "case",     "cell",       "checker",     "class",     "clocking",
    "config",     "const",    "constraint", "context",     "continue",  "cover",
    "cross",      "deassign", "default",    "defparam",    "design",    "disable",
    "dist",       "do",       "edge",       "else",        "end",       "endcase",
    "endmodule",  "enum",     "event",      "eventually",  "expect",    "export",
    "extends",    "extern",   "final",      "first_match", "for",       "force",
    "foreach",    "forever",  "fork",       "function",    "generate",  "genvar",
    "global",     "highz0",   "if",         "iff",         "ifnone",    "illegal_bins",
    "implements", "implies",  "import",     "initial",     "inout",     "input",
    "inside",     "instance", "int",        "integer",     "interface", "intersect",
    "join",       "large",    "let",        "liblist",     "library",   "local",
    "localparam", "logic",    "longint",    "macromodule", "matches",   "medium",
    "modport",    "module",   "nand",       "negedge",     "nettype",   "new",
    "nexttime",   "nor",      "not",        "null",        "or",        "output",
    "package",    "packed",   "parameter",  "pmos",        "posedge",   "primitive",
    "priority",   "process",  "program",    "property",    "protected", "pull0",
    "pulldown",   "pullup",   "pure",       "rand",        "randcase",  "real",
    "realtime",   "ref",      "reg",        "reject_on",   "release",   "repeat",
    "restrict",   "return",   "sequence",   "shortint",    "shortreal", "signed",
    "small",      "soft",     "solve",      "specify",     "static",    "string",
    "strong",     "struct",   "super",      "supply0",     "supply1",   "table",
    "tagged",     "task",     "this",       "throughout",  "time",      "timeprecision",
    "timeunit",   "tran",     "tri",        "tri0",        "tri1",      "triand",
    "type",       "typedef",  "union",      "unique",      "unsigned",  "until",
    "untyped",    "use",      "uwire",      "var",         "vectored",  "virtual",
    "void",       "wait",     "wand",       "weak",        "while",     "wildcard",
    "wire",       "with",     "within",     "wor",         "xnor",      "xor"};

}  // namespace

bool Names::is_free(const std::string& name) const {
  return kReserved.count(name) == 0 && taken_.count(name) == 0;
}

std::string Names::unique(const std::string& wanted) {
  std::string name = wanted;
  for (unsigned i = 2; !is_free(name); ++i) name = wanted + "_" + std::to_string(i);
  taken_.insert(name);
  return name;
}

std::string Names::unique(const std::string& wanted, const std::string& suffix) {
  return unique(is_free(wanted) ? wanted : wanted + suffix);
}

std::string without_keyword(const std::string& name) {
  return kReserved.count(name) > 0 ? name + "_" : name;
}

std::string snake_case(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
    const bool after_lower = !result.empty() && (std::islower(static_cast<unsigned char>(result.back())) != 0 ||
                                                 std::isdigit(static_cast<unsigned char>(result.back())) != 0);
    if (upper && after_lower) result += '_';
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

}  // namespace stepc
