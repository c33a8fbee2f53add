// Scalar values: constants, loads, conversions, operators; conditions become branches.
#include "analyzer/frontend/constants.h"
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

constexpr Type kBoolean{TypeKind::Integer, 1, false};

class ScalarValue : public clang::ConstStmtVisitor<ScalarValue, Operand> {
 public:
  explicit ScalarValue(FunctionLowering& function) : function_(function) {}

  Operand VisitStmt(const clang::Stmt*) { return Unknown{}; }
  Operand VisitParenExpr(const clang::ParenExpr* e) { return function_.value(e->getSubExpr()); }
  Operand VisitConstantExpr(const clang::ConstantExpr* e) { return function_.value(e->getSubExpr()); }
  Operand VisitExprWithCleanups(const clang::ExprWithCleanups* e) { return function_.value(e->getSubExpr()); }
  Operand VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* e) { return function_.value(e->getExpr()); }
  Operand VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* e) { return function_.value(e->getExpr()); }
  Operand VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* e) {
    return function_.value(e->getReplacement());
  }
  Operand VisitGenericSelectionExpr(const clang::GenericSelectionExpr* e) {
    return function_.value(e->getResultExpr());
  }
  Operand VisitChooseExpr(const clang::ChooseExpr* e) { return function_.value(e->getChosenSubExpr()); }
  Operand VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator* e) {
    return function_.value(e->getSemanticForm());
  }
  Operand VisitOpaqueValueExpr(const clang::OpaqueValueExpr* e) {
    const auto found = function_.opaque_values.find(e);
    if (found != function_.opaque_values.end()) return found->second;
    return e->getSourceExpr() == nullptr ? Operand(Unknown{}) : function_.value(e->getSourceExpr());
  }
  Operand VisitArrayInitIndexExpr(const clang::ArrayInitIndexExpr*) {
    return function_.array_index.value_or(Operand(Unknown{}));
  }
  Operand VisitInitListExpr(const clang::InitListExpr* e) {
    return e->getNumInits() == 0 ? Operand(std::int64_t{0}) : function_.value(e->getInit(0));
  }
  Operand VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr*) { return std::int64_t{0}; }
  Operand VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr*) { return std::int64_t{0}; }
  Operand VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr*) { return std::int64_t{0}; }
  Operand VisitGNUNullExpr(const clang::GNUNullExpr*) { return std::int64_t{0}; }
  Operand VisitCXXThisExpr(const clang::CXXThisExpr*) { return function_.this_address(); }

  Operand VisitCallExpr(const clang::CallExpr* e) { return function_.call(e, std::nullopt); }
  Operand VisitCUDAKernelCallExpr(const clang::CUDAKernelCallExpr* e) { return function_.launch(e); }
  Operand VisitCXXNewExpr(const clang::CXXNewExpr* e) { return function_.make_new(e); }
  Operand VisitCXXDeleteExpr(const clang::CXXDeleteExpr* e) {
    function_.delete_object(e);
    return Unknown{};
  }
  Operand VisitCXXThrowExpr(const clang::CXXThrowExpr* e) {
    if (e->getSubExpr() != nullptr) function_.discard(e->getSubExpr());
    function_.at(e->getThrowLoc());
    function_.builder.append(Stop{Stop::Kind::Throw});
    return Unknown{};
  }
  Operand VisitStmtExpr(const clang::StmtExpr* e) { return function_.statement_expression(e, std::nullopt); }
  Operand VisitPseudoObjectExpr(const clang::PseudoObjectExpr* e) {
    Operand result = Unknown{};
    for (const clang::Expr* part : e->semantics()) {
      if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(part)) {
        const clang::Expr* source = opaque->getSourceExpr();
        if (llvm::isa<clang::DeclRefExpr>(source)) continue;  // read where it is used: `threadIdx` is no variable
        function_.opaque_values[opaque] = source->isGLValue() ? function_.address(source) : function_.value(source);
        if (part == e->getResultExpr()) result = function_.opaque_values[opaque];
      } else if (part == e->getResultExpr()) {
        result = function_.value(part);
      } else {
        function_.discard(part);
      }
    }
    return result;
  }
  Operand VisitAtomicExpr(const clang::AtomicExpr* e) {
    for (const clang::Stmt* operand : e->children()) function_.discard(llvm::cast<clang::Expr>(operand));
    return Unknown{};
  }

  Operand VisitUnaryPlus(const clang::UnaryOperator* e) { return function_.value(e->getSubExpr()); }
  Operand VisitUnaryExtension(const clang::UnaryOperator* e) { return function_.value(e->getSubExpr()); }
  Operand VisitUnaryMinus(const clang::UnaryOperator* e) { return unary(e, Arithmetic::Negate); }
  Operand VisitUnaryNot(const clang::UnaryOperator* e) { return unary(e, Arithmetic::Complement); }
  Operand VisitUnaryLNot(const clang::UnaryOperator* e) { return unary(e, Arithmetic::LogicalNot); }
  Operand VisitUnaryPostInc(const clang::UnaryOperator* e) { return function_.step(e).first; }
  Operand VisitUnaryPostDec(const clang::UnaryOperator* e) { return function_.step(e).first; }
  Operand VisitUnaryPreInc(const clang::UnaryOperator* e) { return function_.step(e).second; }
  Operand VisitUnaryPreDec(const clang::UnaryOperator* e) { return function_.step(e).second; }
  Operand VisitUnaryAddrOf(const clang::UnaryOperator* e) {
    if (!e->getType()->isMemberPointerType()) return function_.address(e->getSubExpr());
    const auto* member = llvm::cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens())->getDecl();
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member)) return function_.unit.function(method);
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member)) return function_.unit.tables.field_offset(field);
    return Unknown{};
  }

  Operand VisitBinaryOperator(const clang::BinaryOperator* e) {
    return function_.arithmetic(e->getOpcode(), e->getType(), e->getLHS(), e->getRHS());
  }
  Operand VisitBinAssign(const clang::BinaryOperator* e) { return function_.assign(e); }
  Operand VisitBinComma(const clang::BinaryOperator* e) {
    function_.discard(e->getLHS());
    return function_.value(e->getRHS());
  }
  Operand VisitBinLAnd(const clang::BinaryOperator* e) { return logical(e); }
  Operand VisitBinLOr(const clang::BinaryOperator* e) { return logical(e); }

  Operand VisitConditionalOperator(const clang::ConditionalOperator* e) {
    const bool has_value = !e->getType()->isVoidType();
    const Type type = function_.unit.tables.type(e->getType());
    std::optional<LocalId> chosen;
    if (has_value) chosen = function_.temporary(e->getType());
    function_.choose(e->getCond(), [&](bool condition) {
      const clang::Expr* arm = condition ? e->getTrueExpr() : e->getFalseExpr();
      const Operand result = function_.value(arm);
      if (has_value && !arm->getType()->isVoidType()) function_.builder.store(type, *chosen, result);
    });
    return has_value ? function_.builder.load(type, *chosen) : Operand(Unknown{});
  }
  Operand VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator* e) {
    const Operand common = function_.value(e->getCommon());
    function_.opaque_values[e->getOpaqueValue()] = common;
    const Type type = function_.unit.tables.type(e->getType());
    const LocalId chosen = function_.temporary(e->getType());
    function_.choose(e->getCond(), [&](bool condition) {
      function_.builder.store(type, chosen, function_.value(condition ? e->getTrueExpr() : e->getFalseExpr()));
    });
    return function_.builder.load(type, chosen);
  }

  Operand VisitCastExpr(const clang::CastExpr* e);

 private:
  Operand unary(const clang::UnaryOperator* e, Arithmetic operation) {
    const Operand operand = function_.value(e->getSubExpr());
    const Tables& tables = function_.unit.tables;
    return function_.builder.compute(tables.type(e->getType()), operation, tables.type(e->getSubExpr()->getType()),
                                     operand);
  }

  Operand logical(const clang::BinaryOperator* e) {
    const LocalId result = function_.temporary(e->getType());
    function_.choose(e, [&](bool outcome) { function_.builder.store(kBoolean, result, std::int64_t{outcome}); });
    return function_.builder.load(kBoolean, result);
  }

  FunctionLowering& function_;
};

