// A translated function as hardware: what the emitters print.
#pragma once

#include <array>
#include <compare>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "hls/compiler/design/name_table.hpp"
#include "hls/compiler/design/packed_types.hpp"
#include "hls/compiler/design/type.hpp"
#include "hls/compiler/expression/builder.hpp"

namespace stepc {

struct Module;

// When and with what a register is loaded: where `condition` is `when`.
struct Load {
  Expr condition;
  bool when;
  Expr value;
};

// A field of State or Out that holds its value from cycle to cycle.
struct Register {
  Leaf leaf;  // offset within State, or within Out
  bool in_out = false;
  std::string name;
  Expr now = nullptr;   // symbol
  Expr next = nullptr;  // value after the clock edge
  llvm::APInt reset;                  // of the first instance of the module
  std::optional<unsigned> start = std::nullopt;  // in Module::starts, where instances differ
  bool is_reset = true;                     // not so: data, which reset does not touch
  std::optional<Load> load = std::nullopt;  // `next` again, for a register that keeps its value otherwise

  bool is_written() const { return next != now; }
};

// A scalar of a port.
struct PortLeaf {
  Leaf leaf;             // offset within the port's element
  Expr value = nullptr;  // input: symbol of the module; output: what drives it
};

// What needs a port. What only assertions need is printed for simulation and proofs, not for synthesis.
enum class Use { kNone, kAssertion, kHardware };

// A port of the module.
struct Port {
  std::string name;
  std::string path;  // as C++ writes it, within the parameter
  bool is_output = false;
  Use use = Use::kHardware;  // kNone: an input that nothing in a part reads is left out
  const Type* type = nullptr;
  std::uint64_t offset = 0;  // bytes within the parameter
  std::vector<PortLeaf> leaves;
  Expr word = nullptr;  // of an output: all of it, where one expression is
};

// What drives an output port.
std::vector<Expr> values_of(const Port& port);

// A C++ parameter or result, as ranges of ports.
struct Parameter {
  enum class Passing { kValue, kConstReference, kReference, kResult };

  std::string name;
  Passing passing;
  const Type* type;
  std::vector<unsigned> inputs;   // numbers in Module::inputs
  std::vector<unsigned> outputs;  // numbers in Module::outputs
};

// A Ram, a ForwardingRam or a SyncRam.
struct MemoryBlock {
  Leaf leaf;
  std::string name;
  std::string data_name;     // of a synchronous memory: the register of the word that was read
  std::vector<Leaf> fields;  // of a word; the first is in the highest bits
  bool is_read = false;
  std::vector<llvm::APInt> contents;  // words as the constructors leave them
  llvm::APInt first_data;             // of a synchronous memory: likewise, of the word that was read
  Expr data = nullptr;  // of a synchronous memory: symbol of the word that was read
  Expr write_enable = nullptr;
  Expr write_address = nullptr;
  Expr write_word = nullptr;
  Expr request_enable = nullptr;
  Expr request_address = nullptr;

  bool is_sync() const { return leaf.type->kind == Type::Kind::kSyncMemory; }
  unsigned address_width() const;
};

// When a register of a part is read: before its cycle, after it, or between two of its functions.
struct Moment {
  bool is_next = false;
  unsigned entry = 0;  // of several, the function after which; kLastEntry: all of them

  static constexpr unsigned kLastEntry = ~0u;
  auto operator<=>(const Moment&) const = default;
};

inline constexpr Moment kNow{false, 0};
inline constexpr Moment kNext{true, Moment::kLastEntry};

// A register of a part that its owner reads, made a port.
struct Export {
  std::string name;
  std::uint64_t offset;  // within the part's object
  Moment moment;
  Expr value;
  Use use;
};

// A parameter of a module: what the register at byte `offset` of its object, or of a part within, starts with.
struct Start {
  std::string name;
  std::uint64_t offset;
  llvm::APInt value;  // of the first instance
};

// What an instance gives to one of these: a number, or one of its owner's.
struct StartValue {
  llvm::APInt value;  // in the owner's first instance
  std::optional<unsigned> of_owner;
};

// An object of the state whose tick is a module of its own.
struct Instance {
  std::string name;
  Module* module = nullptr;
  std::uint64_t offset = 0;               // of the object within the state
  Expr called = nullptr;                  // the condition under which the part ticks in this cycle
  std::vector<StartValue> starts;         // one per Module::starts of the module
  std::vector<Expr> arguments;            // one per scalar of the module's inputs
  std::vector<Expr> words;                // by input port: all of it, where one expression is; else null
  std::vector<std::string> output_names;  // of the signals at the module's outputs
  std::vector<std::string> export_names;  // and at its exports
  Location location;

