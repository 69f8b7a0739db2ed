// SPDX-License-Identifier: Apache-2.0
// Graphs of Graphviz in the language DOT: nodes in the order of their first mention, links of edge
// statements between nodes and subgraphs. Attributes are ignored, but for the weights of links.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/plans/formats/graph_text.hpp"

namespace testbench {
namespace {

enum class Kind { kEnd, kName, kSign, kWrong };
struct Token {
  Kind kind = Kind::kEnd;
  bool is_quoted = false;
  std::string text = {};  // a sign: "{", "--", "->"
  unsigned line = 1;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    skip_blanks();
    Token token;
    token.line = line_;
    if (text_.empty()) return token;
    const auto sign = [&](std::size_t length) {
      token.kind = Kind::kSign;
      token.text = take(length);
      return token;
    };
    if (text_.starts_with("--") || text_.starts_with("->")) return sign(2);
    if (text_[0] == '"') return quoted(token);
    if (text_[0] == '<') return markup(token);
    if (std::string_view("{}[];,:=+").find(text_[0]) != std::string_view::npos) return sign(1);
    std::size_t length = text_[0] == '-' ? 1 : 0;
    while (length < text_.size() && is_of_name(text_[length])) ++length;
    token.kind = length == 0 ? Kind::kWrong : Kind::kName;
    token.text = take(std::max<std::size_t>(length, 1));
    return token;
  }

 private:
  static bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           (static_cast<unsigned char>(c) & 0x80u) != 0;
  }
  std::string take(std::size_t length) {
    std::string taken(text_.substr(0, length));
    line_ += static_cast<unsigned>(std::ranges::count(taken, '\n'));
    text_.remove_prefix(taken.size());
    return taken;
  }
  void skip_blanks() {
    while (true) {
      const std::size_t before = text_.size();
      take(std::min(text_.find_first_not_of(" \t\r\n\v\f"), text_.size()));
      if (text_.starts_with("//") || text_.starts_with('#')) take(std::min(text_.find('\n'), text_.size()));
      if (text_.starts_with("/*")) take(std::min(text_.find("*/", 2), text_.size() - 2) + 2);
      if (text_.size() == before) return;
    }
  }
  Token quoted(Token token) {
    std::size_t end = 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) return unended(token);
    token.kind = Kind::kName;
    token.is_quoted = true;
    const std::string whole = take(end + 1);
    for (std::size_t i = 1; i + 1 < whole.size(); ++i) {
      if (whole[i] == '\\' && whole[i + 1] == '"') ++i;
      token.text += whole[i];
    }
    return token;
  }
  Token markup(Token token) {
    std::size_t end = 0;
    for (std::size_t depth = 0; end < text_.size(); ++end) {
      if (text_[end] == '<') ++depth;
      if (text_[end] == '>' && --depth == 0) break;
    }
    if (end >= text_.size()) return unended(token);
    token.kind = Kind::kName;
    token.is_quoted = true;
    token.text = take(end + 1);
    return token;
  }
  Token unended(Token token) {
    token.kind = Kind::kWrong;
    token.text = take(text_.size());
    return token;
  }

  std::string_view text_;
  unsigned line_ = 1;
};

struct SyntaxError {
  unsigned line;
  std::string reason;
};

using Ends = std::vector<std::uint32_t>;

class Parser {
 public:
  Parser(std::string_view text, GraphText& graph) : lexer_(text), graph_(graph), token_(lexer_.next()) {}

  void parse() {
    is_strict_ = is_word("strict");
    if (is_strict_) step();
    if (!is_word("graph") && !is_word("digraph")) fail("graph or digraph");
    is_directed_ = is_word("digraph");
    step();
    if (token_.kind == Kind::kName) step();
    if (!is_sign("{")) fail("{");
    statements({}, 0);
    if (token_.kind != Kind::kEnd) fail("the end, for a file is one graph");
  }

 private:
  using Attributes = std::map<std::string, std::string>;
  static constexpr const char* kSwitch = "switch";

  void step() {
    graph_.last_line = token_.line;
    token_ = lexer_.next();
  }
  bool is_sign(std::string_view text) const { return token_.kind == Kind::kSign && token_.text == text; }
  bool is_word(std::string_view word) const {
    return token_.kind == Kind::kName && !token_.is_quoted && std::ranges::equal(token_.text, word, {}, [](char c) {
             return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
           });
  }
  bool take_sign(std::string_view text) {
    if (!is_sign(text)) return false;
    step();
    return true;
  }
  [[noreturn]] void fail(const std::string& wanted) const {
    const std::string found = token_.kind == Kind::kEnd ? "the file ends" : "'" + shown(token_.text) + "'";
    throw SyntaxError{token_.line, fmt::format("{} where there must be {}", found, wanted)};
  }
  std::string name() {
    if (token_.kind != Kind::kName) fail("a name");
    std::string text = token_.text;
    step();
    while (take_sign("+")) {
      if (token_.kind != Kind::kName) fail("a name");
      text += token_.text;
      step();
    }
    return text;
  }

