// SPDX-License-Identifier: Apache-2.0
// The node's registers on the bus of its processor (memory_map.h).
#pragma once

#include <stdint.h>

#include "firmware/image/memory_map.h"
#include "firmware/node/driver.hpp"

namespace image {

inline volatile uint32_t& at(uint32_t address) {
  return *reinterpret_cast<volatile uint32_t*>(address);
}
inline uint32_t read(uint32_t address) {
  return at(address);
}
inline void write(uint32_t address, uint32_t value) {
  at(address) = value;
}

// The address of a register of the router.
inline uint32_t mapped(uint32_t address) {
  return CC_ROUTER | (address >> 28) << CC_ROUTER_BLOCK_SHIFT | (address >> 20 & 0xff) << CC_ROUTER_PORT_SHIFT |
         (address & 0xfffff) << CC_ROUTER_INDEX_SHIFT;
}

}  // namespace image
