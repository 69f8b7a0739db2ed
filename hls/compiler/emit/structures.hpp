// C++ structures as packed structures. Arrays become numbered fields: Yosys reads no arrays of structures.
#pragma once

#include <map>
#include <string>

#include "hls/compiler/design/type.hpp"
#include "hls/compiler/emit/names.hpp"

namespace stepc {

class Structures {
 public:
  // The type of a signal: "logic [7:0]", "packet_t". Structures are defined on first use.
  std::string type_name(const Type& type);
  // The typedefs of all structures that type_name has met.
  const std::string& definitions() const { return definitions_; }

 private:
  std::string fields_of(const std::string& name, const Type& type);

  std::map<const Type*, std::string> names_;
  Names unique_;
  std::string definitions_;
};

// "logic [7:0]", or "logic" for one bit.
std::string vector_type(unsigned width);
// Where the scalar at byte `offset` stands in a signal of the type: "" for a scalar, ".header.rule" in a structure.
std::string member_path(const Type& type, std::uint64_t offset);

}  // namespace stepc
