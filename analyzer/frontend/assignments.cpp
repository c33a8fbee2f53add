// Built-in operators: arithmetic, comparison, pointers, assignment, ++ and --.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

constexpr Type kBytes{TypeKind::Integer, 8, true};

std::optional<Arithmetic> operation_of(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
      return Arithmetic::Add;
    case clang::BO_Sub:
      return Arithmetic::Subtract;
    case clang::BO_Mul:
      return Arithmetic::Multiply;
    case clang::BO_Div:
      return Arithmetic::Divide;
    case clang::BO_Rem:
      return Arithmetic::Remainder;
    case clang::BO_And:
      return Arithmetic::And;
    case clang::BO_Or:
      return Arithmetic::Or;
    case clang::BO_Xor:
      return Arithmetic::Xor;
    case clang::BO_Shl:
      return Arithmetic::ShiftLeft;
    case clang::BO_Shr:
      return Arithmetic::ShiftRight;
    case clang::BO_EQ:
      return Arithmetic::Equal;
    case clang::BO_NE:
      return Arithmetic::NotEqual;
    case clang::BO_LT:
      return Arithmetic::Less;
    case clang::BO_LE:
      return Arithmetic::LessEqual;
    case clang::BO_GT:
      return Arithmetic::Greater;
    case clang::BO_GE:
      return Arithmetic::GreaterEqual;
    default:
      return std::nullopt;
  }
}

}  // namespace

Operand FunctionLowering::arithmetic(clang::BinaryOperatorKind kind, clang::QualType result,
                                     const clang::Expr* left_expression, const clang::Expr* right_expression) {
  const Operand left = value(left_expression);
  const Operand right = value(right_expression);
  at(left_expression->getBeginLoc());
  return arithmetic(kind, result, left_expression->getType(), left, right_expression->getType(), right);
}

Operand FunctionLowering::arithmetic(clang::BinaryOperatorKind kind, clang::QualType result, clang::QualType left_type,
                                     Operand left, clang::QualType right_type, Operand right) {
  const auto operation = operation_of(kind);
  if (!operation) return Unknown{};
  const bool is_sum = kind == clang::BO_Add || kind == clang::BO_Sub;
  if (is_sum && left_type->isPointerType() && right_type->isPointerType()) {
    const Type type = unit.tables.type(result);
    const Operand distance = builder.compute(type, Arithmetic::PointerDifference, {TypeKind::Pointer, 8}, left, right);
    const std::int64_t size = unit.tables.bytes(left_type->getPointeeType());
    return size <= 1 ? distance : builder.compute(type, Arithmetic::Divide, kBytes, distance, size);
  }
  if (is_sum && left_type->isPointerType()) {
    const std::int64_t size = unit.tables.bytes(left_type->getPointeeType());
    return builder.element(left, right, kind == clang::BO_Sub ? -size : size);
  }
  if (is_sum && right_type->isPointerType()) {
    return builder.element(right, left, unit.tables.bytes(right_type->getPointeeType()));
  }
  return builder.compute(unit.tables.type(result), *operation, unit.tables.type(left_type), left, right);
}

Operand FunctionLowering::assign(const clang::BinaryOperator* assignment) {
  const clang::Expr* target = assignment->getLHS();
  Operand assigned = value(assignment->getRHS());
  const Operand place = address(target);
  if (target->refersToBitField()) assigned = Unknown{};
  at(target->getBeginLoc());
  builder.store(unit.tables.type(target->getType()), place, assigned, target->getType().isVolatileQualified());
  return place;
}

Operand FunctionLowering::compound_assign(const clang::CompoundAssignOperator* assignment) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* operand = assignment->getRHS();
  const clang::QualType type = target->getType(), computed = assignment->getComputationLHSType();
  const Operand right = value(operand);
  const Operand place = address(target);
  at(target->getBeginLoc());
  if (target->refersToBitField() || computed.isNull()) {
    builder.store(unit.tables.type(type), place, Unknown{});
    return place;
  }
  const Operand left = convert(builder.load(unit.tables.type(type), place, type.isVolatileQualified()), type, computed);
  const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  const clang::QualType result = assignment->getComputationResultType();
  const Operand sum = arithmetic(kind, result, computed, left, operand->getType(), right);
  builder.store(unit.tables.type(type), place, convert(sum, result, type), type.isVolatileQualified());
  return place;
}

std::pair<Operand, Operand> FunctionLowering::step(const clang::UnaryOperator* step) {
  const clang::Expr* target = step->getSubExpr();
  const clang::QualType type = target->getType();
  const Operand place = address(target);
  at(target->getBeginLoc());
  const Operand before = builder.load(unit.tables.type(type), place, type.isVolatileQualified());
  const auto kind = step->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  const Operand one = type->isRealFloatingType() ? Operand(1.0) : Operand(std::int64_t{1});
  const clang::QualType step_type = type->isPointerType() ? unit.ast.getPointerDiffType() : type;
  const Operand after =
      target->refersToBitField() ? Operand(Unknown{}) : arithmetic(kind, type, type, before, step_type, one);
  builder.store(unit.tables.type(type), place, after, type.isVolatileQualified());
  return {before, after};
}

}  // namespace cudep::frontend
