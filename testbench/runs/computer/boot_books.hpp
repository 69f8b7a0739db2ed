// SPDX-License-Identifier: Apache-2.0
// The books of a boot, whoever runs its nodes: the call that each is in, what it prints, where its time
// goes, and what goes wrong.
#pragma once

#include <span>

#include "testbench/runs/computer/boot.hpp"

namespace testbench {

// The registers of a call as a node has written them (firmware/image/memory_map.h).
struct NodeCall {
  std::uint32_t call = 0;
  std::uint32_t bytes = 0;  // of a block
  std::uint32_t root = 0;
  std::uint32_t caller = 0;
  std::uint32_t group = 0;   // a bit for each dimension of the subcube
  std::uint32_t failed = 0;  // the last call that returned an error, as in CC_CALL; 0: none since a collective
  std::uint32_t failed_caller = 0;

  // Takes a write to a register of the system, if it is one of these.
  void write(std::uint32_t address, std::uint32_t value);
  // Whether both are of one collective.
  bool fits(const NodeCall& other) const { return call == other.call && bytes == other.bytes && root == other.root; }
};

struct NodeBooks {
  std::uint32_t number = 0;
  std::uint64_t time = 0;  // in cycles from the reset, to its end
  NodeCall call;
  bool has_joined = false;  // a collective that has not begun
  bool has_ended = false;
  std::string line;        // of standard output, that has no end yet
  std::string error_line;  // of standard error
  BootedNode report;

  // Whether the other node has a part in the collective of this one.
  bool has_member(const NodeBooks& other) const { return ((other.number ^ number) & ~call.group) == 0; }
};

class BootBooks {
 protected:
  // `image`: must outlive it.
  BootBooks(const Image& image, BootOptions options) : image_(image), options_(std::move(options)) {}

  // In the order of numbers, like close().
  void add(const NodeBooks& node) { books_.push_back(&node); }

  // Standard output and error. Whole lines are printed.
  void print(NodeBooks& node, std::uint32_t byte);
  void print_error(NodeBooks& node, std::uint32_t byte) { append(node, node.error_line, byte); }
  // The node does not compute in this while.
  void spend(NodeBooks& node, std::uint64_t begin, std::uint64_t end, bool waits);

  void fail(NodeBooks& node, const std::string& what);
  void fail_late(NodeBooks& node, std::uint32_t counter, const std::string& why);
  bool has_many_faults() const { return report_.faults.size() >= kMostFaults; }
  // The two are in one collective. Returns whether their calls are the same; else both have failed.
  bool check_fit(NodeBooks& node, NodeBooks& other);
  // The program ends; `is_open`: with a call that has not.
  void exit(NodeBooks& node, std::uint32_t status, bool is_open);
  // A node that has not joined the collective that this one has joined, and why; none: all have.
  const NodeBooks* awaited_by(const NodeBooks& node) const;
  std::optional<std::string> missing(const NodeBooks& node) const;
  // "allreduce of 1 int32, sum, called in main (hello.c:5)"
  std::string call_of(const NodeBooks& node) const;

  // Adds the node to the report. `counts`: instructions by two bytes of the memory, if profiles are asked for.
  void close(NodeBooks& node, std::span<const std::uint32_t> counts);

  const Image& image_;
  const BootOptions options_;
  BootReport report_;

 private:
  static constexpr std::size_t kMostFaults = 8;

  void append(const NodeBooks& node, std::string& line, std::uint32_t byte) const;
  // "; on node 1 allgather, called in main (hello.c:5), has returned CC_ERR_MEMORY", or nothing.
  std::string failed(const NodeBooks& node) const;

  std::vector<const NodeBooks*> books_;
};

}  // namespace testbench
