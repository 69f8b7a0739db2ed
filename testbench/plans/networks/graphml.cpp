// SPDX-License-Identifier: Apache-2.0
// GraphML (Brandes et al., GraphML progress report, 2001): nodes in their order, and edges between
// them. Data is ignored, but for the weights of edges.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/plans/networks/graph_text.hpp"

namespace testbench {
namespace {

constexpr std::string_view kXmlBlank = " \t\r\n";

// Takes XML apart: one tag after the other, with the text before it.
class Tags {
 public:
  explicit Tags(std::string_view text) : rest_(text) {}

  std::string_view name() const { return name_; }  // "edge"
  bool opens() const { return opens_; }
  bool closes() const { return closes_; }  // both: <node/>
  unsigned line() const { return line_; }
  std::string before() const { return decoded(before_); }
  std::string attribute(std::string_view wanted) const {
    const auto found = attributes_.find(wanted);
    return found == attributes_.end() ? std::string() : decoded(found->second);
  }
  const std::string& error() const { return error_; }

  // False at the end, or at an error.
  bool next() {
    before_ = {};
    while (true) {
      const std::size_t begin = rest_.find('<');
      if (before_.empty()) before_ = rest_.substr(0, begin);
      skip(std::min(begin, rest_.size()));
      if (rest_.empty()) return false;
      if (rest_.starts_with("<!--")) {
        if (!skip_past("-->")) return fail("a comment without end");
      } else if (rest_.starts_with("<![CDATA[")) {
        if (!skip_past("]]>")) return fail("CDATA without end");
      } else if (rest_.starts_with("<?")) {
        if (!skip_past("?>")) return fail("'<?' without '?>'");
      } else if (rest_.starts_with("<!")) {
        return fail("'<!' of a document type, which is not read; leave it out");
      } else {
        return tag();
      }
    }
  }

 private:
  bool fail(const std::string& reason) {
    error_ = reason;
    return false;
  }
  void skip(std::size_t length) {
    line_ += static_cast<unsigned>(std::ranges::count(rest_.substr(0, length), '\n'));
    rest_.remove_prefix(length);
  }
  bool skip_past(std::string_view end) {
    const std::size_t at = rest_.find(end);
    if (at == std::string_view::npos) return false;
    skip(at + end.size());
    return true;
  }
  std::string_view word() {
    const std::string_view found = rest_.substr(0, rest_.find_first_of(" \t\r\n=/>\"'<"));
    skip(found.size());
    return found;
  }
  void skip_blanks() { skip(std::min(rest_.find_first_not_of(kXmlBlank), rest_.size())); }
  bool tag() {
    skip(1);
    closes_ = rest_.starts_with('/');
    opens_ = !closes_;
    if (closes_) skip(1);
    name_ = word();
    name_.remove_prefix(std::min(name_.find(':') + 1, name_.size()));  // without a name space
    attributes_.clear();
    while (true) {
      skip_blanks();
      if (rest_.starts_with("/>")) {
        closes_ = true;
        skip(2);
        return true;
      }
      if (rest_.starts_with('>')) {
        skip(1);
        return true;
      }
      const std::string_view key = word();
      skip_blanks();
      if (key.empty() || !rest_.starts_with('=')) return fail(fmt::format("a tag <{}> that is no XML", shown(name_)));
      skip(1);
      skip_blanks();
      const std::size_t end =
          rest_.empty() || (rest_[0] != '"' && rest_[0] != '\'') ? std::string_view::npos : rest_.find(rest_[0], 1);
      if (end == std::string_view::npos) return fail(fmt::format("{} without a value in quotes", shown(key)));
      attributes_[key] = rest_.substr(1, end - 1);
      skip(end + 1);
    }
  }
  static std::string decoded(std::string_view text) {
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    std::string result;
    while (!text.empty()) {
      const auto* const entity =
          std::ranges::find_if(kEntities, [&](const auto& known) { return text.starts_with(known.first); });
      result += entity == std::end(kEntities) ? text.front() : entity->second;
      text.remove_prefix(entity == std::end(kEntities) ? 1 : entity->first.size());
    }
    return result;
  }

