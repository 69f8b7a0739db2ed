// SPDX-License-Identifier: Apache-2.0
// Networks as they are asked for: KIND:PARAMETERS, for example ring:12, torus:4x6,
// product:ccc:3*ring:4 or file:PATH.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/plans/formats/numbers.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// The weights of links in a file.
enum class Weights {
  kAlike,  // unequal ones are an error
  kTaken,  // by the caller, from Network::weights()
};

/// \brief The network of a name. Throws NetworkError "ring:2: must be ring:N with N from 3 to
/// 65536".
Network network_of(const std::string& spec, Weights weights = Weights::kAlike);
/// \brief The same for a Cayley network of which one node is simulated for all, so that it can be larger.
Network symmetric_network_of(const std::string& spec);

/// \brief The networks of a list like "ring:4,circulant:13:1,5,file:a,b": a comma parts two of them where a kind
/// and a colon come behind it.
std::vector<std::string> networks_in(std::string_view list);

/// \brief The files that network_of() reads for a name: those of file:PATH, also in a product.
std::vector<std::filesystem::path> files_of(const std::string& spec);

/// \brief "ring:N with N from 3 to 65536", for every kind.
std::vector<std::string> network_forms();

// A kind of networks: the word before the colon of a name, the form of the parameters behind it,
// and the network that they make. spec.cpp has one line for each.
struct NetworkKind {
  std::string name;
  std::string form;  // of the parameters, with their limits: "N with N from 3 to 65536"
  // Nothing where the parameters are not of that form. Throws NetworkError where the form is right
  // and the network cannot be.
  std::optional<Network> (*make)(std::string_view parameters);
  // The same for networks of which one node is simulated for all. Null: they are not larger.
  std::string symmetric_form = {};
  std::optional<Network> (*make_symmetric)(std::string_view parameters) = nullptr;
};

const std::vector<NetworkKind>& network_kinds();

}  // namespace testbench
