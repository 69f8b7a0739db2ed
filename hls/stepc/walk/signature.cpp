// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/signature.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "hls/stepc/frontend/locations.hpp"

namespace stepc {
namespace {

namespace dwarf = llvm::dwarf;

const llvm::DIDerivedType* as_derived(const llvm::DIType* type, unsigned tag) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  return derived && derived->getTag() == tag ? derived : nullptr;
}

const llvm::DIType* without_names(const llvm::DIType* type) {
  while (const auto* name = as_derived(type, dwarf::DW_TAG_typedef)) type = name->getBaseType();
  return type;
}

// An array is constant when its elements are.
bool is_constant(const llvm::DIType* type) {
  const auto* array = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (array && array->getTag() == dwarf::DW_TAG_array_type) return is_constant(without_names(array->getBaseType()));
  return as_derived(type, dwarf::DW_TAG_const_type) != nullptr;
}

// Returns the names of the parameters, by their number from 1 up (`this` included).
std::map<unsigned, std::string> parameter_names(const llvm::DISubprogram& subprogram) {
  std::map<unsigned, std::string> names;
  for (const llvm::DINode* node : subprogram.getRetainedNodes()) {
    const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(node);
    if (variable && variable->getArg() != 0) names[variable->getArg()] = hardware_name(variable->getName().str());
  }
  return names;
}

class Reader {
 public:
  Reader(const llvm::Function& function, TypeReader& types)
      : function_(function), types_(types), where_(location_of(function)) {}

  Signature read() {
    const llvm::DISubprogram* subprogram = function_.getSubprogram();
    if (!subprogram || !subprogram->getType()) throw Untranslatable(where_, "no debug information for the function");
    const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
    auto names = parameter_names(*subprogram);
    if (function_.arg_size() > 0 && function_.hasParamAttribute(0, llvm::Attribute::StructRet)) {
      signature_.result_pointer = next_++;
    }
    if (types.size() > 0 && types[0]) {
      signature_.result = types_.read(types[0], where_);
      failed_ = signature_.result->failed && !signature_.result_pointer;
    }
    for (unsigned i = 1; i < types.size(); ++i) {
      const auto* pointer = as_derived(types[i], dwarf::DW_TAG_pointer_type);
      if (i == 1 && pointer && pointer->isArtificial()) {
        signature_.object = next_++;
        signature_.object_type = types_.read(pointer->getBaseType(), where_);
      } else {
        add_parameter(types[i], names[i].empty() ? "argument_" + std::to_string(i) : names[i]);
      }
    }
    if (failed_) throw FollowsFromError();
    if (next_ != function_.arg_size()) throw Untranslatable(where_, "parameters are passed in an unknown way");
    return std::move(signature_);
  }

 private:
  void add_parameter(const llvm::DIType* declared, const std::string& name) {
    const llvm::DIType* type = without_names(declared);
    PassedParameter parameter{name, Parameter::Passing::kValue, nullptr, {}, false};
    const auto* reference = as_derived(type, dwarf::DW_TAG_reference_type);
    if (reference) {
      const llvm::DIType* target = without_names(reference->getBaseType());
      parameter.passing = is_constant(target) ? Parameter::Passing::kConstReference : Parameter::Passing::kReference;
      parameter.by_pointer = true;
      type = target;
    }
    parameter.type = types_.read(type, where_);
    // The layout of a failed type in registers is not known.
    failed_ = failed_ || (parameter.type->failed && !parameter.by_pointer);
    if (failed_) return;
    const unsigned count = parameter.by_pointer ? 1 : passed_by_value(parameter);
    for (unsigned i = 0; i < count; ++i) parameter.arguments.push_back(next_++);
    signature_.parameters.push_back(parameter);
  }

  // Returns the number of LLVM arguments that hold a value.
  unsigned passed_by_value(PassedParameter& parameter) const {
    if (parameter.type->width == 0) return 0;
    if (next_ >= function_.arg_size()) throw Untranslatable(where_, "parameters are passed in an unknown way");
    if (function_.getArg(next_)->getType()->isPointerTy()) {
      parameter.by_pointer = true;
      return 1;
    }
    return parameter.type->bytes > 8 ? 2 : 1;
  }

  const llvm::Function& function_;
  TypeReader& types_;
  Location where_;
  Signature signature_;
  unsigned next_ = 0;
  bool failed_ = false;
};

}  // namespace

Signature read_signature(const llvm::Function& function, TypeReader& types) {
  return Reader(function, types).read();
}

}  // namespace stepc
