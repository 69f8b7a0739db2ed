// SPDX-License-Identifier: Apache-2.0
// The simulation of SystemC, for the models that begin one.
#pragma once

#include <cstdlib>
#include <systemc>

namespace testbench {

// SystemC has one simulation in a process; its end is this object's.
class Kernel {
 public:
  Kernel() {
    // The library greets on standard output unless told not to, which would spoil --json.
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
    sc_core::sc_default_global_context = new sc_core::sc_simcontext();
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context;
  }
  ~Kernel() {
    delete sc_core::sc_curr_simcontext;
    sc_core::sc_curr_simcontext = nullptr;
    sc_core::sc_default_global_context = nullptr;
  }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
};

}  // namespace testbench

// The library's main calls it; the program has a main of its own.
int sc_main(int, char**) {
  return EXIT_FAILURE;
}
