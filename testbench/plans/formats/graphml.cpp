// SPDX-License-Identifier: Apache-2.0
// GraphML (Brandes et al., GraphML progress report, 2001): nodes in their order, and edges between
// them. Data is ignored, but for the weights of edges, which may have a default.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/plans/formats/graph_text.hpp"

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

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, GraphText& graph) : tags_(text), graph_(graph) {}

  void read() {
    while (tags_.next() && !graph_.is_full()) {
      graph_.last_line = tags_.line();
      if (open_.empty() && tags_.name() != "graphml") {
        return find(fmt::format("<{}>: must be <graphml>", shown(tags_.name())));
      }
      if (tags_.opens()) open();
      if (tags_.closes() && !close()) return;
    }
    if (!tags_.error().empty()) {
      find(tags_.error());
    } else if (!open_.empty() && !graph_.is_full()) {
      find(fmt::format("the file ends within <{}>", shown(open_.back())));
    }
    for (const auto& [name, line] : line_of_end_) {
      if (line_of_node_.contains(name)) continue;
      graph_.findings.add(line, fmt::format("'{}': is no <node> of the file; add it", shown(name)));
    }
  }

 private:
  void find(const std::string& fault) { graph_.findings.add(tags_.line(), fault); }
  // The node at an end of an edge.
  std::uint32_t end(const std::string& name) {
    line_of_end_.try_emplace(name, tags_.line());
    return graph_.node_of(name, tags_.line());
  }
  void open() {
    const std::string_view name = tags_.name();
    open_.push_back(name);
    if (name == "key" && tags_.attribute("for") != "node" && is_weight(tags_.attribute("attr.name"))) {
      key_ = tags_.attribute("id");
      weights_[key_] = {tags_.attribute("attr.name"), {}};
    } else if (name == "key" && tags_.attribute("for") != "edge" && tags_.attribute("attr.name") == "switch") {
      key_ = tags_.attribute("id");
      switch_keys_[key_] = "false";
    } else if (name == "node") {
      const std::string id = tags_.attribute("id");
      const auto [earlier, is_new] = line_of_node_.try_emplace(id, tags_.line());
      if (!is_new) find(fmt::format("{}: is the node of line {} again; leave it out", shown(id), earlier->second));
      node_ = graph_.node_of(id, tags_.line());
      is_switch_ = switch_keys_.empty() ? "false" : switch_keys_.begin()->second;
    } else if (name == "edge") {
      given_.clear();
      const std::uint32_t source = end(tags_.attribute("source"));
      graph_.add(source, end(tags_.attribute("target")), tags_.line());
    } else if (name == "hyperedge") {
      find("is a hyperedge; a link has two nodes: give it as edges");
    } else if (name == "data") {
      key_ = tags_.attribute("key");
    }
  }
  bool close() {
    const std::string_view name = tags_.name();
    if (open_.empty() || open_.back() != name) {
      find(fmt::format("</{}> closes {}", shown(name),
                       open_.empty() ? "nothing" : fmt::format("<{}>", shown(open_.back()))));
      return false;
    }
    open_.pop_back();
    const std::string_view around = open_.empty() ? std::string_view() : open_.back();
    if (name == "data" && around == "edge" && weights_.contains(key_)) given_[key_] = weight();
    if (name == "default" && around == "key" && weights_.contains(key_)) weights_[key_].standard = weight();
    if (name == "data" && around == "node" && switch_keys_.contains(key_)) is_switch_ = text_before();
    if (name == "default" && around == "key" && switch_keys_.contains(key_)) switch_keys_[key_] = text_before();
    if (name == "node") graph_.mark_switch(node_, is_switch_, tags_.line());
    if (name == "edge") {
      std::string& all = graph_.links.back().weight;
      for (const auto& [key, weight] : weights_) {
        const std::string& part = given_.contains(key) ? given_[key] : weight.standard;
        all += all.empty() || part.empty() ? part : " and " + part;
      }
    }
    return true;
  }
  // That of the text before the tag.
  std::string text_before() const {
    std::string text = tags_.before();
    text.erase(text.find_last_not_of(kXmlBlank) + 1);
    text.erase(0, text.find_first_not_of(kXmlBlank));
    return text;
  }
  std::string weight() { return weight_of(weights_[key_].name, text_before(), tags_.line(), graph_.findings); }

  struct Weight {
    std::string name;
    std::string standard;  // of edges that give none
  };

  Tags tags_;
  GraphText& graph_;
  std::map<std::string, Weight> weights_;           // by the id of their key
  std::map<std::string, std::string> given_;        // weights of the edge that is open
  std::map<std::string, std::string> switch_keys_;  // by id: whether nodes that say nothing are switches
  std::uint32_t node_ = 0;                          // that is open
  std::string is_switch_;
  std::map<std::string, unsigned> line_of_node_;
  std::map<std::string, unsigned> line_of_end_;  // of edges: the first
  std::vector<std::string_view> open_;
  std::string key_;  // that is open, or that of open data
};

}  // namespace

void read_graphml(std::string_view text, GraphText& graph) {
  GraphmlReader(text, graph).read();
  graph.number_by_names();
}

}  // namespace testbench