Operand ScalarValue::VisitCastExpr(const clang::CastExpr* e) {
  const clang::Expr* source = e->getSubExpr();
  switch (e->getCastKind()) {
    case clang::CK_LValueToRValue: {
      const Operand place = function_.address(source);
      if (source->refersToBitField()) return Unknown{};  // neighbours share its bytes
      function_.at(source->getBeginLoc());
      return function_.builder.load(function_.unit.tables.type(e->getType()), place,
                                    source->getType().isVolatileQualified());
    }
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
      return function_.address(source);
    case clang::CK_NullToPointer:
    case clang::CK_NullToMemberPointer:
      function_.discard(source);
      return std::int64_t{0};
    case clang::CK_ToVoid:
      function_.discard(source);
      return Unknown{};
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return function_.builder.offset(function_.value(source), function_.path_offset(e, source->getType()));
    case clang::CK_BaseToDerived:
      return function_.builder.offset(function_.value(source), -function_.path_offset(e, e->getType()));
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_PointerToBoolean:
    case clang::CK_PointerToIntegral:
    case clang::CK_IntegralToPointer:
      return function_.convert(function_.value(source), source->getType(), e->getType());
    case clang::CK_BuiltinFnToFnPtr:
    case clang::CK_LValueToRValueBitCast:
    case clang::CK_MemberPointerToBoolean:
      function_.discard(source);
      return Unknown{};
    default:
      return function_.value(source);
  }
}

