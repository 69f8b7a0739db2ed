// SPDX-License-Identifier: Apache-2.0
// The router's registers in the address space of the core (memory_map.h), for the firmware, the system in
// hardware and the testbench.
#pragma once

#include <stdint.h>

#include "firmware/image/memory_map.h"

namespace image {

// The place of a register.
constexpr uint32_t mapped(uint32_t address) {
  return CC_ROUTER | (address >> 28) << CC_ROUTER_BLOCK_SHIFT | (address >> 20 & 0xff) << CC_ROUTER_PORT_SHIFT |
         (address & 0xfffff) << CC_ROUTER_INDEX_SHIFT;
}
// The register at a place.
constexpr uint32_t register_at(uint32_t place) {
  return (place >> CC_ROUTER_BLOCK_SHIFT & 15) << 28 | (place >> CC_ROUTER_PORT_SHIFT & 31) << 20 |
         (place >> CC_ROUTER_INDEX_SHIFT & 0xfffff);
}

}  // namespace image
