#include "hls/stepc/design/arrays.hpp"

namespace stepc {
namespace {

// A scalar of a port.
struct Place {
  unsigned port;
  unsigned leaf;
};

// The elements of an array port, in order; a port that is no array.
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

// Replaces the ports of one direction; `places` says for every scalar of an old port where it is now.
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

}  // namespace stepc
