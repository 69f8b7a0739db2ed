// SPDX-License-Identifier: Apache-2.0
// A boot of processors beside routers (boot.hpp): its nodes, each with a processor, a time, and a part in a
// collective.
#pragma once

#include "testbench/runs/computer/boot_books.hpp"
#include "testbench/runs/computer/computers.hpp"
#include "testbench/runs/computer/interrupts.hpp"
#include "testbench/runs/computer/processor.hpp"

namespace testbench {

class Boot : BootBooks {
 public:
  Boot(const Image& image, BootOptions options);

  BootReport run();

 private:
  struct Node : NodeBooks {
    std::unique_ptr<Processor> processor;
    std::uint64_t counted = 0;  // cycles of the processor that are in the time
    std::uint32_t kept_cycles_high = 0;
    std::size_t read = 0;  // bytes of standard input

    std::uint64_t joined = 0;      // when it has joined
    std::uint64_t busy_until = 0;  // the end of the last collective
    bool waits = false;            // in a read of CC_WAIT
    bool sleeps = false;           // until the end of a collective that has not begun, or for ever
    bool polls = false;            // in an access that depends on whether a collective has ended:
    Processor::Stop poll;          // this one
    Interrupts interrupts;

    // The end of a collective that has not begun interrupts it, and it cannot go on before that is known.
    bool watches() const { return has_joined && interrupts.is_enabled(CC_INTERRUPT_DONE); }

    const Computers::Node* computer = nullptr;
  };

  std::vector<std::unique_ptr<Processor>> make_processors(std::uint32_t nodes) const;
  void run_node(Node& node);
  bool access(Node& node, const Processor::Stop& stop);
  bool answer_poll(Node& node);
  static void set_lines(Node& node);
  static void answer(Node& node, std::uint32_t value);
  bool miss(Node& node, std::uint32_t address, const std::string& what);
  bool has_router_register(std::uint32_t address) const;
  static void charge(Node& node);
  bool write_system(Node& node, std::uint32_t address, std::uint32_t value);
  std::uint32_t next_input(Node& node);
  void join(Node& node);
  void end_wait(Node& node, std::uint64_t from);
  void run_groups();
  void settle(const std::vector<Node*>& group, std::uint64_t cycles);
  void explain_waits();

  hls::NodeConfiguration router_;  // for the sizes of its memories
  Computers* computers_;           // the mesh owns them
  std::unique_ptr<Mesh> mesh_;     // before the nodes, whose cores may be in its simulation
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::vector<Node*>> groups_;  // that have joined a collective and have not run it
  std::uint64_t cycle_ = 0;                 // of the mesh
  bool is_over_ = false;
};

}  // namespace testbench
