// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/call_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "firmware/collectives/catalog.hpp"
#include "firmware/image/cc.h"
#include "firmware/image/memory_map.h"
#include "hls/operators/operation.hpp"

namespace testbench {
namespace {

// enum cc_error
constexpr const char* kErrors[] = {"CC_OK",         "CC_ERR_BUFFER",    "CC_ERR_COUNT", "CC_ERR_TYPE",
                                   "CC_ERR_OP",     "CC_ERR_ROOT",      "CC_ERR_COMM",  "CC_ERR_REQUEST",
                                   "CC_ERR_MEMORY", "CC_ERR_ALGORITHM", "CC_ERR_SYSTEM"};

static_assert(std::size(kErrors) == CC_ERR_SYSTEM + 1);

std::uint32_t number_of(std::uint32_t call) {
  return call & 0x7f;
}
std::uint32_t error_of(std::uint32_t call) {
  return call >> 16 & 0xf;
}

}  // namespace

void NodeCall::write(std::uint32_t address, std::uint32_t value) {
  if (address == CC_CALL && error_of(value) != 0) failed = value;
  if (address == CC_CALL) call = value;
  if (address == CC_COUNT) bytes = value;
  if (address == CC_ROOT) root = value;
  if (address == CC_CALLER) (error_of(call) != 0 ? failed_caller : caller) = value;
  if (address == CC_GROUP) group = value;
}

// `call`: enum cc_collective has the order of collectives::kCollectives.
std::string name_of_call(std::uint32_t call) {
  const std::uint32_t number = number_of(call);
  if ((call & CC_STEP) != 0) return "alltoallv";
  return number < std::size(collectives::kCollectives) ? name_of(collectives::kCollectives[number])
                                                       : fmt::format("collective {}", number);
}

std::string text_of(const NodeCall& node, unsigned dim, const Image& image) {
  const std::uint32_t number = number_of(node.call);
  const std::string place = image.place(node.caller - 1);
  if (number >= std::size(collectives::kCollectives)) {
    return fmt::format("{}, called in {}", name_of_call(node.call), place);
  }
  const collectives::Collective collective = collectives::kCollectives[number];
  std::string text = name_of_call(node.call);
  const std::uint32_t operation = node.call >> 8 & 0xff;
  const bool is_known = operators::is_known(operation);
  const operators::Type type = operators::type_of(operation);
  if ((node.call & CC_STEP) != 0) {  // the ranks agree before they move elements
    if (is_known && collective == collectives::Collective::kAlltoall)
      text += fmt::format(" of {}", operators::name(type));
  } else if (collective != collectives::Collective::kBarrier) {
    text += is_known ? fmt::format(" of {} {}", node.bytes / (operators::lane_width(type) / 8), operators::name(type))
                     : fmt::format(" of {} bytes", node.bytes);
    if (is_known && shape_of(collective).combined) {
      text += fmt::format(", {}", operators::name(operators::function_of(operation)));
    }
  }
  if (const std::uint32_t row = node.call >> 20; row > 0 && row <= collectives::kCatalog.size()) {
    text += fmt::format(", algorithm {} by cc_use", collectives::kCatalog[row - 1].algorithm);
  }
  if (has_root(collective)) text += fmt::format(", root {}", node.root);
  if (node.group != (std::uint32_t{1} << dim) - 1) {
    text += fmt::format(", on the subcube of dimensions {:#x}", node.group);
  }
  return fmt::format("{}, called in {}", text, place);
}

std::string text_of_failed(std::uint32_t number, const NodeCall& node, const Image& image) {
  if (node.failed == 0) return "";
  const std::uint32_t error = error_of(node.failed);
  const std::string name = error < std::size(kErrors) ? kErrors[error] : fmt::format("error {}", error);
  return fmt::format("; on node {} {}, called in {}, has returned {}", number, name_of_call(node.failed),
                     image.place(node.failed_caller - 1), name);
}

}  // namespace testbench
