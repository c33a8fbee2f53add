// new and delete: the allocation function, then constructors; destructors, then the deallocation function. Arrays whose
// elements have destructors keep their count in front, as the Itanium ABI has it, so that units agree.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

constexpr Type kSize{TypeKind::Integer, 8, false};
constexpr std::int64_t kCookie = 8;

}  // namespace

Operand FunctionLowering::make_new(const clang::CXXNewExpr* expression) {
  const clang::QualType type = expression->getAllocatedType();
  if (!expression->isArray()) {
    const Operand object = allocate(expression, std::nullopt, 0);
    if (expression->getInitializer() != nullptr) initialize(type, object, expression->getInitializer());
    return object;
  }
  const Operand count = element_count(expression);
  const bool is_placement = expression->getOperatorNew()->isReservedGlobalPlacementOperator();
  const std::int64_t cookie = needs_destruction(type) && !is_placement ? kCookie : 0;
  const Operand memory = allocate(expression, count, cookie);
  if (cookie != 0) builder.store(kSize, memory, count);
  const Operand array = builder.offset(memory, cookie);
  if (expression->getInitializer() != nullptr) initialize_elements(expression, array, count);
  return array;
}

Operand FunctionLowering::element_count(const clang::CXXNewExpr* expression) {
  if (const auto size = expression->getArraySize(); size && *size != nullptr) {
    return convert(value(*size), (*size)->getType(), unit.ast.getSizeType());
  }
  const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(expression->getInitializer());
  return list == nullptr ? Operand(Unknown{}) : Operand(std::int64_t{list->getNumInits()});
}

Operand FunctionLowering::allocate(const clang::CXXNewExpr* expression, std::optional<Operand> count,
                                   std::int64_t cookie) {
  const clang::FunctionDecl* operator_new = expression->getOperatorNew();
  if (operator_new->isReservedGlobalPlacementOperator()) return value(expression->getPlacementArg(0));
  const clang::QualType type = expression->getAllocatedType();
  Operand bytes = unit.tables.bytes(type);
  if (count) {
    const auto* known = std::get_if<std::int64_t>(&*count);
    const std::int64_t size = std::get<std::int64_t>(bytes);
    bytes = known != nullptr ? Operand(*known * size + cookie)
                             : builder.compute(kSize, Arithmetic::Multiply, kSize, *count, size);
    if (known == nullptr && cookie != 0) bytes = builder.compute(kSize, Arithmetic::Add, kSize, bytes, cookie);
  }
  Call made{.type = {TypeKind::Pointer, 8},
            .callee = unit.function(operator_new),
            .arguments = {bytes},
            .allocates = unit.tables.layout(type)};
  if (expression->passAlignment()) made.arguments.push_back(unit.ast.getTypeAlignInChars(type).getQuantity());
  for (const clang::Expr* placement : expression->placement_arguments()) {
    const std::size_t position = made.arguments.size();
    const bool is_named = position < operator_new->getNumParams();
    made.arguments.push_back(
        argument(is_named ? operator_new->getParamDecl(position)->getType() : placement->getType(), placement));
  }
  at(expression->getBeginLoc());
  return builder.call(std::move(made));
}

void FunctionLowering::initialize_elements(const clang::CXXNewExpr* expression, Operand array, Operand count) {
  const clang::Expr* initializer = expression->getInitializer();
  const clang::QualType type = expression->getAllocatedType();
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(initializer)) {
    std::int64_t offset = 0;
    for (const clang::Expr* element : const_cast<clang::InitListExpr*>(list)->inits()) {
      initialize(type, builder.offset(array, offset), element);
      offset += unit.tables.bytes(type);
    }
    return;
  }
  const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(initializer);
  if (construction == nullptr) return;  // zeros
  const clang::CXXConstructorDecl* constructor = construction->getConstructor();
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) return;
  for_each_element(type, array, count,
                   [&](const Operand& place, const Operand&) { call_constructor(construction, place); });
}

void FunctionLowering::delete_object(const clang::CXXDeleteExpr* expression) {
  const clang::QualType type = expression->getDestroyedType();
  Operand memory = value(expression->getArgument());
  at(expression->getBeginLoc());
  const bool destroys = !type.isNull() && !type->isIncompleteType() && needs_destruction(type);
  const BlockId done = builder.new_block();
  if (destroys) {
    const BlockId present = builder.new_block();
    builder.branch(memory, present, done, unit.tables.text(expression->getArgument()));
    builder.enter(present);
    if (expression->isArrayForm()) {
      const Operand start = builder.offset(memory, -kCookie);
      for_each_element(type, memory, builder.load(kSize, start),
                       [&](const Operand& place, const Operand&) { destroy(type, place); });
      memory = start;
    } else if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
      const clang::CXXDestructorDecl* destructor = record->getDefinition()->getDestructor();
      call_destructor(destructor, memory, destructor->isVirtual());
    }
  }
  if (const clang::FunctionDecl* operator_delete = expression->getOperatorDelete()) {
    Call made{.callee = unit.function(operator_delete), .arguments = {memory}};
    const bool is_sized =
        operator_delete->getNumParams() == 2 && operator_delete->getParamDecl(1)->getType()->isIntegerType();
    if (is_sized)
      made.arguments.push_back(expression->isArrayForm() ? Operand(Unknown{}) : Operand(unit.tables.bytes(type)));
    builder.call(std::move(made));
  }
  builder.jump(done);
  builder.enter(done);
}

}  // namespace cudep::frontend
