// A translated function as hardware: what the emitters print.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "hls/stepc/design/instance.hpp"
#include "hls/stepc/design/name_table.hpp"
#include "hls/stepc/design/packed_types.hpp"
#include "hls/stepc/design/storage.hpp"
#include "hls/stepc/expression/builder.hpp"

namespace stepc {

// A C++ function of a module. Of several, each runs on what those before it have left, where its enable says so.
struct Entry {
  std::string function;                           // as LLVM names it
  std::string name;                               // before the names of its ports, where there are several
  std::uint64_t offset = 0;                       // bytes from the module's object to that of the function
  unsigned first_parameter = 0;                   // in Module::parameters
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
    kInstanceWord,  // number `port` of the words that are read of instance `index`
    kWordAddress,   // of export `index`
    kParameter,     // number `index` in Module::starts
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
  std::vector<Overwrite> overwrites;  // in their order
  std::vector<Assertion> assertions;
  bool has_enable = false;  // some instance ticks under a condition
  std::string enable_name;  // of the port that carries it
  NameTable names;          // that are taken, once they are settled

  Expr new_symbol(const Symbol& symbol, unsigned width);
  // The part whose object contains that byte of the module's.
  std::optional<unsigned> instance_with(std::uint64_t byte) const;
  // A register at byte `offset` of the object of an instance.
  Expr instance_register(unsigned instance, std::uint64_t offset, Moment moment, unsigned width);
  // Makes a register a port, once; returns its number in `exports`. Null when there is no such register.
  std::optional<unsigned> export_register(std::uint64_t offset, Moment moment, Use use);
  // Whether each function has an enable of its own: something may happen without it.
  bool has_entry_enables() const { return entries.size() > 1 || !overwrites.empty(); }
  // The word of a memory at byte `offset` of the object of an instance; no address: the word that was requested.
  Expr instance_word(unsigned instance, std::uint64_t offset, Moment moment, Expr address, unsigned width);
  // Makes a read of a memory ports, once.
  void export_word(const WordRead& read);
  // Whether function number `entry`, or one before it, may write the memory at byte `offset`, or request a word of it.
  bool may_change_memory(std::uint64_t offset, unsigned entry) const;
  // What a register holds after a function, for export_register: after one of several, or a register of a part.
  void set_value_after(unsigned entry, std::uint64_t offset, Expr value) { values_after_[{entry, offset}] = value; }

 private:
  Expr register_value(const Leaf& leaf, Moment moment);
  Expr word_value(const Leaf& leaf, Moment moment, Expr address);

  std::map<std::tuple<unsigned, std::uint64_t, Moment>, Expr> instance_registers_;
  std::map<std::pair<unsigned, std::uint64_t>, Expr> values_after_;
};

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
