// SPDX-License-Identifier: Apache-2.0
// A node of a boot: its processor, its time, and its part in a collective.
#pragma once

#include "testbench/runs/computer/boot.hpp"
#include "testbench/runs/computer/call_text.hpp"
#include "testbench/runs/computer/interrupts.hpp"

namespace testbench {

struct Boot::Node {
  Node(std::uint32_t its_number, std::unique_ptr<Processor> its_processor)
      : number(its_number), processor(std::move(its_processor)) {}

  std::uint32_t number;
  std::unique_ptr<Processor> processor;
  std::uint64_t time = 0;
  std::uint64_t counted = 0;  // cycles of the processor that are in the time
  std::uint32_t kept_cycles_high = 0;
  std::string line;        // of standard output, that has no end yet
  std::string error_line;  // of standard error
  std::size_t read = 0;    // bytes of standard input

  NodeCall call;
  bool has_joined = false;       // a collective that has not begun
  std::uint64_t joined = 0;      // when
  std::uint64_t busy_until = 0;  // the end of the last collective
  bool waits = false;            // in a read of CC_WAIT
  bool sleeps = false;           // until the end of a collective that has not begun, or for ever
  bool polls = false;            // in an access that depends on whether a collective has ended:
  Processor::Stop poll;          // this one
  bool has_ended = false;
  BootedNode report;
  Interrupts interrupts;

  // The end of a collective that has not begun interrupts it, and it cannot go on before that is known.
  bool watches() const { return has_joined && interrupts.is_enabled(CC_INTERRUPT_DONE); }

  const Computers::Node* computer = nullptr;
};

}  // namespace testbench
