// SPDX-License-Identifier: Apache-2.0
// The clock of a Verilator model.
//
//     stepc::start(model);  // once, before the first edge
//     ...                   // the inputs
//     stepc::clock(model);  // a rising edge that takes them
#pragma once

namespace stepc {

// Evaluates the model with its clock low, so that the next evaluation with a high clock is a rising
// edge.
template <class Model>
void start(Model& model) {
  model.clk = 0;
  model.eval();
}

// Makes a rising edge; between two edges the clock is high. Outputs and registers of a step
// function change only at rising edges. Each evaluation computes all logic behind the inputs, so
// that an evaluation for the falling edge would double the work. The model's record of the last
// clock is therefore set to low instead. Its name is that of Verilator 5.006; with other versions,
// the clock falls.
template <class Model>
void clock(Model& model) {
  if constexpr (requires { model.rootp->__Vtrigrprev__TOP__clk; }) {
    model.rootp->__Vtrigrprev__TOP__clk = 0;
  } else {
    model.clk = 0;
    model.eval();
  }
  model.clk = 1;
  model.eval();
}

}  // namespace stepc
