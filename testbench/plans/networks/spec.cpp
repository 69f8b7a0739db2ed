// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "firmware/networks/clos.hpp"
#include "firmware/networks/cube.hpp"
#include "firmware/networks/dragonfly.hpp"
#include "firmware/networks/grids.hpp"
#include "firmware/networks/permutations.hpp"
#include "firmware/networks/rings.hpp"
#include "firmware/networks/twisted_cubes.hpp"
#include "firmware/networks/words.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/product.hpp"
#include "testbench/plans/networks/random_network.hpp"

namespace testbench {

namespace {

using network::kMaxNodes;
using network::kMaxPorts;

// Networks of one parameter, `symbol`, whose limits the network knows.
template <class Shape>
std::optional<Network> with_number(std::string_view parameters, const network::Limits& limits) {
  const auto number = number_in(parameters, limits);
  if (!number) return std::nullopt;
  return Network(Shape(*number));
}
template <class Shape>
NetworkKind of_number(const char* name, char symbol) {
  const auto form = [symbol](std::uint32_t most) {
    return fmt::format("{} with {} from {} to {}", symbol, symbol, Shape::kLimits.least, most);
  };
  NetworkKind kind{name, form(Shape::kLimits.most),
                   [](std::string_view parameters) { return with_number<Shape>(parameters, Shape::kLimits); }};
  if constexpr (requires { Shape::kMostSymmetric; }) {
    kind.symmetric_form = form(Shape::kMostSymmetric);
    kind.make_symmetric = [](std::string_view parameters) {
      return with_number<Shape>(parameters, {Shape::kLimits.least, Shape::kMostSymmetric});
    };
  }
  return kind;
}

// Networks of extents.
template <class Shape>
std::optional<Network> with_extents(std::string_view parameters, std::uint32_t most) {
  const auto extents = numbers_in(parameters, 'x', {network::MixedRadix::kLeastExtent, most});
  if (!extents) return std::nullopt;
  std::uint64_t nodes = 1;
  for (const std::uint32_t extent : *extents) nodes *= extent <= most / nodes ? extent : most + 1;
  const Shape shape(*extents);
  if (nodes > most || shape.ports() > kMaxPorts) return std::nullopt;
  return Network(shape);
}
template <class Shape>
NetworkKind of_extents(const char* name, bool is_cayley) {
  const auto form = [](std::uint32_t most) {
    return fmt::format("AxB.. with {} extents at most, each from {}, and {} nodes and {} ports at most",
                       network::Symbols::kMost, network::MixedRadix::kLeastExtent, most, kMaxPorts);
  };
  NetworkKind kind{name, form(kMaxNodes),
                   [](std::string_view parameters) { return with_extents<Shape>(parameters, kMaxNodes); }};
  if (is_cayley) {
    kind.symmetric_form = form(network::kMaxSymmetricNodes);
    kind.make_symmetric = [](std::string_view parameters) {
      return with_extents<Shape>(parameters, network::kMaxSymmetricNodes);
    };
  }
  return kind;
}

std::optional<Network> circulant(std::string_view parameters) {
  const std::size_t colon = parameters.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto nodes = number_in(parameters.substr(0, colon), network::Circulant::kNodes);
  if (!nodes) return std::nullopt;
  const auto steps = numbers_in(parameters.substr(colon + 1), ',', {1, *nodes / 2});
  if (!steps) return std::nullopt;
  std::uint32_t divisor = *nodes;
  for (unsigned i = 0; i < steps->size(); ++i) {
    if (i > 0 && (*steps)[i] <= (*steps)[i - 1]) return std::nullopt;
    divisor = std::gcd(divisor, (*steps)[i]);
  }
  if (divisor != 1) {
    throw NetworkError(fmt::format(
        "circulant:{}: must be connected, and {} divides its nodes and every step; add a step that it does not divide",
        parameters, divisor));
  }
  const network::Circulant shape(*nodes, *steps);
  if (shape.ports() > kMaxPorts) return std::nullopt;
  return Network(shape);
}

std::optional<Network> cyclic_cube(std::string_view parameters) {
  using network::CyclicCube;
  const auto numbers = numbers_in(parameters, ',', {CyclicCube::kLeastRanks, kMaxPorts / 2});
  if (!numbers || numbers->size() != 2 || (*numbers)[0] < CyclicCube::kLeastSymbols) return std::nullopt;
  std::uint64_t nodes = (*numbers)[0];
  for (unsigned i = 0; i < (*numbers)[0]; ++i) nodes *= (*numbers)[1];
  if (nodes > kMaxNodes) return std::nullopt;
  return Network(CyclicCube((*numbers)[0], (*numbers)[1]));
}

std::optional<Network> macro_star(std::string_view parameters) {
  using network::MacroStar;
  const auto numbers = numbers_in(parameters, ',', {MacroStar::kLeastBlockSize, network::groups::kMaxPermuted});
  if (!numbers || numbers->size() != 2 || (*numbers)[0] < MacroStar::kLeastBlocks) return std::nullopt;
  if ((*numbers)[0] * (*numbers)[1] + 1 > network::groups::kMaxPermuted) return std::nullopt;
  return Network(MacroStar((*numbers)[0], (*numbers)[1]));
}

std::optional<Network> twisted_cube(std::string_view parameters) {
  const auto bits = number_in(parameters, network::TwistedCube::kLimits);
  if (!bits || *bits % 2 == 0) return std::nullopt;
  return Network(network::TwistedCube(*bits));
}

std::optional<Network> kautz(std::string_view parameters) {
  using network::Kautz;
  const auto numbers = numbers_in(parameters, ',', {2, network::Symbols::kMost});
  static_assert(Kautz::kLeastDegree == 2 && Kautz::kLeastLetters == 2);
  if (!numbers || numbers->size() != 2 || 2 * (*numbers)[0] > kMaxPorts) return std::nullopt;
  std::uint64_t nodes = (*numbers)[0] + 1;
  for (unsigned i = 1; i < (*numbers)[1]; ++i) nodes *= (*numbers)[0];
  if (nodes > kMaxNodes) return std::nullopt;
  return Network(Kautz((*numbers)[0], (*numbers)[1]));
}

std::optional<Network> dragonfly(std::string_view parameters) {
  using network::Dragonfly;
  const auto numbers = numbers_in(parameters, ',', {1, kMaxPorts});
  if (!numbers || numbers->size() != 2 || (*numbers)[0] < Dragonfly::kLeastRouters) return std::nullopt;
  const Dragonfly shape((*numbers)[0], (*numbers)[1]);
  if (shape.ports() > kMaxPorts) return std::nullopt;
  return Network(shape);
}

std::optional<Network> leaf_spine(std::string_view parameters) {
  using network::LeafSpine;
  const auto numbers = numbers_in(parameters, ',', {1, kMaxPorts});
  if (!numbers || numbers->size() != 3 || (*numbers)[1] < LeafSpine::kLeastLeaves) return std::nullopt;
  const LeafSpine shape((*numbers)[0], (*numbers)[1], (*numbers)[2]);
  if (shape.ports() > kMaxPorts) return std::nullopt;
  return Network(shape);
}

std::optional<Network> fat_tree(std::string_view parameters) {
  const auto ports = number_in(parameters, network::FatTree::kLimits);
  if (!ports || *ports % 2 != 0) return std::nullopt;
  return Network(network::FatTree(*ports));
}

std::vector<NetworkKind> make_kinds() {
  return {
      of_number<network::Hypercube>("cube", 'D'),
      of_number<network::Ring>("ring", 'N'),
      {"circulant",
       fmt::format("N:S,T.. with N from {} to {}, steps from 1 to N/2, ascending, and {} ports at most",
                   network::Circulant::kNodes.least, network::Circulant::kNodes.most, kMaxPorts),
       circulant},
      of_number<network::Complete>("complete", 'N'),
      of_extents<network::Torus>("torus", true),
      of_extents<network::Hamming>("hamming", true),
      of_extents<network::Hamming>("hyperx", true),
      of_number<network::CubeConnectedCycles>("ccc", 'D'),
      of_number<network::Butterfly>("butterfly", 'D'),
      of_number<network::Star>("star", 'K'),
      of_number<network::Pancake>("pancake", 'K'),
      of_number<network::BubbleSort>("bubblesort", 'K'),
      of_number<network::FoldedCube>("folded", 'D'),
      {"cyclic",
       fmt::format("N,K with N from {}, K from {} to {}, and N K^N at most {}", network::CyclicCube::kLeastSymbols,
                   network::CyclicCube::kLeastRanks, kMaxPorts / 2, kMaxNodes),
       cyclic_cube},
      {"macrostar",
       fmt::format("L,M with L from {}, M from {}, and L M at most {}", network::MacroStar::kLeastBlocks,
                   network::MacroStar::kLeastBlockSize, network::groups::kMaxPermuted - 1),
       macro_star},
      of_extents<network::Mesh>("mesh", false),
      of_number<network::Path>("path", 'N'),
      of_number<network::DeBruijn>("debruijn", 'D'),
      {"kautz",
       fmt::format("K,D with K from {} to {}, D from {}, and K^D + K^(D-1) at most {}", network::Kautz::kLeastDegree,
                   kMaxPorts / 2, network::Kautz::kLeastLetters, kMaxNodes),
       kautz},
      {"twisted", fmt::format("D with D odd, from 1 to {}", network::TwistedCube::kLimits.most - 1), twisted_cube},
      of_number<network::CrossedCube>("crossed", 'D'),
      of_number<network::MoebiusCube>("moebius", 'D'),
      {"dragonfly",
       fmt::format("A,H with A from {}, H from 1, and A - 1 + H at most {}", network::Dragonfly::kLeastRouters,
                   kMaxPorts),
       dragonfly},
      {"leafspine",
       fmt::format("H,L,S of H hosts at each of L leaves and S spines, with L from {}, and H + S and L at most {}",
                   network::LeafSpine::kLeastLeaves, kMaxPorts),
       leaf_spine},
      {"fattree",
       fmt::format("K with K even, from {} to {}", network::FatTree::kLimits.least, network::FatTree::kLimits.most),
       fat_tree},
      {"random",
       fmt::format("N,K,S with N from {} to {}, K from {} to {} and below N, N K even, and a seed S from 0 to {}",
                   kLeastRandomDegree + 1, kMaxNodes, kLeastRandomDegree, kMaxPorts, kMostRandomSeed),
       random_regular},
      {"product", fmt::format("A*B.. with {} nodes and {} ports at most", kMaxNodes, kMaxPorts), product_of},
      {"file", "PATH", network_file},
      {"file1", "PATH of a file whose nodes are numbered from 1", network_file_from_1},
  };
}

}  // namespace

const std::vector<NetworkKind>& network_kinds() {
  static const std::vector<NetworkKind> kinds = make_kinds();
  return kinds;
}

namespace {

// The words about the first parameter that is meant for a number, and is none.
std::string_view form_of_numbers(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view part = parameters.substr(0, parameters.find_first_of(":,x*"));
    const bool is_meant = part.find_first_of("0123456789+.") == 0;
    if (is_meant && !is_whole_number(part)) return form_of_whole_number(part);
    parameters.remove_prefix(std::min(part.size() + 1, parameters.size()));
  }
  return "";
}

}  // namespace

