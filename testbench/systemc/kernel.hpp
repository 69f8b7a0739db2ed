// The SystemC kernel of one mesh. The library keeps one simulation in a process; this makes a fresh one and takes it
// away again, so that a process can run one mesh after the other.
#pragma once

namespace testbench {

class Kernel {
 public:
  Kernel();
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
};

}  // namespace testbench
