// SPDX-License-Identifier: Apache-2.0
// The node's registers on the bus of its processor (memory_map.h). On a host, where the program is a thread,
// cubecast answers (testbench/runs/computer/host_threads.cpp).
#pragma once

#include <stdint.h>

#include "firmware/image/router_window.hpp"
#include "firmware/node/driver.hpp"

#ifndef __riscv
// Weak, so that a linker that looks for missing names does not miss these.
extern "C" [[gnu::weak]] uint32_t cc_host_read(uint32_t address);
extern "C" [[gnu::weak]] void cc_host_write(uint32_t address, uint32_t value);
#endif

namespace image {

#ifdef __riscv
inline volatile uint32_t& at(uint32_t address) {
  return *reinterpret_cast<volatile uint32_t*>(address);
}
inline uint32_t read(uint32_t address) {
  return at(address);
}
inline void write(uint32_t address, uint32_t value) {
  at(address) = value;
}
#else
inline uint32_t read(uint32_t address) {
  return cc_host_read(address);
}
inline void write(uint32_t address, uint32_t value) {
  cc_host_write(address, value);
}
#endif

}  // namespace image