namespace {

Network network_of(const std::string& spec, bool symmetric, Weights weights) {
  const std::string name = spec.substr(0, spec.find(':'));
  const std::vector<NetworkKind>& kinds = network_kinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const NetworkKind& known) { return known.name == name; });
  if (kind == kinds.end()) {
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const NetworkKind& known : kinds) names.push_back(known.name);
    throw NetworkError(fmt::format("{}: must be KIND:PARAMETERS, and KIND one of {}",
                                   spec.find_first_not_of(' ') == std::string::npos ? "'" + spec + "'" : spec,
                                   fmt::join(names, ", ")));
  }
  const bool may_be_large = symmetric && kind->make_symmetric != nullptr;
  const auto make = may_be_large ? kind->make_symmetric : kind->make;
  std::optional<Network> made;
  if (spec.size() > name.size()) made = make(std::string_view(spec).substr(name.size() + 1));
  if (!made) {
    throw NetworkError(fmt::format("{}: must be {}:{}{}", spec, kind->name,
                                   may_be_large ? kind->symmetric_form : kind->form, form_of_numbers(spec)));
  }
  if (const auto given = made->weights(); given && !given->unlike.empty() && weights == Weights::kAlike) {
    throw NetworkError(given->unlike);
  }
  return *made;
}

}  // namespace

