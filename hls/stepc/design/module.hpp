// SPDX-License-Identifier: Apache-2.0
// A translated function as hardware: its ports, registers, memories and parts. The steps change it,
// and the emitters print it.
#pragma once

#include <compare>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "hls/stepc/design/name_table.hpp"
#include "hls/stepc/design/packed_types.hpp"
#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/expression/operation.hpp"

namespace stepc {

// A scalar of a port.
struct PortLeaf {
  Leaf leaf;              // offset within the port's element
  Expr value = nullptr;   // input: symbol of the module; output: what drives it
  Expr always = nullptr;  // input: what every instance passes, a constant or a parameter of the module; null if none
};

// The use of a port. A port for assertions only is printed for simulation and proofs, not for
// synthesis.
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
  Expr word = nullptr;  // of an output: its whole value, if that is one expression
};

// Returns the values of a port's scalars; for an output they drive it.
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

// Registers and memories hold a module's state.

// A register is loaded with `value` where `condition` equals `when`.
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
  Expr now = nullptr;                            // symbol
  Expr next = nullptr;                           // value after the clock edge
  llvm::APInt reset;                             // of the first instance of the module
  std::optional<unsigned> start = std::nullopt;  // in Module::starts, where instances differ
  bool is_reset = true;                          // false: data, which reset does not touch
  std::optional<Load> load = std::nullopt;       // `next` again, for a register that keeps its value otherwise

  bool is_written() const { return next != now; }
};

// The requests to a memory from the functions of a module, up to and including one of them.
struct MemoryRequests {
  Expr write_enable;
  Expr write_address;
  Expr write_word;
  Expr request_enable;
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
  Expr data = nullptr;                // of a synchronous memory: symbol of the word that was read
  Expr write_enable = nullptr;
  Expr write_address = nullptr;
  Expr write_word = nullptr;
  Expr request_enable = nullptr;
  Expr request_address = nullptr;
  std::vector<MemoryRequests> after;  // each function of the module

  bool is_sync() const { return leaf.type->kind == Type::Kind::kSyncMemory; }
  unsigned address_width() const;
};

// Parts of a module, and the registers and memory words that it reads from them.

struct Module;

// The moment at which a register of a part is read: before its cycle, after it, or between two of
// its functions.
struct Moment {
  bool is_next = false;
  unsigned entry = 0;  // is_next: after this function; kLastEntry: after all of them

  static constexpr unsigned kLastEntry = ~0u;
  auto operator<=>(const Moment&) const = default;
};

inline constexpr Moment kNow{false, 0};
inline constexpr Moment kNext{true, Moment::kLastEntry};

// A port for a register of a part that the owner reads, or for the words of a memory that the owner
// reads.
struct Export {
  std::string name;
  std::uint64_t offset;  // within the part's object
  Moment moment;
  Expr value;
  Use use;
  unsigned read = 0;       // number among several reads of one memory
  Expr address = nullptr;  // for a word: symbol of the port that selects it
  // NOLINTNEXTLINE(readability-redundant-member-init): compilers miss it where an Export is made without one
  std::string address_name = {};  // the name of that port
};

// A word of a part's memory that the owner reads. A synchronous memory gives the word that was
// requested.
struct WordRead {
  std::uint64_t offset;  // of the memory within the part's object
  Moment moment;
  Expr address;  // null: the word that was requested
  Expr word;     // symbol
  bool is_used = false;
  unsigned read = 0;  // number among the reads of that memory at that moment
};

// A register at byte `offset` of a module's object that the owner writes. Function number `entry`
// finds the written value; behind the last function, the next cycle does.
struct Overwrite {
  unsigned entry;
  std::uint64_t offset;
  unsigned parameter = 0;  // in Module::parameters, through which the owner passes it

  auto operator<=>(const Overwrite&) const = default;
};

// A parameter of a module: the start value of the register at byte `offset` of its object, or of a
// part within it; or the constant value of an input, which has no offset.
struct Start {
  std::string name;
  std::uint64_t offset;
  llvm::APInt value;  // of the first instance
};

