// SPDX-License-Identifier: Apache-2.0
#include "testbench/computer/call_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "firmware/collectives/collective.hpp"
#include "firmware/image/memory_map.h"
#include "hls/operators/operation.hpp"

namespace testbench {

void NodeCall::write(std::uint32_t address, std::uint32_t value) {
  if (address == CC_CALL) call = value;
  if (address == CC_COUNT) count = value;
  if (address == CC_ROOT) root = value;
  if (address == CC_CALLER) caller = value;
  if (address == CC_GROUP) group = value;
}

// `call`: enum cc_collective has the order of collectives::kCollectives.
std::string name_of_call(std::uint32_t call) {
  const std::uint32_t number = call & 0xff;
  return number < std::size(collectives::kCollectives) ? name_of(collectives::kCollectives[number])
                                                       : fmt::format("collective {}", number);
}

std::string text_of(const NodeCall& node, unsigned dim, const Image& image) {
  const std::uint32_t number = node.call & 0xff;
  const std::string place = image.place(node.caller - 1);
  if (number >= std::size(collectives::kCollectives)) {
    return fmt::format("{}, called in {}", name_of_call(node.call), place);
  }
  const collectives::Collective collective = collectives::kCollectives[number];
  std::string text = fmt::format("{} of {} packet(s)", name_of(collective), node.count);
  const std::uint32_t operation = node.call >> 8;
  const bool has_data = collective != collectives::Collective::kBarrier;
  if (has_data && shape_of(collective).combined && operators::is_known(operation)) {
    text += fmt::format(", {} of {}", operators::name(operators::function_of(operation)),
                        operators::name(operators::type_of(operation)));
  }
  if (has_root(collective)) text += fmt::format(", root {}", node.root);
  if (node.group != (std::uint32_t{1} << dim) - 1) {
    text += fmt::format(", on the subcube of dimensions {:#x}", node.group);
  }
  return fmt::format("{}, called in {}", text, place);
}

}  // namespace testbench