Network network_of(const std::string& spec, Weights weights) {
  return network_of(spec, false, weights);
}

Network symmetric_network_of(const std::string& spec) {
  return network_of(spec, true, Weights::kAlike);
}

std::vector<std::string> networks_in(std::string_view list) {
  std::vector<std::string> networks;
  for (const std::string_view part : split(list, ',')) {
    const std::size_t kind = part.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789");
    const bool begins =
        kind != std::string_view::npos && kind > 0 && part[kind] == ':' && (part[0] < '0' || part[0] > '9');
    if (networks.empty() || begins) {
      networks.emplace_back(part);
    } else {
      networks.back() += fmt::format(",{}", part);
    }
  }
  return networks;
}

std::vector<std::filesystem::path> files_of(const std::string& spec) {
  constexpr std::string_view kProduct = "product:";
  const bool is_product = spec.starts_with(kProduct);
  std::vector<std::filesystem::path> files;
  for (std::string_view factor : split(std::string_view(spec).substr(is_product ? kProduct.size() : 0), '*')) {
    for (const std::string_view kind : {"file:", "file1:"}) {
      if (factor.starts_with(kind))
        files.emplace_back((is_product ? factor : std::string_view(spec)).substr(kind.size()));
    }
    if (!is_product) break;
  }
  return files;
}

std::vector<std::string> network_forms() {
  std::vector<std::string> forms;
  forms.reserve(network_kinds().size());
  for (const NetworkKind& kind : network_kinds()) forms.push_back(kind.name + ":" + kind.form);
  return forms;
}

}  // namespace testbench
