// SPDX-License-Identifier: Apache-2.0
// The clock of a Verilator model.
//
//     stepc::start(model);  // once, before the first edge
//     ...                   // the inputs
//     stepc::clock(model);  // a rising edge that takes them
#pragma once

namespace stepc {

// Evaluates the model with its clock low, so that the next evaluation with a high one is a rising
// edge.
template <class Model>
void start(Model& model) {
  model.clk = 0;
  model.eval();
}

// A rising edge. Between two of them the clock is high. The outputs and registers of a step
// function change at rising edges alone, and an evaluation begins with all logic behind the inputs,
// so that one for the falling edge would do the work of this one twice: where the model says under
// which name it keeps the clock of the last evaluation, that is set instead. The name is that of
// Verilator 5.006; with others, the clock falls.
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
