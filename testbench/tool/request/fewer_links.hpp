// SPDX-License-Identifier: Apache-2.0
// A plan of the network less a link is a plan of the network, and can be the faster one: searches for trees and paths are not
// exact, and a link more can lead them astray.
//
//     made = with_fewer_links(made, make, cycles_of);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "testbench/runs/experiment/prepared.hpp"

namespace testbench {

/// \brief Prepares an operation of so many packets whose plan leaves these links out. Throws PlanError.
using MakeLess =
    std::function<std::shared_ptr<Prepared>(std::uint32_t packets, const std::vector<collectives::DeadLink>& left_out)>;

using CyclesOf = std::function<std::uint64_t(const Prepared&)>;

/// \brief The fastest of an operation and those that leave one link out, then of those that leave out one more than the
/// fastest, until none is faster or one is at its bound. The work is limited, whatever the machine, so that on large networks
/// it is the operation itself. Many packets try what is best for a few too, whose search gets further. `has_one_tree`: of Entry.
std::shared_ptr<Prepared> with_fewer_links(std::shared_ptr<Prepared> made, bool has_one_tree, const MakeLess& make,
                                           const CyclesOf& cycles_of);

}  // namespace testbench
