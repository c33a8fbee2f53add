// Calls: of functions, methods, function pointers, constructors and destructors, and the few built-in ones.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

clang::SourceLocation site_of(const clang::CallExpr* call) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (member != nullptr && !llvm::isa<clang::CXXOperatorCallExpr>(call)) return member->getMemberLoc();
  return call->getBeginLoc();
}

/// `threadIdx.x` and the like, which clang's headers make calls of methods of four classes.
std::optional<LaunchValue> launch_value(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method == nullptr || !method->getDeclName().isIdentifier()) return std::nullopt;
  llvm::StringRef axis = method->getName(), value = method->getParent()->getName();
  if (!axis.consume_front("__fetch_builtin_") || !value.consume_front("__cuda_builtin_")) return std::nullopt;
  const auto first = llvm::StringSwitch<std::optional<LaunchValue>>(value)
                         .Case("threadIdx_t", LaunchValue::ThreadX)
                         .Case("blockIdx_t", LaunchValue::BlockX)
                         .Case("blockDim_t", LaunchValue::BlockDimX)
                         .Case("gridDim_t", LaunchValue::GridDimX)
                         .Default(std::nullopt);
  if (!first || axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z') return std::nullopt;
  return LaunchValue(static_cast<int>(*first) + (axis[0] - 'x'));
}

bool is_static_call_operator(const clang::CXXMethodDecl* method) { return method != nullptr && method->isStatic(); }

bool is_virtual_call(const clang::CallExpr* call, const clang::CXXMethodDecl* method) {
  if (method == nullptr || !method->isVirtual()) return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  return member == nullptr || !member->hasQualifier();
}

}  // namespace

Operand FunctionLowering::argument(clang::QualType parameter, const clang::Expr* expression) {
  if (parameter->isReferenceType()) return address(expression);
  return value(expression);  // of an object: a temporary made for the call
}

std::vector<Operand> FunctionLowering::arguments(const clang::FunctionProtoType* prototype,
                                                 llvm::ArrayRef<const clang::Expr*> expressions) {
  std::vector<Operand> operands;
  for (std::size_t position = 0; position < expressions.size(); ++position) {
    const bool is_named = prototype != nullptr && position < prototype->getNumParams();
    const clang::Expr* expression = expressions[position];
    operands.push_back(argument(is_named ? prototype->getParamType(position) : expression->getType(), expression));
  }
  return operands;
}

std::optional<Operand> FunctionLowering::builtin_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (const auto read = launch_value(callee)) return Operand(*read);
  switch (call->getBuiltinCallee()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIforward_like:
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIaddressof:
    case clang::Builtin::BI__addressof:
    case clang::Builtin::BI__builtin_addressof:
      return address(call->getArg(0));
    case clang::Builtin::BI__builtin_launder:
    case clang::Builtin::BI__builtin_assume_aligned:
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BI__builtin_expect_with_probability:
      return value(call->getArg(0));
    case clang::Builtin::BI__builtin_assume:
    case clang::Builtin::BI__assume:
    case clang::Builtin::BI__builtin_prefetch:
      return Unknown{};
    case clang::Builtin::BI__builtin_unreachable:
      builder.append(Stop{Stop::Kind::Unreachable});
      return Unknown{};
    default:
      return std::nullopt;
  }
}

std::optional<Operand> FunctionLowering::trivial_call(const clang::CallExpr* call) {
  const clang::Expr* callee = call->getCallee()->IgnoreParens();
  if (const auto* pseudo = llvm::dyn_cast<clang::CXXPseudoDestructorExpr>(callee)) {
    discard(pseudo->getBase());
    return Unknown{};
  }
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (method == nullptr) return std::nullopt;
  const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(method); destructor && member_call) {
    const clang::Expr* object = member_call->getImplicitObjectArgument();
    const Operand place = object->getType()->isPointerType() ? value(object) : address(object);
    at(site_of(call));
    call_destructor(destructor, place, is_virtual_call(call, method));
    return Unknown{};
  }
  const bool is_assignment = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
  if (!is_assignment || !method->isTrivial() || !llvm::isa<clang::CXXOperatorCallExpr>(call)) return std::nullopt;
  const Operand from = address(call->getArg(1));
  const Operand to = address(call->getArg(0));
  at(call->getBeginLoc());
  builder.append(CopyObject{to, from, unit.tables.bytes(call->getArg(0)->getType())});
  return to;
}