  // A function, not the method of an object.
  bool is_stateless() const;
  // What is passed to an input port, whose first scalar is argument number `first`.
  std::vector<Expr> arguments_of(const Port& port, std::size_t first) const;
  // Whether the object contains that byte of the owner's state.
  bool holds(std::uint64_t byte) const;
  // Bits of the register at byte `offset` of the object; nothing when there is none.
  std::optional<unsigned> register_width(std::uint64_t offset) const;
};

// A C++ function of a module. Of several, each runs on what those before it have left, where its enable says so.
struct Entry {
  std::string function;           // as LLVM names it
  std::string name;               // before the names of its ports, where there are several
  std::uint64_t offset = 0;       // bytes from the module's object to that of the function
  unsigned first_parameter = 0;   // in Module::parameters
  std::optional<unsigned> enable = std::nullopt;  // likewise, where there are several
};

// What must hold in every cycle in which the module ticks.
struct Assertion {
  Expr holds;
  std::string text;
  Location location;
};

// What a symbol of an expression stands for.
struct Symbol {
  enum class Kind {
    kInput,         // port `index`, leaf `leaf`
    kRegister,      // register `index`
    kMemoryData,    // memory `index`
    kInstance,      // output port `port` of instance `index`, leaf `leaf`
    kInstanceNow,   // register at byte `offset` of instance `index`
    kInstanceNext,  // likewise, after the instance's cycle, or (`entry`) after one of its functions
  };

  Kind kind;
  unsigned index = 0;
  unsigned leaf = 0;
  unsigned port = 0;
  std::uint64_t offset = 0;
  unsigned entry = 0;

  // Of kInstanceNow and kInstanceNext.
  Moment moment() const { return {kind == Kind::kInstanceNext, entry}; }
};

struct Module {
  std::string name;
  std::string source;          // the C++ functions
  std::vector<Entry> entries;  // that it runs, in this order
  Location location;
  bool is_top = false;
  bool failed = false;  // has no interface: it could not be translated, and the error has been reported
  const Type* state = nullptr;

  Builder build;
  std::vector<Symbol> symbols;  // by Node::tag
  std::vector<Parameter> parameters;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::vector<Register> registers;
  std::vector<MemoryBlock> memories;
  std::vector<Instance> instances;
  std::vector<Start> starts;
  std::vector<Export> exports;
  std::vector<Assertion> assertions;
  bool has_enable = false;  // some instance ticks under a condition
  std::string enable_name;  // of the port that carries it
  NameTable names;          // that are taken, once they are settled

  Expr new_symbol(const Symbol& symbol, unsigned width);
  // A register at byte `offset` of the object of an instance.
  Expr instance_register(unsigned instance, std::uint64_t offset, Moment moment, unsigned width);
  // Makes a register a port, once; returns its number in `exports`. Null when there is no such register.
  std::optional<unsigned> export_register(std::uint64_t offset, Moment moment, Use use);
  // What a register holds after one of several functions, for export_register.
  void set_value_after(unsigned entry, std::uint64_t offset, Expr value) { values_after_[{entry, offset}] = value; }

 private:
  Expr register_value(const Leaf& leaf, Moment moment);

  std::map<std::tuple<unsigned, std::uint64_t, Moment>, Expr> instance_registers_;
  std::map<std::pair<unsigned, std::uint64_t>, Expr> values_after_;
};

// What a wire for a root may be called: the parts joined, as "queue_packet_payload".
class RootName {
 public:
  RootName(std::string_view first = {}, std::string_view second = {}, std::string_view third = {})
      : parts_{first, second, third} {}
  std::string text() const;

