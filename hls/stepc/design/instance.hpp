// Parts of a module, and what it reads of them.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/port.hpp"

namespace stepc {

struct Module;

// When a register of a part is read: before its cycle, after it, or between two of its functions.
struct Moment {
  bool is_next = false;
  unsigned entry = 0;  // of several, the function after which; kLastEntry: all of them

  static constexpr unsigned kLastEntry = ~0u;
  auto operator<=>(const Moment&) const = default;
};

inline constexpr Moment kNow{false, 0};
inline constexpr Moment kNext{true, Moment::kLastEntry};

// A register of a part that its owner reads, made a port; or a memory, of which the owner reads words.
struct Export {
  std::string name;
  std::uint64_t offset;  // within the part's object
  Moment moment;
  Expr value;
  Use use;
  unsigned read = 0;       // of several reads of one memory, which
  Expr address = nullptr;  // of a word: symbol of the port that says which
  // NOLINTNEXTLINE(readability-redundant-member-init): compilers miss it where an Export is made without one
  std::string address_name = {};  // of that port
};

// A word of a memory of a part that its owner reads: of a synchronous memory the word that was requested.
struct WordRead {
  std::uint64_t offset;  // of the memory within the part's object
  Moment moment;
  Expr address;  // null: of the word that was requested
  Expr word;     // symbol
  bool is_used = false;
  unsigned read = 0;  // of several of that memory at that moment, which
};

// A register at byte `offset` of a module's object that its owner writes: function number `entry` finds it so, or, behind
// the last of them, the next cycle does.
struct Overwrite {
  unsigned entry;
  std::uint64_t offset;
  unsigned parameter = 0;  // in Module::parameters, through which the owner passes it

  auto operator<=>(const Overwrite&) const = default;
};

// A parameter of a module: what the register at byte `offset` of its object, or of a part within, starts with; or what an
// input always is, which has no offset.
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
  std::vector<WordRead> reads;            // of its memories
  Location location;

  // A function, not the method of an object.
  bool is_stateless() const;
  // What is passed to an input port, whose first scalar is argument number `first`.
  std::vector<Expr> arguments_of(const Port& port, std::size_t first) const;
  // Whether the object contains that byte of the owner's state.
  bool holds(std::uint64_t byte) const;
  // Bits of the register at byte `offset` of the object; nothing when there is none.
  std::optional<unsigned> register_width(std::uint64_t offset) const;
  // The address of what the module exports so; null where this instance's owner does not read it.
  Expr address_of(const Export& port) const;
};

}  // namespace stepc