  // Nodes of the statements between braces, each once or more.
  Ends statements(Attributes of_edges, unsigned depth) {
    constexpr unsigned kMostDepth = 100;
    if (depth == kMostDepth) fail(fmt::format("no further subgraph: {} are in one another", kMostDepth));
    Ends nodes;
    step();
    while (!take_sign("}")) {
      if (take_sign(";")) continue;
      if (graph_.is_full()) throw SyntaxError{0, ""};
      if (is_word("graph") || is_word("node") || is_word("edge")) {
        const bool is_edge = is_word("edge");
        const bool is_node = is_word("node");
        step();
        while (is_sign("[")) {
          Attributes given;
          attributes(&given);
          for (const auto& [key, value] : given) {
            if (key == kSwitch ? is_node : is_edge) of_edges[key] = value;
          }
        }
        continue;
      }
      const Ends in_statement = statement(of_edges, depth);
      nodes.insert(nodes.end(), in_statement.begin(), in_statement.end());
    }
    return nodes;
  }
  Ends statement(const Attributes& of_edges, unsigned depth) {
    const bool may_be_assignment = token_.kind == Kind::kName;
    Ends last = end_of_edge(of_edges, depth);
    if (may_be_assignment && was_assigned_) return {};
    Ends all = last;
    std::vector<std::pair<Ends, Ends>> joined;
    const unsigned line = token_.line;
    while (is_sign("--") || is_sign("->")) {
      step();
      Ends next = end_of_edge(of_edges, depth);
      all.insert(all.end(), next.begin(), next.end());
      joined.emplace_back(std::move(last), next);
      last = std::move(next);
    }
    Attributes own = of_edges;
    while (is_sign("[")) attributes(&own);
    if (const auto found = own.find(kSwitch); joined.empty() && found != own.end()) {
      for (const std::uint32_t node : all) graph_.mark_switch(node, found->second, line);
    }
    own.erase(kSwitch);
    std::string weight;
    for (const auto& [key, value] : joined.empty() ? Attributes() : own) {
      const std::string part = weight_of(key, value, line, graph_.findings);
      weight += weight.empty() || part.empty() ? part : " and " + part;
    }
    for (const auto& [from, to] : joined) {
      for (const std::uint32_t a : from) {
        for (const std::uint32_t b : to) {
          if (graph_.is_full()) return {};
          if (is_new(a, b, weight)) graph_.add(a, b, line, weight);
        }
      }
    }
    return all;
  }
  // In a strict graph an edge that stands again is the one before, with attributes of both.
  bool is_new(std::uint32_t a, std::uint32_t b, const std::string& weight) {
    if (!is_strict_) return true;
    const auto ends = is_directed_ ? std::pair(a, b) : std::minmax({a, b});
    const auto [entry, is_new] = link_of_.try_emplace(ends, graph_.links.size());
    if (!is_new && !weight.empty()) graph_.links[entry->second].weight = weight;
    return is_new;
  }
  // A node, or the nodes of a subgraph.
  Ends end_of_edge(const Attributes& of_edges, unsigned depth) {
    was_assigned_ = false;
    if (is_word("subgraph")) {
      step();
      if (token_.kind == Kind::kName) name();
      if (!is_sign("{")) fail("{");
    }
    if (is_sign("{")) return statements(of_edges, depth + 1);
    const unsigned line = token_.line;
    const std::string node = name();
    if (take_sign("=")) {
      name();
      was_assigned_ = true;
      return {};
    }
    while (take_sign(":")) name();
    const std::uint32_t before = graph_.nodes;
    const std::uint32_t number = graph_.node_of(node, line);
    if (const auto found = of_edges.find(kSwitch); number == before && found != of_edges.end()) {
      graph_.mark_switch(number, found->second, line);
    }
    return {number};
  }
  // Keeps weights of edges, and of nodes whether they are switches.
  void attributes(Attributes* kept) {
    step();
    while (!take_sign("]")) {
      const std::string key = name();
      if (!take_sign("=")) fail("=");
      const std::string value = name();
      if (is_weight(key) || key == kSwitch) (*kept)[key] = value;
      if (!take_sign(",")) take_sign(";");
    }
  }

  Lexer lexer_;
  GraphText& graph_;
  Token token_;
  bool was_assigned_ = false;
  bool is_strict_ = false;
  bool is_directed_ = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> link_of_;  // of a strict graph, by its nodes
};

}  // namespace

void read_dot(std::string_view text, GraphText& graph) {
  try {
    Parser(text, graph).parse();
  } catch (const SyntaxError& error) {
    if (!error.reason.empty()) graph.findings.add(error.line, error.reason);
  }
  graph.number_by_names();
}

}  // namespace testbench
