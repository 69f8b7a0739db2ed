#include "hls/stepc/design/name_table.hpp"

#include "hls/stepc/design/reserved_words.hpp"

namespace stepc {
namespace {

// Not those of <cctype>: they ask the locale.
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

}  // namespace stepc
