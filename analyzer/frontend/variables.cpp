// Local variables: automatic, static, and the parts of structured bindings.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

void FunctionLowering::declare(const clang::Decl* declaration) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (variable == nullptr) return;
  if (variable->hasExternalStorage()) return;
  if (variable->isStaticLocal() && !variable->hasAttr<clang::CUDASharedAttr>()) return declare_static(variable);
  declare_variable(variable);
  const auto* pack = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  if (pack == nullptr) return;
  for (const clang::BindingDecl* binding : pack->bindings()) {
    if (const clang::VarDecl* holder = binding->getHoldingVar()) declare_variable(holder);
  }
}

void FunctionLowering::declare_variable(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  at(variable->getLocation());
  const bool is_result = variable->isNRVOVariable() && builder.function().result_object;
  const std::string name = variable->isImplicit() ? "" : variable->getNameAsString();
  LocalId local{};
  if (is_result) {
    local = *builder.function().result_object;
    if (builder.function().locals[index(local)].name.empty()) builder.function().locals[index(local)].name = name;
  } else {
    const std::int64_t bytes = type->isReferenceType() ? 8 : unit.tables.bytes(type);
    const bool is_shared = variable->hasAttr<clang::CUDASharedAttr>();
    local = builder.local({.name = name, .bytes = bytes, .layout = unit.tables.layout(type), .shared = is_shared});
    builder.append(ScopeBegin{local});
  }
  objects_[variable] = local;
  if (const clang::Expr* initializer = variable->getInit()) {
    full_expression([&] {
      initialize(type, local, initializer);
      return true;
    });
  }
  end_with_scope(local, type);
  cleanups_.back().returned = is_result;
}

void FunctionLowering::declare_static(const clang::VarDecl* variable) {
  const GlobalId global = unit.global(variable);
  const clang::Expr* initializer = variable->getInit();
  if (initializer == nullptr || initializer->isValueDependent() || variable->evaluateValue() != nullptr) return;
  constexpr Type guard_type{TypeKind::Integer, 1, false};
  at(variable->getLocation());
  const GlobalId guard = unit.hidden_global({.name = unit.program.globals[index(global)].name + "$guard",
                                             .bytes = 1,
                                             .external = unit.program.globals[index(global)].external,
                                             .is_guard = true,
                                             .zero_initialized = true,
                                             .site = builder.site()});
  const BlockId first = builder.new_block(), done = builder.new_block();
  builder.branch(builder.load(guard_type, guard), done, first, unit.tables.string(variable->getNameAsString()));
  builder.enter(first);
  full_expression([&] {
    initialize(variable->getType(), global, initializer);
    return true;
  });
  builder.store(guard_type, guard, std::int64_t{1});
  builder.jump(done);
  builder.enter(done);
}

}  // namespace cudep::frontend