// The value that an instance gives to a Start: a number, or a Start of its owner.
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
  std::vector<Expr> words;                // by input port: its whole value if that is one expression; else null
  std::vector<std::string> output_names;  // of the signals at the module's outputs
  std::vector<std::string> export_names;  // and at its exports
  std::vector<WordRead> reads;            // of its memories
  Location location;

  // Returns whether the module is a function, not the method of an object.
  bool is_stateless() const;
  // Returns the arguments of an input port, whose first scalar is argument number `first`.
  std::vector<Expr> arguments_of(const Port& port, std::size_t first) const;
  // Returns whether the object contains that byte of the owner's state.
  bool holds(std::uint64_t byte) const;
  // Returns the width of the register at byte `offset` of the object; nothing if there is none.
  std::optional<unsigned> register_width(std::uint64_t offset) const;
  // Returns the address of the word that `port` exports; null if this instance's owner does not
  // read it.
  Expr address_of(const Export& port) const;
};

// A C++ function of a module. If there are several, each runs under its own enable, on the
// registers as the functions before it have left them.
struct Entry {
  std::string function;                           // name in LLVM
  std::string name;                               // prefix of the names of its ports; empty without entry enables
  std::uint64_t offset = 0;                       // bytes from the module's object to that of the function
  unsigned first_parameter = 0;                   // in Module::parameters
  std::optional<unsigned> enable = std::nullopt;  // in Module::parameters, if it has an enable
};

// A condition that must hold in every cycle in which the module ticks.
struct Assertion {
  Expr holds;
  std::string text;
  Location location;
};

// A symbol of an expression stands for one of these.
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

  // Only kInstanceNow and kInstanceNext have a moment.
  Moment moment() const { return {kind == Kind::kInstanceNext, entry}; }
};

struct Module {
  std::string name;
  std::string source;          // the C++ functions
  std::vector<Entry> entries;  // the functions that it runs, in this order
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
  bool is_clocked = true;   // has registers, memories or assertions, or a part that has; a top always is
  std::string enable_name;  // the name of the port that carries it
  NameTable names;          // names that are taken, once they are settled

  Expr new_symbol(const Symbol& symbol, unsigned width);
  // Returns the part whose object contains that byte of the module's object.
  std::optional<unsigned> instance_with(std::uint64_t byte) const;
  // Returns the symbol of the register at byte `offset` of the object of an instance.
  Expr instance_register(unsigned instance, std::uint64_t offset, Moment moment, unsigned width);
  // Makes a register a port, once. Returns its number in `exports`; nothing if there is no such
  // register.
  std::optional<unsigned> export_register(std::uint64_t offset, Moment moment, Use use);
  // Returns whether each function has an enable of its own: other functions, or the owner's writes,
  // may change the registers without it.
  bool has_entry_enables() const { return entries.size() > 1 || !overwrites.empty(); }
  // Returns the word of a memory at byte `offset` of the object of an instance; a null address
  // means the word that was requested.
  Expr instance_word(unsigned instance, std::uint64_t offset, Moment moment, Expr address, unsigned width);
  // Adds the ports for a read of a memory, once.
  void export_word(const WordRead& read);
  // Returns whether function number `entry`, or one before it, may write the memory at byte
  // `offset`, or request a word of it.
  bool may_change_memory(std::uint64_t offset, unsigned entry) const;
  // Sets the value of a register after a function, for export_register. It is needed where
  // Register::next is another value: between functions, before the owner's last writes, and for
  // registers of parts.
  void set_value_after(unsigned entry, std::uint64_t offset, Expr value) { values_after_[{entry, offset}] = value; }

 private:
  Expr register_value(const Leaf& leaf, Moment moment);
  Expr word_value(const Leaf& leaf, Moment moment, Expr address);

  std::map<std::tuple<unsigned, std::uint64_t, Moment>, Expr> instance_registers_;
  std::map<std::pair<unsigned, std::uint64_t>, Expr> values_after_;
};

// A top and its parts, in the order parts before owners. Names are only suggestions until
// settle_names has run.
struct Design {
  std::list<std::unique_ptr<Module>> modules;
  Types types;
  const Type* in = nullptr;
  const Type* out = nullptr;
  Arrays arrays = Arrays::kNumbered;
  std::string package;           // of the structures
  PackedTypes packed;            // structures of the ports
  bool enables_settled = false;  // every Module::has_enable is final
  bool names_settled = false;    // every name is final

  Module& top() const { return *modules.back(); }
};

}  // namespace stepc