 private:
  std::array<std::string_view, 3> parts_;
};

// Calls visit(expression, RootName) for what is passed to the inputs of an instance of this use.
template <class AnyInstance, class Visit>
void each_argument(AnyInstance& part, Use use, Visit visit) {
  auto argument = part.arguments.begin();
  for (std::size_t i = 0; i < part.module->inputs.size() && argument != part.arguments.end(); ++i) {
    const Port& port = part.module->inputs[i];
    const auto first = argument;
    argument += static_cast<std::ptrdiff_t>(port.leaves.size());
    if (port.use != use) continue;
    const bool is_word = i < part.words.size() && part.words[i];
    if (is_word) visit(part.words[i], RootName{part.name, port.name});
    for (std::size_t leaf = 0; leaf < port.leaves.size() && !is_word; ++leaf) {
      const std::string& name = port.leaves[leaf].leaf.name;
      if (first[static_cast<std::ptrdiff_t>(leaf)]) {
        visit(first[static_cast<std::ptrdiff_t>(leaf)], RootName{part.name, port.name, name});
      }
    }
  }
}

// Calls visit(expression), or visit(expression, RootName), for everything that drives a register, a port, a memory or
// an instance, by reference. Memories that nothing reads, ports that are not used and assertions are left out.
// `AnyModule`: Module, or const Module.
template <class AnyModule, class Visit>
void each_root(AnyModule& module, Visit visit) {
  const auto visit_if = [&](auto& x, const RootName& name) {
    if (!x) return;
    if constexpr (std::is_invocable_v<Visit, decltype(x), const RootName&>) {
      visit(x, name);
    } else {
      visit(x);
    }
  };
  for (auto& reg : module.registers) {
    if (reg.load) {
      visit_if(reg.load->condition, {reg.name, "load"});
      visit_if(reg.load->value, {reg.name, "next"});
    } else {
      visit_if(reg.next, {reg.name, "next"});
    }
  }
  for (auto& port : module.outputs) {
    visit_if(port.word, {port.name});
    if (port.word) continue;
    for (auto& leaf : port.leaves) visit_if(leaf.value, {port.name, leaf.leaf.name});
  }
  for (auto& memory : module.memories) {
    if (!memory.is_read) continue;
    visit_if(memory.write_enable, {memory.name, "write"});
    visit_if(memory.write_address, {memory.name, "write_address"});
    visit_if(memory.write_word, {memory.name, "write_word"});
    visit_if(memory.request_enable, {memory.name, "request"});
    visit_if(memory.request_address, {memory.name, "request_address"});
  }
  for (auto& part : module.instances) {
    visit_if(part.called, {part.name, "enable"});
    each_argument(part, Use::kHardware, visit_if);
  }
  for (auto& port : module.exports) {
    if (port.use == Use::kHardware) visit_if(port.value, {});
  }
}

// Likewise, for what only assertions need: what they assert, and what ports that they need pass.
template <class AnyModule, class Visit>
void each_assertion_root(AnyModule& module, Visit visit) {
  for (auto& part : module.instances) each_argument(part, Use::kAssertion, visit);
  for (auto& port : module.exports) {
    if (port.use == Use::kAssertion) visit(port.value, RootName{});
  }
  for (auto& assertion : module.assertions) visit(assertion.holds, RootName{"holds"});
}

// Numbers of the symbols that a module's roots read, in order: the output does not depend on addresses.
std::set<unsigned> used_symbols(const Module& module);
// Likewise, of some expressions.
std::set<unsigned> symbols_in(std::vector<Expr> expressions);

// A top and its parts; parts before the modules that use them. Names are wishes until settle_names has run.
struct Design {
  std::list<std::unique_ptr<Module>> modules;
  Types types;
  const Type* in = nullptr;
  const Type* out = nullptr;
  Arrays arrays = Arrays::kNumbered;
  std::string package;           // of the structures
  PackedTypes packed;            // structures of the ports
  bool enables_settled = false;  // every Module::has_enable is what it will be
  bool names_settled = false;    // every name is what it will be

  Module& top() const { return *modules.back(); }
};

}  // namespace stepc
