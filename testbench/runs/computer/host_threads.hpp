// SPDX-License-Identifier: Apache-2.0
// The processors of a cube as threads of this machine, for programs that scripts/image.sh --host has made.
//
// One thread runs at a time, until it waits for a collective, so that a run is the same each time. Each
// thread loads a copy of the program's file of its own, because the loader gives every file variables of
// its own. A process for each node would keep them apart too, but has no debugger that sees all nodes.
//
// A thread takes no cycles, but for one in each read of CC_BUSY or CC_CYCLES: a program that waits for
// either comes to an end. It is a system with packet memories (CC_MOST), so that no address of 64 bits
// goes through a register.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/runs/computer/processor.hpp"

namespace testbench {

// Throws FileError where the files or the threads have no room. `poll` is called now and then.
std::vector<std::unique_ptr<Processor>> make_host_threads(const Image& image, std::uint32_t nodes,
                                                          const std::function<void()>& poll);
// Why the program cannot run in this process, if so.
std::optional<std::string> missing_for_host(const Image& image);

}  // namespace testbench