  std::string_view rest_;
  std::string_view before_;
  std::string_view name_;
  std::map<std::string_view, std::string_view> attributes_;
  std::string error_;
  unsigned line_ = 1;
  bool opens_ = false;
  bool closes_ = false;
};

struct GivenEdge {
  std::string source;
  std::string target;
  unsigned line = 0;
  std::string weight = {};
};

}  // namespace

void read_graphml(std::string_view text, GraphText& graph) {
  std::map<std::string, std::string> weights;  // keys of edges by id: their names
  std::map<std::string, unsigned> line_of;     // nodes
  std::vector<GivenEdge> edges;
  std::vector<std::string_view> open;
  std::string key;  // of the data that is open in an edge
  bool in_edge = false;
  bool is_graphml = false;
  Tags tags(text);
  while (tags.next() && !graph.is_full()) {
    graph.last_line = tags.line();
    const std::string_view name = tags.name();
    is_graphml = is_graphml || (open.empty() && name == "graphml");
    if (!is_graphml) break;
    if (tags.opens()) {
      open.push_back(name);
      if (name == "key" && tags.attribute("for") != "node" && is_weight(tags.attribute("attr.name"))) {
        weights[tags.attribute("id")] = tags.attribute("attr.name");
      } else if (name == "node") {
        const std::string id = tags.attribute("id");
        const auto [earlier, is_new] = line_of.try_emplace(id, tags.line());
        if (is_new) {
          graph.node_of(id, tags.line());
        } else {
          graph.findings.add(tags.line(),
                             fmt::format("{}: is the node of line {} again; leave it out", shown(id), earlier->second));
        }
      } else if (name == "edge") {
        edges.push_back({tags.attribute("source"), tags.attribute("target"), tags.line()});
        in_edge = true;
        if (edges.size() == kMostFileLinks) break;
      } else if (name == "hyperedge") {
        graph.findings.add(tags.line(), "is a hyperedge; a link has two nodes: give it as edges");
      } else if (name == "data") {
        key = tags.attribute("key");
      }
    }
    if (!tags.closes()) continue;
    if (open.empty() || open.back() != name) {
      graph.findings.add(tags.line(), fmt::format("</{}> closes {}", shown(name),
                                                  open.empty() ? "nothing" : fmt::format("<{}>", shown(open.back()))));
      return;
    }
    open.pop_back();
    if (name == "edge") in_edge = false;
    if (name == "data" && in_edge && weights.contains(key)) {
      const std::string before = tags.before();
      const std::size_t begin = std::min(before.find_first_not_of(kXmlBlank), before.size());
      const std::size_t end = before.find_last_not_of(kXmlBlank) + 1;
      const std::string part =
          weight_of(weights[key], before.substr(begin, std::max(begin, end) - begin), tags.line(), graph.findings);
      std::string& weight = edges.back().weight;
      weight += weight.empty() || part.empty() ? part : " and " + part;
    }
  }
  if (!tags.error().empty())
    graph.findings.add(tags.line(), tags.error());
  else if (!is_graphml)
    graph.findings.add(tags.line(), fmt::format("<{}>: must be <graphml>", shown(tags.name())));
  else if (!open.empty() && !graph.is_full())
    graph.findings.add(tags.line(), fmt::format("the file ends within <{}>", shown(open.back())));
  for (const GivenEdge& edge : edges) {
    bool is_known = true;
    for (const std::string& end : {edge.source, edge.target}) {
      if (line_of.contains(end)) continue;
      graph.findings.add(edge.line, fmt::format("'{}': is no <node> of the file; add it", shown(end)));
      is_known = false;
    }
    if (is_known)
      graph.add(graph.node_of(edge.source, edge.line), graph.node_of(edge.target, edge.line), edge.line, edge.weight);
  }
  graph.number_by_names();
}

}  // namespace testbench
