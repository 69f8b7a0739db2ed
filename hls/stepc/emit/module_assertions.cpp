// Assertions: checked in simulation (Verilator --assert), properties for proofs (Yosys read_verilog -formal).
#include "hls/stepc/emit/module_emitter.hpp"

namespace stepc {
namespace {

// A text within a format of $error.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '%') result += '%';
    result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return "\"" + result + "\"";
}

}  // namespace

// Yosys reads no action for an assertion that fails.
std::string ModuleEmitter::assertions(Printer& printer) const {
  std::string shown;
  for (const Export& port : module_.exports) {
    if (port.use == Use::kAssertion) shown += "  assign " + port.name + " = " + printer.print(port.value) + ";\n";
  }
  std::string properties;
  std::string checks;
  for (const Assertion& assertion : module_.assertions) {
    const std::string statement = "    assert (" + printer.print(assertion.holds) + ")";
    properties += statement + ";  // " + assertion.location.text() + "\n";
    checks += statement + " else $error(" + quoted(assertion.location.text() + ": " + assertion.text) + ");\n";
  }
  if (checks.empty()) return shown;
  const std::string enable = module_.has_enable ? " & " + module_.enable_name : "";
  return shown + "  always @(posedge clk) if (~rst" + enable + ") begin\n`ifdef FORMAL\n" + properties + "`else\n" +
         checks + "`endif\n  end\n";
}

}  // namespace stepc
