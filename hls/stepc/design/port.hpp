// The ports of a module, and the C++ parameters that they are.
#pragma once

#include <string>
#include <vector>

#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/node.hpp"

namespace stepc {

// A scalar of a port.
struct PortLeaf {
  Leaf leaf;              // offset within the port's element
  Expr value = nullptr;   // input: symbol of the module; output: what drives it
  Expr always = nullptr;  // input: what every instance passes, a constant or a parameter of the module; null if none
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

}  // namespace stepc