/// Whether evaluating the expression makes temporaries, which must end before the branch is taken.
bool makes_objects(const clang::Stmt* expression) {
  if (llvm::isa<clang::ExprWithCleanups, clang::MaterializeTemporaryExpr, clang::CXXConstructExpr>(expression))
    return true;
  return std::ranges::any_of(expression->children(),
                             [](const clang::Stmt* part) { return part != nullptr && makes_objects(part); });
}

}  // namespace

std::optional<Operand> FunctionLowering::constant(const clang::Expr* expression) {
  if (expression->isValueDependent() || expression->containsErrors()) return std::nullopt;
  const clang::QualType type = expression->getType();
  if (type->isIntegralOrEnumerationType()) {
    clang::Expr::EvalResult result;
    if (!expression->EvaluateAsInt(result, unit.ast)) return std::nullopt;
    return low_bits(result.Val.getInt());
  }
  if (type->isRealFloatingType()) {
    llvm::APFloat result(0.0);
    if (!expression->EvaluateAsFloat(result, unit.ast)) return std::nullopt;
    bool loses_information = false;
    result.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses_information);
    return result.convertToDouble();
  }
  return std::nullopt;
}

Operand FunctionLowering::value(const clang::Expr* expression) {
  if (expression->isGLValue()) return address(expression);
  if (Tables::is_aggregate(expression->getType())) return materialize_now(expression);
  if (const auto known = constant(expression)) return *known;
  return ScalarValue(*this).Visit(expression);
}

void FunctionLowering::discard(const clang::Expr* expression) {
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      cast != nullptr && cast->getCastKind() == clang::CK_ToVoid) {
    return discard(cast->getSubExpr());
  }
  value(expression);
}

Operand FunctionLowering::load(clang::QualType type, Operand place) {
  return builder.load(unit.tables.type(type), place);
}

Operand FunctionLowering::convert(Operand operand, clang::QualType from, clang::QualType to) {
  const Type source = unit.tables.type(from), target = unit.tables.type(to);
  if (to->isBooleanType() && !from->isBooleanType()) {
    return builder.compute(target, Arithmetic::NotEqual, source, operand, std::int64_t{0});
  }
  return source == target ? operand : builder.compute(target, Arithmetic::Convert, source, operand);
}

void FunctionLowering::initialize(clang::QualType type, Operand destination, const clang::Expr* initializer) {
  if (type->isReferenceType()) {
    const Operand place = address(initializer);
    return builder.store(unit.tables.type(type), destination, place);
  }
  if (Tables::is_aggregate(type)) return construct(initializer, destination);
  const Operand first = value(initializer);
  builder.store(unit.tables.type(type), destination, first);
}

void FunctionLowering::branch_on(const clang::Expr* condition, BlockId if_true, BlockId if_false) {
  condition = condition->IgnoreParens();
  if (const auto known = constant(condition)) return builder.branch(*known, if_true, if_false, {});
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
  if (unary != nullptr && unary->getOpcode() == clang::UO_LNot)
    return branch_on(unary->getSubExpr(), if_false, if_true);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (binary != nullptr && binary->isLogicalOp()) {
    const BlockId second = builder.new_block();
    const bool is_and = binary->getOpcode() == clang::BO_LAnd;
    branch_on(binary->getLHS(), is_and ? second : if_true, is_and ? if_false : second);
    builder.enter(second);
    const bool was_conditional = std::exchange(conditional_, true);
    branch_on(binary->getRHS(), if_true, if_false);
    conditional_ = was_conditional;
    return;
  }
  const Operand decided = value(condition);
  at(condition->getBeginLoc());
  builder.branch(decided, if_true, if_false, unit.tables.text(condition));
}

void FunctionLowering::full_branch(const clang::Expr* condition, BlockId if_true, BlockId if_false) {
  if (!makes_objects(condition)) return branch_on(condition, if_true, if_false);
  const Operand decided = full_value(condition);
  at(condition->getBeginLoc());
  builder.branch(decided, if_true, if_false, unit.tables.text(condition));
}

}  // namespace cudep::frontend
