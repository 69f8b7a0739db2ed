// SPDX-License-Identifier: Apache-2.0
// How nodes serve broadcast requests that come at any time (docs/theory/dynamic.md).
#pragma once

#include <array>
#include <cstdint>

namespace broadcast {

enum class Scheme : std::uint32_t {
  // Partial multinode broadcasts, one after the other, by the three algorithms of Varvarigos and
  // Bertsekas:
  kPmnb1 = 0,  // packing, broadcast in subcubes, multinode broadcast in subcubes (section IV-A)
  kPmnb2 = 1,  // a request is d packets, one of each class (IV-B)
  kPmnb3 = 2,  // a request is one packet, of a class by its rank (IV-C)
  // Each request at once, down a tree of its source:
  kDirect = 3,    // down one of the d spanning binomial trees of its source, at random (Stamoulis and Tsitsiklis 1993)
  kBalanced = 4,  // down the rotations of the multinode broadcast's tree in turn (Bertsekas et al. 1991, section 2)
  // Each request at once, to the root of a random one of d trees that all nodes share, and from
  // there down the tree:
  kIndirect = 5,  // Stamoulis and Tsitsiklis 1993
  // On any other network, whose nodes store a tree for each source:
  kPmnb = 6,  // partial multinode broadcasts down these trees (Varvarigos and Bertsekas, sections II and III)
  kTree = 7,  // each request at once
};

struct SchemeName {
  Scheme scheme;
  const char* name;
  const char* source;
};

// The schemes of cubes, and those of other networks.
inline constexpr std::array kSchemes{
    SchemeName{Scheme::kPmnb1, "pmnb1", "Varvarigos and Bertsekas, section IV-A"},
    SchemeName{Scheme::kPmnb2, "pmnb2", "Varvarigos and Bertsekas, section IV-B"},
    SchemeName{Scheme::kPmnb3, "pmnb3", "Varvarigos and Bertsekas, section IV-C"},
    SchemeName{Scheme::kDirect, "direct", "Stamoulis and Tsitsiklis 1993"},
    SchemeName{Scheme::kBalanced, "balanced", "Bertsekas et al. 1991, section 2"},
    SchemeName{Scheme::kIndirect, "indirect", "Stamoulis and Tsitsiklis 1993"},
};
inline constexpr std::array kTreeSchemes{
    SchemeName{Scheme::kPmnb, "pmnb", "Varvarigos and Bertsekas, sections II and III"},
    SchemeName{Scheme::kTree, "tree", "trees of the allgather"},
};

// Whether the scheme of a cube makes partial multinode broadcasts; the others serve each request at once.
constexpr bool is_partial_on_cubes(Scheme scheme) {
  return scheme == Scheme::kPmnb1 || scheme == Scheme::kPmnb2 || scheme == Scheme::kPmnb3;
}
constexpr bool is_partial(Scheme scheme) {
  return is_partial_on_cubes(scheme) || scheme == Scheme::kPmnb;
}
// Packets of a request, on a cube of dimension d.
constexpr unsigned packets_of_request(Scheme scheme, unsigned d) {
  return scheme == Scheme::kPmnb2 ? d : 1;
}

}  // namespace broadcast
