// SPDX-License-Identifier: Apache-2.0
// The node's registers on the bus of its processor (memory_map.h).
#pragma once

#include <stdint.h>

#include "firmware/image/router_window.hpp"
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

}  // namespace image
