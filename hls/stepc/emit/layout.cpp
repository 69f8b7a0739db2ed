// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/emit/layout.hpp"

#include <nlohmann/json.hpp>

namespace stepc {
namespace {

using Json = nlohmann::ordered_json;

Place place_of(const Leaf& leaf, const std::string& prefix, std::uint64_t base) {
  const std::string dot = prefix.empty() || leaf.path.empty() || leaf.path[0] == '[' ? "" : ".";
  return {prefix + dot + leaf.path, base + leaf.offset, leaf.bytes(), leaf.width()};
}

// Returns the fields of a memory's word, the first in the highest bits.
std::vector<PortPlace> fields_of(const MemoryBlock& memory) {
  std::vector<PortPlace> places;
  unsigned high = memory.leaf.width();
  for (const Leaf& field : memory.fields) {
    high -= field.width();
    places.push_back({place_of(field, "", 0), "", high});
  }
  return places;
}

// `starts`: the values of this instance, one per Module::starts.
void add_module(Layout& layout, const Module& module, std::uint64_t base, const std::string& path,
                const std::string& rtl, const std::vector<llvm::APInt>& starts) {
  for (const Register& reg : module.registers) {
    layout.registers.push_back({place_of(reg.leaf, reg.in_out ? "" : path, reg.in_out ? 0 : base), reg.in_out,
                                rtl + reg.name, !reg.is_written(),
                                (reg.start ? starts[*reg.start] : reg.reset).getZExtValue(), reg.is_reset});
  }
  for (const MemoryBlock& memory : module.memories) {
    if (!memory.is_read) continue;
    const Type& type = *memory.leaf.type;
    layout.memories.push_back({place_of(memory.leaf, path, base), rtl + memory.name,
                               memory.is_sync() ? rtl + memory.data_name : "", type.count, type.element->bytes,
                               fields_of(memory), memory.is_sync(), type.memory_data_offset});
  }
  for (const Instance& part : module.instances) {
    if (part.is_stateless()) continue;
    const std::string inner = object_at(*module.state, part.offset, *part.module->state).path;
    std::vector<llvm::APInt> inner_starts;
    inner_starts.reserve(part.starts.size());
    for (const StartValue& start : part.starts) {
      inner_starts.push_back(start.of_owner ? starts[*start.of_owner] : start.value);
    }
    add_module(layout, *part.module, base + part.offset, path.empty() ? inner : path + "." + inner,
               rtl + part.name + ".", inner_starts);
  }
}

Json to_json(const Place& place) {
  return {{"path", place.path}, {"offset", place.offset}, {"bytes", place.bytes}, {"width", place.width}};
}

Json to_json(const std::vector<PortPlace>& ports) {
  Json list = Json::array();
  for (const PortPlace& port : ports) {
    Json entry = to_json(port.place);
    if (!port.port.empty()) entry["port"] = port.port;
    entry["bit"] = port.bit;
    list.push_back(entry);
  }
  return list;
}

}  // namespace

Layout layout_of(const Design& design) {
  const Module& top = design.top();
  Layout layout;
  layout.module = top.name;
  layout.state_bytes = top.state->bytes;
  layout.in_bytes = design.in->bytes;
  layout.out_bytes = design.out->bytes;
  add_module(layout, top, 0, "", "", {});
  const auto add_ports = [&](const std::vector<Port>& ports, std::vector<PortPlace>& places) {
    for (const Port& port : ports) {
      for (const Leaf& leaf : leaves_of(*port.type)) {
        const unsigned bit = low_bit(*port.type, leaf.offset, design.arrays);
        places.push_back({place_of(leaf, port.path, port.offset), port.name, bit});
      }
    }
  };
  add_ports(top.inputs, layout.inputs);
  add_ports(top.outputs, layout.outputs);
  return layout;
}

std::string to_layout(const Design& design) {
  const Layout layout = layout_of(design);
  Json registers = Json::array();
  for (const RegisterPlace& reg : layout.registers) {
    Json entry = {{"of", reg.in_out ? "out" : "state"}};
    entry.update(to_json(reg.place));
    entry["rtl"] = reg.constant ? Json(nullptr) : Json(reg.rtl);
    entry["reset"] = reg.is_reset ? Json(reg.reset) : Json(nullptr);
    registers.push_back(entry);
  }
  Json memories = Json::array();
  for (const MemoryPlace& memory : layout.memories) {
    Json entry = to_json(memory.place);
    entry["rtl"] = memory.rtl;
    entry["words"] = memory.words;
    entry["word_bytes"] = memory.word_bytes;
    entry["fields"] = to_json(memory.fields);
    entry["registered_read"] = memory.registered_read;
    if (memory.registered_read) entry["data_rtl"] = memory.data_rtl;
    memories.push_back(entry);
  }
  const Json json = {{"module", layout.module},
                     {"state_bytes", layout.state_bytes},
                     {"in_bytes", layout.in_bytes},
                     {"out_bytes", layout.out_bytes},
                     {"registers", registers},
                     {"inputs", to_json(layout.inputs)},
                     {"outputs", to_json(layout.outputs)},
                     {"memories", memories}};
  return json.dump(1) + "\n";
}

}  // namespace stepc
