// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/boot_books.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "firmware/collectives/catalog.hpp"
#include "firmware/image/cc.h"
#include "firmware/image/memory_map.h"
#include "hls/operators/composition.hpp"

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

// "allreduce". `call`: enum cc_collective has the order of collectives::kCollectives.
std::string name_of_call(std::uint32_t call) {
  const std::uint32_t number = number_of(call);
  if ((call & CC_STEP) != 0) return "alltoallv";
  return number < std::size(collectives::kCollectives) ? name_of(collectives::kCollectives[number])
                                                       : fmt::format("collective {}", number);
}

// The functions of a node, the most instructions first. `counts`: by two bytes of the memory.
std::vector<FunctionCount> functions_of(const Image& image, std::uint32_t node, std::span<const std::uint32_t> counts) {
  std::map<const Image::Function*, std::uint64_t> by_function;
  for (std::uint32_t place = 0; place < counts.size(); ++place) {
    if (counts[place] != 0) by_function[image.function_at(2 * place)] += counts[place];
  }
  std::vector<FunctionCount> found;
  found.reserve(by_function.size());
  for (const auto& [function, instructions] : by_function) {
    found.push_back({function != nullptr ? image.readable(*function) : "(no function)", node, instructions});
  }
  std::ranges::sort(found, std::ranges::greater(), &FunctionCount::instructions);
  return found;
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

void BootBooks::append(const NodeBooks& node, std::string& line, std::uint32_t byte) const {
  if (byte == '\n') {
    options_.print(node.number, std::exchange(line, ""));
  } else {
    line += static_cast<char>(byte);
  }
}

void BootBooks::print(NodeBooks& node, std::uint32_t byte) {
  if (options_.keeps_output) {
    node.report.output += static_cast<char>(byte);
  } else {
    append(node, node.line, byte);
  }
}

void BootBooks::spend(NodeBooks& node, std::uint64_t begin, std::uint64_t end, bool waits) {
  if (begin >= end) return;
  (waits ? node.report.waits : node.report.communicates) += end - begin;
  if (options_.keeps_intervals)
    report_.intervals.push_back({node.number, begin, end, waits, name_of_call(node.call.call)});
}

void BootBooks::fail(NodeBooks& node, const std::string& what) {
  node.has_ended = true;
  if (!has_many_faults()) report_.faults.push_back(fmt::format("node {}: {}", node.number, what));
}

bool BootBooks::check_fit(NodeBooks& node, NodeBooks& other) {
  if (node.call.fits(other.call)) return true;
  fail(node, fmt::format("{} does not fit that of node {}: {}{}{}", call_of(node), other.number, call_of(other),
                         failed(other), failed(node)));
  fail(other, fmt::format("{} does not fit that of node {}", call_of(other), node.number));
  return false;
}

void BootBooks::fail_late(NodeBooks& node, std::uint32_t counter, const std::string& why) {
  fail(node, fmt::format("runs for more than {} cycles, now in {}{}; give more with --most-cycles",
                         options_.most_cycles, image_.place(counter), why));
}

void BootBooks::exit(NodeBooks& node, std::uint32_t status, bool is_open) {
  if (is_open) fail(node, call_of(node) + " is still open when the program ends");
  node.report.status = status;
  node.has_ended = true;
}

const NodeBooks* BootBooks::awaited_by(const NodeBooks& node) const {
  const auto found = std::ranges::find_if(books_, [&](const NodeBooks* other) {
    return node.has_member(*other) && (!other->has_joined || other->call.group != node.call.group);
  });
  return found == books_.end() ? nullptr : *found;
}

std::optional<std::string> BootBooks::missing(const NodeBooks& node) const {
  const NodeBooks* const awaited = awaited_by(node);
  if (awaited == nullptr) return std::nullopt;
  const NodeBooks& other = *awaited;
  const std::string why = other.has_joined      ? call_of(other)
                          : other.report.status ? fmt::format("it has ended with status {}", *other.report.status)
                          : other.has_ended     ? "it has failed"
                                                : "it has not joined";
  return fmt::format("{} waits for node {}: {}{}", call_of(node), other.number, why, failed(other));
}

void BootBooks::close(NodeBooks& node, std::span<const std::uint32_t> counts) {
  for (const std::string* const line : {&node.line, &node.error_line}) {
    if (!line->empty()) options_.print(node.number, *line);
  }
  node.report.cycles = node.time;
  report_.cycles = std::max(report_.cycles, node.time);
  report_.nodes.push_back(node.report);
  if (!options_.profiles) return;
  const std::vector<FunctionCount> found = functions_of(image_, node.number, counts);
  report_.profile.insert(report_.profile.end(), found.begin(), found.end());
}

std::string BootBooks::call_of(const NodeBooks& books) const {
  const NodeCall& node = books.call;
  const std::uint32_t number = number_of(node.call);
  const std::string place = image_.place(node.caller - 1);
  if (number >= std::size(collectives::kCollectives)) {
    return fmt::format("{}, called in {}", name_of_call(node.call), place);
  }
  const collectives::Collective collective = collectives::kCollectives[number];
  std::string text = name_of_call(node.call);
  const std::uint32_t operation = node.call >> 8 & 0xff;
  const bool is_known = operators::is_known(operation) || operators::is_composition(operation);
  const operators::Type type = operators::type_of(operation);
  if ((node.call & CC_STEP) != 0) {  // the ranks agree before they move elements
    if (is_known && collective == collectives::Collective::kAlltoall)
      text += fmt::format(" of {}", operators::name(type));
  } else if (collective != collectives::Collective::kBarrier) {
    const unsigned element =
        shape_of(collective).combined ? operators::element_width(operation) / 8 : operators::lane_width(type) / 8;
    text += is_known ? fmt::format(" of {} {}", node.bytes / element, operators::name(type))
                     : fmt::format(" of {} bytes", node.bytes);
    if (is_known && shape_of(collective).combined) {
      text += fmt::format(", {}", operators::operation_name(operation));
    }
  }
  if (const std::uint32_t row = node.call >> 20; row > 0 && row <= collectives::kCatalog.size()) {
    text += fmt::format(", algorithm {} by cc_use", collectives::kCatalog[row - 1].algorithm);
  }
  if (has_root(collective)) text += fmt::format(", root {}", node.root);
  if (node.group != options_.nodes() - 1) {
    text += fmt::format(", on the subcube of dimensions {:#x}", node.group);
  }
  return fmt::format("{}, called in {}", text, place);
}

std::string BootBooks::failed(const NodeBooks& books) const {
  const NodeCall& node = books.call;
  if (node.failed == 0) return "";
  const std::uint32_t error = error_of(node.failed);
  const std::string name = error < std::size(kErrors) ? kErrors[error] : fmt::format("error {}", error);
  return fmt::format("; on node {} {}, called in {}, has returned {}", books.number, name_of_call(node.failed),
                     image_.place(node.failed_caller - 1), name);
}

}  // namespace testbench
