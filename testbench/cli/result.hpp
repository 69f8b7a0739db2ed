// The result of one run as it is printed: JSON object or row of a table.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "firmware/collectives/operation.hpp"
#include "testbench/bounds/bounds.hpp"
#include "testbench/cli/engine_choice.hpp"
#include "testbench/run/run_report.hpp"

namespace testbench {

struct Result {
  collectives::Operation operation;
  EngineChoice engine;   // with stalls the closed form does not apply
  bool queues_can_fill;  // their depth is the user's or the RTL's; once one has said stop, it does not apply either
  RunReport report;

  Bound lower_bound() const;  // in cycles
  Bound least_transmissions() const;
  // The cycles that the algorithm must show, where there is a closed form.
  std::optional<collectives::ClosedForm> closed_form() const;
  // Every byte and link event right, and the closed form met.
  bool as_it_should() const;
};

// Keys in the order in which they are printed.
nlohmann::ordered_json to_json(const Result& result);

// "= 17", "<= 18" or "-" for the closed form.
std::string closed_form_text(const Result& result);

}  // namespace testbench
