// SPDX-License-Identifier: Apache-2.0
// A simulated board behind a pseudo-terminal: a model of its top, or of its netlist.
#pragma once

namespace rtl_sim {

// The board's two pins, for one cycle of its clock.
class BoardModel {
 public:
  virtual ~BoardModel() = default;
  // Levels of the serial lines: `rx` goes to the board, the answer comes from it.
  virtual bool clock(bool rx) = 0;
};

// The main function of a simulated board. `cycles_per_bit`: of its serial line. Returns the exit
// status.
int board_program(int argc, char** argv, BoardModel& model, unsigned cycles_per_bit);

}  // namespace rtl_sim
