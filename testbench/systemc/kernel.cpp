#include "testbench/systemc/kernel.hpp"

#include <cstdlib>
#include <systemc>

namespace testbench {

Kernel::Kernel() {
  // The library greets on standard output unless told not to, which would spoil --json.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  sc_core::sc_default_global_context = new sc_core::sc_simcontext();
  sc_core::sc_curr_simcontext = sc_core::sc_default_global_context;
}

Kernel::~Kernel() {
  delete sc_core::sc_curr_simcontext;
  sc_core::sc_curr_simcontext = nullptr;
  sc_core::sc_default_global_context = nullptr;
}

}  // namespace testbench

// The library's main calls it; this program has a main of its own.
int sc_main(int, char**) {
  return EXIT_FAILURE;
}
