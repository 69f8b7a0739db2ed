// SPDX-License-Identifier: Apache-2.0
// Pictures of a run without a browser, of a Playback of at most kMostDrawn packets on links.
#pragma once

#include <cstdint>
#include <string>

#include "testbench/tool/report/playback.hpp"

namespace testbench {

inline constexpr std::uint32_t kMostTextNodes = 32;

// Links by cycles: a row for each link, by port where the network is a cube, a cell for each packet in the colour of its
// tree, or of its port. The lower bound is a broken line.
std::string svg_of(const Playback& playback, const Json& head);
// The network as text in each cycle, with an arrow for each packet's way.
std::string text_of(const Playback& playback, const Json& head);

}  // namespace testbench
