// SPDX-License-Identifier: Apache-2.0
// The layout of a design as a C++ header.
#include <fmt/format.h>

#include "hls/stepc/emit/layout.hpp"

namespace stepc {
namespace {

// Verilator's name of a signal: "queues_1.head" in "fifo" is fifo__DOT__queues_1__DOT__head.
std::string signal_name(const std::string& module, const std::string& rtl) {
  std::string name = module + "__DOT__";
  for (const char c : rtl) name += c == '.' ? std::string("__DOT__") : std::string(1, c);
  return name;
}

std::string place_text(const Place& place) {
  return fmt::format("{{{}, {}, {}}}", place.offset, place.bytes, place.width);
}

std::string drive_text(const Layout& layout) {
  std::string text = fmt::format(
      "// Sets the model's inputs.\ntemplate <class In>\nvoid drive(Model& model, const In& in) {{\n"
      "  static_assert(sizeof(In) == {});\n",
      layout.in_bytes);
  for (const PortPlace& port : layout.inputs) {
    text += fmt::format("  stepc::put_bits(model.{}, {}, {}, stepc::read_field(&in, {}));\n", port.port, port.bit,
                        port.place.width, place_text(port.place));
  }
  return text + "}\n";
}

std::string randomise_text(const Layout& layout) {
  std::string text = fmt::format(
      "// Random inputs; random.next(width) gives the value of a field.\ntemplate <class Random, class In>\n"
      "void randomise(Random& random, In& in) {{\n  static_assert(sizeof(In) == {});\n",
      layout.in_bytes);
  for (const PortPlace& port : layout.inputs) {
    text += fmt::format("  stepc::write_field(&in, {}, random.next({}));\n", place_text(port.place), port.place.width);
  }
  return text + "}\n";
}

std::string sample_text(const Layout& layout) {
  std::string text = fmt::format(
      "// Reads the model's outputs.\ntemplate <class Out>\nvoid sample(const Model& model, Out& out) {{\n"
      "  static_assert(sizeof(Out) == {});\n",
      layout.out_bytes);
  for (const PortPlace& port : layout.outputs) {
    text += fmt::format("  stepc::write_field(&out, {}, stepc::get_bits(model.{}, {}, {}));\n", place_text(port.place),
                        port.port, port.bit, port.place.width);
  }
  return text + "}\n";
}

std::string compare_text(const Layout& layout, bool out) {
  std::string text = fmt::format(
      "// Whether every register holds what the field of {0} holds; if not, the first that does not.\n"
      "template <class {0}>\nbool {1}(const Model& model, const {0}& object, stepc::Mismatch& mismatch) {{\n"
      "  static_assert(sizeof({0}) == {2});\n  [[maybe_unused]] const auto& root = *model.rootp;\n",
      out ? "Out" : "State", out ? "compare_out" : "compare", out ? layout.out_bytes : layout.state_bytes);
  for (const RegisterPlace& reg : layout.registers) {
    if (reg.in_out != out) continue;
    const std::string value = reg.constant
                                  ? fmt::format("std::uint64_t{{{}u}}", reg.reset)
                                  : fmt::format("std::uint64_t{{root.{}}}", signal_name(layout.module, reg.rtl));
    text += fmt::format("  if (!stepc::same({}, stepc::read_field(&object, {}), \"{}\", mismatch)) return false;\n",
                        value, place_text(reg.place), (out ? "out." : "") + reg.place.path);
  }
  return text + "  return true;\n}\n";
}

std::string take_data_text(const Layout& layout) {
  std::string text = fmt::format(
      "// Gives the objects what the registers hold that reset does not touch (kHlsData): after a reset that may be\n"
      "// anything.\ntemplate <class State, class Out>\n"
      "void take_data(const Model& model, [[maybe_unused]] State& state, [[maybe_unused]] Out& out) {{\n"
      "  static_assert(sizeof(State) == {});\n  static_assert(sizeof(Out) == {});\n"
      "  [[maybe_unused]] const auto& root = *model.rootp;\n",
      layout.state_bytes, layout.out_bytes);
  for (const RegisterPlace& reg : layout.registers) {
    if (reg.is_reset || reg.constant) continue;
    text += fmt::format("  stepc::write_field(&{}, {}, root.{});\n", reg.in_out ? "out" : "state",
                        place_text(reg.place), signal_name(layout.module, reg.rtl));
  }
  return text + "}\n";
}

// Compares one word of the model with the object.
std::string word_text(const MemoryPlace& memory, const std::string& signal, const std::string& offset,
                      const std::string& name, const std::string& indent) {
  std::string text;
  for (const PortPlace& field : memory.fields) {
    text += fmt::format(
        "{}if (!stepc::same(stepc::get_bits({}, {}, {}), stepc::read_field(&state, {{{} + {}, {}, "
        "{}}}), {}, mismatch)) return false;\n",
        indent, signal, field.bit, field.place.width, offset, field.place.offset, field.place.bytes, field.place.width,
        name);
  }
  return text;
}

std::string compare_memories_text(const Layout& layout) {
  std::string text = fmt::format(
      "// Likewise for every word of every memory, and for the words that registered reads have read.\n"
      "template <class State>\nbool compare_memories(const Model& model, [[maybe_unused]] const State& state, "
      "[[maybe_unused]] stepc::Mismatch& mismatch) {{\n  static_assert(sizeof(State) == {});\n"
      "  [[maybe_unused]] const auto& root = *model.rootp;\n",
      layout.state_bytes);
  for (const MemoryPlace& memory : layout.memories) {
    const std::string signal = "root." + signal_name(layout.module, memory.rtl);
    text += fmt::format("  for (unsigned i = 0; i < {}; ++i) {{\n", memory.words);
    text += word_text(memory, signal + "[i]", fmt::format("{} + {} * i", memory.place.offset, memory.word_bytes),
                      fmt::format("stepc::WordName{{\"{}\", i}}", memory.place.path), "    ");
    text += "  }\n";
    if (memory.registered_read) {
      text += word_text(memory, "root." + signal_name(layout.module, memory.data_rtl),
                        fmt::format("{}u", memory.place.offset + memory.data_offset),
                        fmt::format("\"{}.data\"", memory.place.path), "  ");
    }
  }
  return text + "  return true;\n}\n";
}

std::string each_port_text(const Design& design) {
  std::string text =
      "// Calls visit(name, signal, width, is_output) for every port but clk and rst.\n"
      "template <class Visit>\nvoid each_port(Model& model, const Visit& visit) {\n";
  const auto add = [&](const std::vector<Port>& ports, bool is_output) {
    for (const Port& port : ports) {
      text += fmt::format("  visit(\"{0}\", model.{0}, {1}, {2});\n", port.name, port.type->width, is_output);
    }
  };
  add(design.top().inputs, false);
  add(design.top().outputs, true);
  return text + "}\n";
}

}  // namespace

std::string to_harness(const Design& design, const std::string& origin) {
  const Layout layout = layout_of(design);
  return fmt::format(
      "// Generated by stepc from {1}: do not edit.\n#pragma once\n\n#include \"V{0}.h\"\n"
      "#include \"V{0}___024root.h\"\n#include \"hls/stepc/lockstep/model_access.hpp\"\n\n"
      "namespace {0}_rtl {{\n\nusing Model = V{0};\n\n{2}\n{3}\n{4}\n{5}\n{6}\n{7}\n{8}\n{9}\n}}  // namespace "
      "{0}_rtl\n",
      layout.module, origin, drive_text(layout), randomise_text(layout), sample_text(layout),
      compare_text(layout, false), compare_text(layout, true), compare_memories_text(layout), take_data_text(layout),
      each_port_text(design));
}

}  // namespace stepc
