// SPDX-License-Identifier: Apache-2.0
// For clang-tidy --load: its checks walk what is ours. They say nothing of headers of libraries, which
// take three quarters of the time to walk.
#include <memory>
#include <string>
#include <vector>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace {

class OwnCode : public clang::ASTConsumer {
  void HandleTranslationUnit(clang::ASTContext& context) override {
    std::vector<clang::Decl*> own;
    for (clang::Decl* each : context.getTranslationUnitDecl()->decls()) {
      if (!context.getSourceManager().isInSystemHeader(each->getLocation())) own.push_back(each);
    }
    context.setTraversalScope(own);
  }
};

class BeforeChecks : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<OwnCode>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<BeforeChecks> kAdded("own_code", "checks walk what is ours");

}  // namespace
