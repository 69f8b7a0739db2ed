// SPDX-License-Identifier: Apache-2.0
// A server for gdb's remote protocol: one node's processor under a debugger, over a local TCP port.
//
//     gdb-multiarch FILE -ex 'target remote :3333'
//
// The node stands still while gdb has it, and the others as soon as they wait for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "testbench/runs/computer/processor.hpp"

namespace testbench {

class GdbServer {
 public:
  // Opens the port. Throws std::runtime_error where it is taken.
  GdbServer(std::uint32_t node, std::uint16_t port);
  ~GdbServer();
  GdbServer(const GdbServer&) = delete;
  GdbServer& operator=(const GdbServer&) = delete;

  std::uint32_t node() const { return node_; }

  // Runs the processor as gdb wants it, until the computer around it must do something. The first
  // call waits for gdb.
  Processor::Stop run(Processor& processor, std::uint64_t instructions);
  // The processor has stopped for good: "W00" for an exit, "S0b" for a fault.
  void end(Processor& processor, const std::string& report);

 private:
  enum class Wish { kRun, kStep };

  void accept();
  // Answers gdb until it lets the processor continue.
  void talk(Processor& processor);
  std::optional<std::string> receive();
  void send(const std::string& text);
  std::string answer(Processor& processor, const std::string& packet);
  bool asks_for_stop();

  std::uint32_t node_;
  int listener_ = -1;
  int gdb_ = -1;
  bool halted_ = true;    // gdb has it
  bool has_told_ = true;  // why it halted
  Wish wish_ = Wish::kRun;
  std::set<std::uint32_t> breakpoints_;
};

}  // namespace testbench
