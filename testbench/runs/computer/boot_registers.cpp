// SPDX-License-Identifier: Apache-2.0
// A processor finds these outside its memory: the registers of its router and of the system
// (firmware/image/memory_map.h).
#include <fmt/format.h>

#include "firmware/image/router_window.hpp"
#include "firmware/node/registers.hpp"
#include "testbench/runs/computer/boot_processors.hpp"

namespace testbench {

// Memories of the router have so many words. Hardware would take the low bits of the index.
bool Boot::has_router_register(std::uint32_t address) const {
  const std::uint32_t index = node::index(address);
  switch (static_cast<node::Block>(address >> 28)) {
    case node::Block::kTable:
      return index < router_.nodes;
    case node::Block::kProgram:
      return index < router_.program_depth;
    case node::Block::kWindow:
      return index < router_.window_depth;
    default:
      return true;
  }
}

void Boot::answer(Node& node, std::uint32_t value) {
  set_lines(node);
  node.processor->answer(value);
}

// An access where there is nothing interrupts the node, or ends it. Returns whether it continues.
bool Boot::miss(Node& node, std::uint32_t address, const std::string& what) {
  if (!node.interrupts.is_enabled(CC_INTERRUPT_FAULT)) {
    fail(node, what);
    return false;
  }
  node.interrupts.set_fault(address);
  answer(node, 0);
  return true;
}

// The access that the node polls with can be answered: all others are as far as it is, or cannot continue.
// Returns whether the node continues.
bool Boot::answer_poll(Node& node) {
  const bool watches = node.watches();
  const std::uint32_t address = node.poll.address;
  node.polls = false;
  if (address == CC_BUSY) {
    answer(node, node.has_joined || node.time < node.busy_until ? 1 : 0);
  } else if (node.poll.is_write) {
    node.interrupts.write(address, node.poll.value, node.time);
    answer(node, 0);
  } else {
    answer(node, node.interrupts.read(address, node.time));
  }
  charge(node);
  return watches == node.watches();
}

// Returns whether the node continues.
bool Boot::access(Node& node, const Processor::Stop& stop) {
  if (stop.address >= CC_ROUTER) {
    const std::uint32_t address = image::register_at(stop.address);
    if (stop.is_write && !has_router_register(address)) {
      fail(node, fmt::format("a write to {:08x}, which the router does not have, in {}", stop.address,
                             image_.place(node.processor->counter())));
      return false;
    }
    std::uint32_t value = 0;
    if (stop.is_write) {
      mesh_->write(Address(node.number), address, stop.value);
    } else {
      value = mesh_->read(Address(node.number), address);
    }
    answer(node, value);
    return true;
  }
  const auto nowhere = [&](const char* access, std::uint32_t address) {
    return fmt::format("a {} {:08x}, where there is no register, in {}", access, address,
                       image_.place(node.processor->counter()));
  };
  const bool asks_for_end = (stop.address == CC_BUSY && !stop.is_write) || Interrupts::tells_of_end(stop.address);
  if (node.has_joined && asks_for_end) {
    node.polls = true;
    node.poll = stop;
    return false;
  }
  if (stop.is_write) {
    if (!write_system(node, stop.address, stop.value)) {
      return miss(node, stop.address, nowhere("write to", stop.address));
    }
    answer(node, 0);
    return !node.has_ended;
  }
  std::uint32_t value = 0;
  switch (stop.address) {
    case CC_NODE:
      value = node.number;
      break;
    case CC_DIMENSION:
      value = options_.dim();
      break;
    case CC_END:
      value = image_.memory_end();
      break;
    case CC_MOST:
    case CC_CHAINS:
      value = 0;
      break;
    case CC_CYCLES:
      value = static_cast<std::uint32_t>(node.time);
      node.kept_cycles_high = static_cast<std::uint32_t>(node.time >> 32);
      break;
    case CC_CYCLES_HIGH:
      value = node.kept_cycles_high;
      break;
    case CC_INPUT:
      value = next_input(node);
      break;
    case CC_BUSY:
      value = node.time < node.busy_until ? 1 : 0;
      break;
    case CC_WAIT:
      if (node.has_joined) {
        node.waits = true;
        return false;
      }
      end_wait(node, node.time);
      return true;
    case CC_INTERRUPTS:
    case CC_ENABLE:
    case CC_TIMER:
    case CC_TIMER_HIGH:
    case CC_FAULT:
      value = node.interrupts.read(stop.address, node.time);
      break;
    default:
      return miss(node, stop.address, nowhere("read of", stop.address));
  }
  answer(node, value);
  return true;
}

std::uint32_t Boot::next_input(Node& node) {
  const std::string_view input = input_of(options_, node.number);
  const bool is_end = node.read == input.size();
  if (is_end) {
    node.interrupts.clear(CC_INTERRUPT_INPUT);
  } else {
    node.interrupts.set(CC_INTERRUPT_INPUT);  // the next byte, or the end
  }
  return is_end ? CC_INPUT_END : static_cast<unsigned char>(input[node.read++]);
}

// Returns whether there is such a register.
bool Boot::write_system(Node& node, std::uint32_t address, std::uint32_t value) {
  Computers::Node& computer = computers_->node(node.number);
  node.call.write(address, value);
  switch (address) {
    case CC_SEND:
      computer.dma.send = value;
      break;
    case CC_SEND_STRIDE:
      computer.dma.send_stride = value;
      break;
    case CC_RECEIVE:
      computer.dma.receive = value;
      break;
    case CC_RECEIVE_STRIDE:
      computer.dma.receive_stride = value;
      break;
    case CC_GROUP:
      computer.dma.group = value;
      break;
    case CC_CALL:
    case CC_COUNT:
    case CC_ROOT:
    case CC_CALLER:
      break;
    case CC_START:
      // The end of the last one is waited for.
      if (!node.has_joined && node.time < node.busy_until) {
        spend(node, node.time, node.busy_until, /*waits=*/false);
        node.time = node.busy_until;
      }
      join(node);
      break;
    case CC_INTERRUPTS:
    case CC_ENABLE:
    case CC_TIMER:
    case CC_TIMER_HIGH:
      node.interrupts.write(address, value, node.time);
      break;
    case CC_CONSOLE:
      print(node, value);
      break;
    case CC_ERROR:
      print_error(node, value);
      break;
    case CC_EXIT:
      exit(node, value, node.has_joined);
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace testbench
