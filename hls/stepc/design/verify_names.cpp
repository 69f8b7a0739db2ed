#include <set>

#include "hls/stepc/design/names.hpp"
#include "hls/stepc/design/reserved_words.hpp"

namespace stepc {
namespace {

// One scope: each of its names is legal and there once.
class Scope {
 public:
  Scope(std::string what, std::vector<std::string>& faults) : what_(std::move(what)), faults_(faults) {}

  void add(const std::string& object, const std::string& name) {
    // unique_member marks a reserved word with an underscore.
    const std::string without_mark = name.ends_with("_") ? name.substr(0, name.size() - 1) : name;
    const bool is_marked = name != without_mark && is_systemverilog_word(without_mark);
    const bool is_legal =
        legal_identifier(name) == name || (is_marked && legal_identifier(without_mark) == without_mark);
    if (!is_legal || is_systemverilog_word(name)) fault(object, name, "is not a legal name");
    if (!names_.insert(name).second) fault(object, name, "is there twice");
  }

 private:
  void fault(const std::string& object, const std::string& name, const std::string& text) {
    faults_.push_back(what_ + ": " + object + " '" + name + "' " + text);
  }

  std::string what_;
  std::vector<std::string>& faults_;
  std::set<std::string> names_;
};

void verify_names(const Module& module, std::vector<std::string>& faults) {
  Scope scope("module '" + module.name + "'", faults);
  scope.add("input", "clk");
  scope.add("input", "rst");
  if (module.has_enable) scope.add("input", module.enable_name);
  for (const Port& port : module.inputs) scope.add("input", port.name);
  for (const Port& port : module.outputs) scope.add("output", port.name);
  for (const Export& port : module.exports) {
    scope.add("export", port.name);
    if (port.address) scope.add("input", port.address_name);
  }
  for (const Start& start : module.starts) scope.add("parameter", start.name);
  for (const Register& reg : module.registers) scope.add("register", reg.name);
  for (const MemoryBlock& memory : module.memories) {
    scope.add("memory", memory.name);
    if (memory.is_sync()) scope.add("read word", memory.data_name);
  }
  for (const Instance& part : module.instances) {
    scope.add("instance", part.name);
    for (const std::string& name : part.output_names) scope.add("signal", name);
    for (const std::string& name : part.export_names) scope.add("signal", name);
    const bool all_signals = part.output_names.size() == part.module->outputs.size() &&
                             part.export_names.size() == part.module->exports.size();
    if (!all_signals)
      faults.push_back("module '" + module.name + "': instance '" + part.name + "' has unnamed signals");
  }
}

}  // namespace

std::vector<std::string> verify_names(const Design& design) {
  std::vector<std::string> faults;
  Scope global("design", faults);
  global.add("package", design.package);
  for (const auto& module : design.modules) {
    global.add("module", module->name);
    verify_names(*module, faults);
  }
  for (const PackedStructure& structure : design.packed.structures()) {
    global.add("type", structure.name);
    Scope members("type '" + structure.name + "'", faults);
    for (const PackedMember& member : structure.members) members.add("member", member.name);
  }
  return faults;
}

}  // namespace stepc
