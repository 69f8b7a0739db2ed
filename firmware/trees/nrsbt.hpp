// nRSBT: the n rotations of the SBT (Johnsson and Ho 1986, section 3.4). Tree j complements bits in
// the order j, j+1, .., d-1, 0, .., j-1; its largest subtree is behind port j. Together they use
// every link that leads away from the root.
#pragma once

#include "firmware/trees/sbt.hpp"

namespace trees {

using Nrsbt = Rotations<Sbt>;

static_assert(Nrsbt::children(4, Address(0b0010), 1) == Ports(0b1101) &&
              Nrsbt::parent(4, Address(0b0110), 2) == Ports(0b0010));

}  // namespace trees
