// The frame of a function: its parameters, its body, its end.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

FunctionLowering::FunctionLowering(Declarations& unit, Function function) : unit(unit), builder(std::move(function)) {}

Function FunctionLowering::lower(const clang::FunctionDecl* definition) {
  definition_ = definition;
  at(definition->getLocation());
  builder.function().site = builder.site();
  declare_parameters(definition);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (method != nullptr && method->getParent()->isLambda()) {
    if (method->isLambdaStaticInvoker()) {
      lower_static_invoker(method);
      return builder.finish();
    }
    method->getParent()->getCaptureFields(captures_, this_capture_);
  }
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
    lower_constructor(constructor);
  } else if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(definition)) {
    lower_destructor(destructor);
  } else {
    statement(definition->getBody());
  }
  at(definition->getBody()->getEndLoc());
  if (definition->isMain() && !builder.terminated()) builder.append(Return{Operand(std::int64_t{0})});
  resolve_gotos();
  return builder.finish();
}

void FunctionLowering::declare_parameters(const clang::FunctionDecl* definition) {
  Function& function = builder.function();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const bool has_this = method != nullptr && method->isImplicitObjectMemberFunction();
  for (std::size_t position = 0; position < function.parameters.size(); ++position) {
    Parameter& parameter = function.parameters[position];
    if (!(has_this && position == 0)) {
      const clang::ParmVarDecl* declared = definition->getParamDecl(position - (has_this ? 1 : 0));
      parameter.name = declared->getNameAsString();
      objects_[declared] = parameter.local;
    }
    function.locals[position].name = parameter.name;
    function.locals[position].site = builder.site();
  }
  if (has_this) this_ = function.parameters.front().local;
  if (function.result.kind == TypeKind::Aggregate) {
    const clang::QualType type = definition->getReturnType();
    function.result_object = builder.local({.bytes = function.result.bytes, .layout = unit.tables.layout(type)});
  }
}

/// What a lambda without captures becomes as a function pointer: it calls the closure's operator() on no object.
void FunctionLowering::lower_static_invoker(const clang::CXXMethodDecl* invoker) {
  const Function& function = builder.function();
  Call made{.type = function.result, .callee = unit.function(invoker->getParent()->getLambdaCallOperator())};
  made.arguments.push_back(std::int64_t{0});
  for (const Parameter& parameter : function.parameters) {
    const bool is_object = parameter.type.kind == TypeKind::Aggregate;
    made.arguments.push_back(is_object ? Operand(parameter.local) : builder.load(parameter.type, parameter.local));
  }
  if (function.result_object) made.result_object = *function.result_object;
  const bool has_value = function.result.kind != TypeKind::Void && function.result.kind != TypeKind::Aggregate;
  const Operand result = builder.call(std::move(made));
  builder.append(Return{has_value ? std::optional<Operand>(result) : std::nullopt});
}

Function FunctionLowering::lower_construction(clang::QualType type, const clang::Expr* expression,
                                              llvm::ArrayRef<clang::OpaqueValueExpr*> arguments) {
  constexpr Type pointer{TypeKind::Pointer, 8};
  builder.at(builder.function().site);
  std::size_t position = 1;
  for (const clang::OpaqueValueExpr* argument : arguments) {
    opaque_values[argument] = builder.load(pointer, builder.function().parameters[position++].local);
  }
  const Operand place = builder.load(pointer, builder.function().parameters.front().local);
  full_expression([&] {
    initialize(type, place, expression);
    return true;
  });
  return builder.finish();
}

Function FunctionLowering::lower_initializer(const clang::VarDecl* variable, GlobalId global) {
  at(variable->getLocation());
  full_expression([&] {
    initialize(variable->getType(), global, variable->getInit());
    return true;
  });
  close_scope(0);
  return builder.finish();
}

}  // namespace cudep::frontend
