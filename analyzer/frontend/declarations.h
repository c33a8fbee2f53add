// The functions, globals and classes of a unit: each gets its id when it is first named, and its body later, in turn.
#pragma once
#include <deque>
#include <set>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/names.h"
#include "analyzer/frontend/tables.h"
#include "analyzer/program/program.h"

namespace cudep::frontend {

/// What the preprocessor and the parser noticed and the tree does not say.
struct ParserNotes {
  std::vector<clang::SourceLocation> errors;
  std::vector<clang::SourceLocation> managed;  // uses of the macro __managed__, which clang ignores
};

class Declarations {
 public:
  Declarations(clang::Sema& sema, program::Program& program, const ParserNotes& notes);

  program::FunctionId function(const clang::FunctionDecl* declaration);
  program::GlobalId global(const clang::VarDecl* declaration);
  /// Makes a global of the frontend's own: a guard, or a temporary that lives as long as one.
  program::GlobalId hidden_global(program::Global global);
  /// Nothing for classes of system headers.
  std::optional<program::ClassId> user_class(const clang::CXXRecordDecl* record);

  /// Names every member function of a class, so that those nothing calls are lowered too.
  void request_members(program::ClassId id);
  /// Lists the members and overriders, once all bodies are lowered.
  void complete_class(program::ClassId id);
  void complete_overrides(program::ClassId id);

  /// The declaration whose body is to be lowered next, or nothing when all are done.
  struct Pending {
    program::FunctionId id;
    const clang::FunctionDecl* declaration;
  };
  std::optional<Pending> next_function();
  std::optional<const clang::VarDecl*> next_global();

  /// The definition with its body, instantiated or synthesized when needed; null when there is none to lower.
  const clang::FunctionDecl* definition(const clang::FunctionDecl* declaration);
  /// The user's own code or a header of the standard library that is simply executed.
  [[nodiscard]] bool is_lowered(clang::SourceLocation location) const;
  [[nodiscard]] bool is_system(clang::SourceLocation location) const;
  [[nodiscard]] bool is_in_main_file(clang::SourceLocation location) const;
  [[nodiscard]] bool has_harmful_error(const clang::FunctionDecl* definition) const;

  clang::Sema& sema;
  clang::ASTContext& ast;
  program::Program& program;
  Tables tables;
  Names names;

 private:
  program::Function describe(const clang::FunctionDecl* declaration);
  void describe_parameters(const clang::FunctionDecl* declaration, program::Function& function);
  program::Global describe(const clang::VarDecl* declaration);
  [[nodiscard]] program::Global::Memory memory(const clang::VarDecl* declaration) const;
  [[nodiscard]] bool is_managed(const clang::VarDecl* declaration) const;
  void synthesize(clang::FunctionDecl* declaration);

  const ParserNotes& notes_;
  llvm::DenseMap<const clang::FunctionDecl*, program::FunctionId> functions_;
  llvm::DenseMap<const clang::VarDecl*, program::GlobalId> globals_;
  llvm::DenseMap<const clang::CXXRecordDecl*, program::ClassId> classes_;
  std::vector<const clang::CXXRecordDecl*> class_records_;  // by ClassId
  std::deque<Pending> pending_;
  std::deque<const clang::VarDecl*> pending_globals_;
};

}  // namespace cudep::frontend
