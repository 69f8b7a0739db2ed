// SPDX-License-Identifier: Apache-2.0
// Steps that give ports the form in which they are printed.
#include <algorithm>

#include "hls/stepc/design/roots.hpp"
#include "hls/stepc/design/transforms.hpp"

namespace stepc {

namespace {

// A scalar of a port.
struct Place {
  unsigned port;
  unsigned leaf;
};

// Appends the elements of an array port, in order; a port that is not an array is appended itself.
void append_elements(const Type& type, const Port& at, std::vector<Port>& ports) {
  if (type.kind != Type::Kind::kArray) {
    ports.push_back(at);
    ports.back().type = &type;
    return;
  }
  for (std::uint64_t i = 0; i < type.count; ++i) {
    Port element = at;
    const std::string number = std::to_string(i);
    element.name += at.name.empty() ? number : "_" + number;
    element.path += "[" + number + "]";
    element.offset += i * type.element->bytes;
    append_elements(*type.element, element, ports);
  }
}

// Replaces the ports of one direction; `places` gives the new place of every scalar of an old port.
void split(std::vector<Port>& ports, std::vector<std::vector<Place>>& places,
           std::vector<std::vector<unsigned>>& replacements) {
  std::vector<Port> all;
  for (Port& port : ports) {
    const std::vector<PortLeaf> leaves = std::move(port.leaves);
    port.leaves.clear();
    std::vector<Port> elements;
    append_elements(*port.type, port, elements);
    auto& now = places.emplace_back();
    auto& numbers = replacements.emplace_back();
    for (Port& element : elements) {
      numbers.push_back(static_cast<unsigned>(all.size()));
      for (const Leaf& leaf : leaves_of(*element.type)) {
        PortLeaf moved = leaves[now.size()];
        now.push_back({numbers.back(), static_cast<unsigned>(element.leaves.size())});
        const Location location = moved.leaf.location;
        moved.leaf = leaf;
        moved.leaf.location = location;
        element.leaves.push_back(moved);
      }
      all.push_back(std::move(element));
    }
  }
  ports = std::move(all);
}

void replace(std::vector<unsigned>& numbers, const std::vector<std::vector<unsigned>>& replacements) {
  std::vector<unsigned> all;
  for (const unsigned number : numbers) {
    all.insert(all.end(), replacements[number].begin(), replacements[number].end());
  }
  numbers = std::move(all);
}

}  // namespace

void split_array_ports(Design& design) {
  if (design.arrays == Arrays::kPacked) return;
  std::map<const Module*, std::vector<std::vector<Place>>> outputs_of;
  for (const auto& module : design.modules) {
    std::vector<std::vector<Place>> inputs;
    std::vector<std::vector<Place>>& outputs = outputs_of[module.get()];
    std::vector<std::vector<unsigned>> input_numbers;
    std::vector<std::vector<unsigned>> output_numbers;
    split(module->inputs, inputs, input_numbers);
    split(module->outputs, outputs, output_numbers);
    for (Parameter& parameter : module->parameters) {
      replace(parameter.inputs, input_numbers);
      replace(parameter.outputs, output_numbers);
    }
    for (Symbol& symbol : module->symbols) {
      if (symbol.kind == Symbol::Kind::kInput) {
        const Place place = inputs[symbol.index][symbol.leaf];
        symbol.index = place.port;
        symbol.leaf = place.leaf;
      } else if (symbol.kind == Symbol::Kind::kInstance) {
        const Place place = outputs_of.at(module->instances[symbol.index].module)[symbol.port][symbol.leaf];
        symbol.port = place.port;
        symbol.leaf = place.leaf;
      }
    }
  }
}

namespace {

// Marks the words that the owner reads, and the words that their addresses need.
void mark_words(Module& owner) {
  for (bool is_complete = false; !is_complete;) {
    is_complete = true;
    for (const unsigned tag : used_symbols(owner)) {
      const Symbol& symbol = owner.symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceWord) continue;
      bool& is_used = owner.instances[symbol.index].reads[symbol.port].is_used;
      is_complete = is_complete && is_used;
      is_used = true;
    }
  }
}

// Numbers the words that are used; the others get no ports.
void number_words(Instance& part) {
  std::map<std::pair<std::uint64_t, Moment>, unsigned> count;
  for (WordRead& read : part.reads) {
    if (read.is_used) read.read = count[{read.offset, read.moment}]++;
  }
}

}  // namespace

void export_registers(Design& design, Diagnostics& diagnostics) {
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // a part may have to read its own parts
    Module& owner = **it;
    mark_words(owner);
    for (Instance& part : owner.instances) {
      number_words(part);
      for (const WordRead& read : part.reads) {
        if (read.is_used) part.module->export_word(read);
      }
    }
    for (const unsigned tag : used_symbols(owner)) {
      const Symbol& symbol = owner.symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceNext && symbol.kind != Symbol::Kind::kInstanceNow) continue;
      const Instance& part = owner.instances[symbol.index];
      if (!part.module->export_register(symbol.offset, symbol.moment(), Use::kHardware)) {
        diagnostics.report({part.location, "a register of part '" + part.name + "' cannot be read from outside"});
      }
    }
  }
}

namespace {

// Returns the one word that the values of a port form, highest first; null if there is none.
Expr word_of(Builder& build, const std::vector<Expr>& values) {
  if (values.size() < 2) return nullptr;
  const Expr word = build.concat(std::vector<Expr>(values.rbegin(), values.rend()));
  return word->op == Op::kConcat ? nullptr : word;
}

bool reads(const Port& port, const std::set<unsigned>& symbols) {
  return std::any_of(port.leaves.begin(), port.leaves.end(),
                     [&](const PortLeaf& leaf) { return symbols.count(leaf.value->tag) > 0; });
}

std::set<unsigned> symbols_of_assertions(const Module& module) {
  std::vector<Expr> roots;
  each_assertion_root(module, [&](Expr x, const RootName&) { roots.push_back(x); });
  return symbols_in(std::move(roots));
}

}  // namespace

void drop_unused_inputs(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners, who then need not compute the argument
    if (module->is_top) continue;
    const std::set<unsigned> used = used_symbols(*module);
    for (Port& port : module->inputs) {
      if (!reads(port, used)) port.use = Use::kNone;
    }
  }
}

void add_assertion_ports(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners, who then have to pass more
    const std::set<unsigned> used = symbols_of_assertions(*module);
    for (Port& port : module->inputs) {
      if (port.use == Use::kNone && reads(port, used)) port.use = Use::kAssertion;
    }
  }
  for (auto it = design.modules.rbegin(); it != design.modules.rend(); ++it) {  // owners before what they look into
    for (const unsigned tag : symbols_of_assertions(**it)) {
      const Symbol& symbol = (*it)->symbols[tag];
      if (symbol.kind != Symbol::Kind::kInstanceNext && symbol.kind != Symbol::Kind::kInstanceNow) continue;
      (*it)->instances[symbol.index].module->export_register(symbol.offset, symbol.moment(), Use::kAssertion);
    }
  }
}

void join_port_words(Design& design) {
  for (const auto& module : design.modules) {
    const auto word = [&](const Port& port, const std::vector<Expr>& values) {
      return word_of(module->build, in_bit_order(*port.type, values, design.arrays));
    };
    for (Port& port : module->outputs) port.word = word(port, values_of(port));
    for (Instance& part : module->instances) {
      part.words.clear();
      std::size_t first = 0;
      for (const Port& port : part.module->inputs) {
        part.words.push_back(word(port, part.arguments_of(port, first)));
        first += port.leaves.size();
      }
    }
  }
}

}  // namespace stepc
