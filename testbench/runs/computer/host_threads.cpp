// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/host_threads.hpp"

#include <malloc.h>

#include <cerrno>
#include <cstdlib>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/computer/host_thread.hpp"

namespace testbench {
namespace {

std::uint32_t program_access(std::uint32_t address, bool is_write, std::uint32_t value, const void* from) {
  const int kept = errno;
  HostThread* const thread = HostThread::current();
  if (thread == nullptr) {
    complain("a thread that the program has started calls cc.h; a node has one thread");
    std::abort();
  }
  const std::uint32_t answer = thread->access(address, is_write, value, from);
  errno = kept;
  return answer;
}

}  // namespace

std::vector<std::unique_ptr<Processor>> make_host_threads(const Image& image, std::uint32_t nodes,
                                                          const std::function<void()>& poll) {
  catch_signals_of_programs();
  // A node that ends while it holds the lock of its memory keeps no other from its own.
  mallopt(M_ARENA_MAX, static_cast<int>(nodes) + 8);
  const auto copies = std::make_shared<const HostCopies>(nodes);
  std::vector<std::unique_ptr<Processor>> threads;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    poll();
    threads.push_back(std::make_unique<HostThread>(copies, copies->add(image, node), node));
  }
  return threads;
}

}  // namespace testbench

// The bus of firmware/image/node_bus.hpp.
extern "C" {

std::uint32_t cc_host_read(std::uint32_t address) {
  return testbench::program_access(address, false, 0, __builtin_return_address(0));
}
void cc_host_write(std::uint32_t address, std::uint32_t value) {
  testbench::program_access(address, true, value, __builtin_return_address(0));
}

}  // extern "C"