Operand FunctionLowering::call(const clang::CallExpr* call, std::optional<Operand> destination) {
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(call)) return launch(kernel);
  if (call->getDirectCallee() != nullptr) {
    if (const auto known = builtin_call(call)) return *known;
  }
  if (const auto done = trivial_call(call)) return *done;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee == nullptr) return call_function_pointer(call, destination);

  Call made{.callee = unit.function(callee)};
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  llvm::ArrayRef<const clang::Expr*> rest(call->getArgs(), call->getNumArgs());
  if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::Expr* object = member_call->getImplicitObjectArgument();
    const Operand place = object->getType()->isPointerType() ? value(object) : address(object);
    if (method != nullptr && method->isImplicitObjectMemberFunction()) made.arguments.push_back(place);
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(call) && method != nullptr) {
    const Operand place = address(rest.front());
    if (!is_static_call_operator(method)) made.arguments.push_back(place);
    rest = rest.drop_front();
  }
  made.is_virtual = is_virtual_call(call, method);
  const std::vector<Operand> operands = arguments(callee->getType()->getAs<clang::FunctionProtoType>(), rest);
  made.arguments.insert(made.arguments.end(), operands.begin(), operands.end());
  at(site_of(call));
  return finish_call(std::move(made), callee->getReturnType(), destination, callee->isNoReturn());
}

Operand FunctionLowering::call_function_pointer(const clang::CallExpr* call, std::optional<Operand> destination) {
  Call made;
  Operand target;
  const auto* member = llvm::dyn_cast<clang::BinaryOperator>(call->getCallee()->IgnoreParens());
  if (member != nullptr && member->isPtrMemOp()) {
    const bool is_arrow = member->getOpcode() == clang::BO_PtrMemI;
    made.arguments.push_back(is_arrow ? value(member->getLHS()) : address(member->getLHS()));
    target = value(member->getRHS());
  } else {
    target = value(call->getCallee());
  }
  if (const auto* known = std::get_if<FunctionId>(&target)) {
    made.callee = *known;
  } else if (const auto* loaded = std::get_if<Register>(&target)) {
    made.callee = *loaded;
  } else {
    const Register unknown = builder.new_register();
    builder.append(Address{unknown, target});
    made.callee = unknown;
  }
  clang::QualType type = call->getCallee()->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  const std::vector<Operand> operands =
      arguments(type->getAs<clang::FunctionProtoType>(), {call->getArgs(), call->getNumArgs()});
  made.arguments.insert(made.arguments.end(), operands.begin(), operands.end());
  at(site_of(call));
  return finish_call(std::move(made), call->getCallReturnType(unit.ast), destination, false);
}

Operand FunctionLowering::finish_call(Call call, clang::QualType result, std::optional<Operand> destination,
                                      bool no_return) {
  call.type = unit.tables.type(result);
  std::optional<LocalId> made;
  if (call.type.kind == TypeKind::Aggregate) {
    if (!destination) {
      made = temporary(result);
      destination = *made;
    }
    call.result_object = destination;
  }
  const Operand scalar = builder.call(std::move(call));
  if (no_return) builder.append(Stop{Stop::Kind::NoReturn});
  if (made) end_with_scope(*made, result);
  return Tables::is_aggregate(result) ? *destination : scalar;
}

void FunctionLowering::call_constructor(const clang::CXXConstructExpr* expression, Operand object) {
  if (construct_dim3(expression, object)) return;
  const clang::CXXConstructorDecl* constructor = expression->getConstructor();
  Call made{.callee = unit.function(constructor), .arguments = {object}};
  const auto operands = arguments(constructor->getType()->getAs<clang::FunctionProtoType>(),
                                  {expression->getArgs(), expression->getNumArgs()});
  made.arguments.insert(made.arguments.end(), operands.begin(), operands.end());
  at(expression->getLocation());
  builder.call(std::move(made));
}

void FunctionLowering::call_inherited_constructor(const clang::CXXInheritedCtorInitExpr* expression, Operand object) {
  Call made{.callee = unit.function(expression->getConstructor()), .arguments = {object}};
  const auto& parameters = builder.function().parameters;
  for (std::size_t position = 1; position < parameters.size(); ++position) {  // after `this`
    const bool is_object = parameters[position].type.kind == TypeKind::Aggregate;
    const Operand place = parameters[position].local;
    made.arguments.push_back(is_object ? place : builder.load(parameters[position].type, place));
  }
  builder.call(std::move(made));
}

void FunctionLowering::call_destructor(const clang::CXXDestructorDecl* destructor, Operand object, bool is_virtual) {
  if (destructor->isTrivial()) return;
  builder.call({.callee = unit.function(destructor), .is_virtual = is_virtual, .arguments = {object}});
}

}  // namespace cudep::frontend
