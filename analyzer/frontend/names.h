// The names of functions and variables: mangled for linking, readable for messages, plain for the library models.
#pragma once
#include <memory>
#include <set>
#include <string>

#include "analyzer/frontend/clang.h"

namespace cudep::frontend {

class Names {
 public:
  explicit Names(clang::ASTContext& ast);

  /// Unique in the unit; what other units cannot see carries the main file's name.
  std::string mangled(const clang::FunctionDecl* function);
  std::string mangled(const clang::VarDecl* variable);
  /// `Ring::load`, with the template arguments of classes.
  [[nodiscard]] std::string display(const clang::NamedDecl* declaration) const;
  /// `std::vector::push_back`: no template arguments, no inline namespaces.
  [[nodiscard]] std::string qualified(const clang::NamedDecl* declaration) const;

 private:
  std::string distinct(std::string name, const clang::NamedDecl* declaration);
  [[nodiscard]] std::string path(const clang::NamedDecl* declaration, bool arguments) const;
  [[nodiscard]] std::string simple_name(const clang::NamedDecl* declaration, bool arguments) const;

  clang::ASTContext& ast_;
  std::unique_ptr<clang::MangleContext> mangle_;
  clang::PrintingPolicy policy_;
  std::string prefix_;
  std::set<std::string> used_;
};

}  // namespace cudep::frontend
