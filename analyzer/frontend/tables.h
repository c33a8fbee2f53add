// What every function of a unit refers to: sites, strings, types and layouts, each kept once in the program.
#pragma once
#include <map>
#include <string>

#include "analyzer/frontend/clang.h"
#include "analyzer/program/program.h"

namespace cudep::frontend {

class Tables {
 public:
  Tables(clang::ASTContext& ast, program::Program& program);

  /// A place in a macro's body is the line of its use; one in a macro argument keeps its own line and column.
  program::SiteId site(clang::SourceLocation location);
  program::StringId string(std::string text);
  /// The source text of an expression, for messages.
  program::StringId text(const clang::Expr* expression);

  [[nodiscard]] program::Type type(clang::QualType type) const;
  /// Records, arrays and the like: objects that never fit a register.
  [[nodiscard]] static bool is_aggregate(clang::QualType type);
  [[nodiscard]] std::int64_t bytes(clang::QualType type) const;
  /// Nothing for void, functions and incomplete classes.
  std::optional<program::LayoutId> layout(clang::QualType type);

  [[nodiscard]] std::int64_t field_offset(const clang::FieldDecl* field) const;
  [[nodiscard]] std::int64_t base_offset(const clang::CXXRecordDecl* derived, const clang::CXXRecordDecl* base) const;

 private:
  program::Layout describe(clang::QualType type);
  void describe_record(const clang::RecordDecl* record, program::Layout& layout);
  /// `cudaStream_t` for `CUstream_st*`, however it was spelled.
  [[nodiscard]] std::optional<std::string> handle_name(clang::QualType type) const;
  void collect_handle_names();

  clang::ASTContext& ast_;
  program::Program& program_;
  clang::PrintingPolicy policy_;
  std::map<model::Site, program::SiteId> sites_;
  std::map<std::string, program::StringId> strings_;
  llvm::DenseMap<clang::QualType, program::LayoutId> layouts_;
  llvm::DenseMap<const clang::TagDecl*, std::string> handles_;
};

}  // namespace cudep::frontend
