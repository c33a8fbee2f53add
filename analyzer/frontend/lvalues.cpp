// Where objects are: the addresses of variables, members, elements and what pointers point to.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

class AddressOf : public clang::ConstStmtVisitor<AddressOf, Operand> {
 public:
  explicit AddressOf(FunctionLowering& function) : function_(function) {}

  Operand VisitStmt(const clang::Stmt* statement) {
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      if (expression->isPRValue() && !expression->getType()->isVoidType()) return function_.materialize_now(expression);
    }
    return Unknown{};
  }
  Operand VisitParenExpr(const clang::ParenExpr* e) { return function_.address(e->getSubExpr()); }
  Operand VisitConstantExpr(const clang::ConstantExpr* e) { return function_.address(e->getSubExpr()); }
  Operand VisitExprWithCleanups(const clang::ExprWithCleanups* e) { return function_.address(e->getSubExpr()); }
  Operand VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* e) { return function_.address(e->getExpr()); }
  Operand VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* e) { return function_.address(e->getExpr()); }
  Operand VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* e) { return function_.materialize_now(e); }
  Operand VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr* e) { return function_.materialize(e); }
  Operand VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* e) {
    return function_.address(e->getReplacement());
  }
  Operand VisitGenericSelectionExpr(const clang::GenericSelectionExpr* e) {
    return function_.address(e->getResultExpr());
  }
  Operand VisitOpaqueValueExpr(const clang::OpaqueValueExpr* e) { return opaque(e); }
  Operand VisitStringLiteral(const clang::StringLiteral* e) {
    return function_.unit.tables.string(e->getCharByteWidth() == 1 ? e->getString().str() : std::string());
  }
  Operand VisitPredefinedExpr(const clang::PredefinedExpr* e) { return function_.address(e->getFunctionName()); }
  Operand VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr* e) {
    return function_.materialize_now(e->getInitializer());
  }
  Operand VisitInitListExpr(const clang::InitListExpr* e) {
    return e->isGLValue() && e->getNumInits() == 1 ? function_.address(e->getInit(0)) : VisitStmt(e);
  }

  Operand VisitDeclRefExpr(const clang::DeclRefExpr* e) {
    return declaration(e->getDecl(), e->refersToEnclosingVariableOrCapture());
  }
  Operand VisitMemberExpr(const clang::MemberExpr* e) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
    const Operand object = e->isArrow() ? function_.value(e->getBase()) : function_.address(e->getBase());
    if (field == nullptr) return declaration(e->getMemberDecl(), false);
    function_.at(e->getBeginLoc());
    const Operand place = function_.field_address(object, field);
    return field->getType()->isReferenceType() ? function_.load(field->getType(), place) : place;
  }
  Operand VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* e) {
    const Operand base = function_.value(e->getBase());
    const Operand index = function_.value(e->getIdx());
    function_.at(e->getBeginLoc());
    return function_.builder.element(base, index, function_.unit.tables.bytes(e->getType()));
  }
  Operand VisitUnaryDeref(const clang::UnaryOperator* e) { return function_.value(e->getSubExpr()); }
  Operand VisitUnaryExtension(const clang::UnaryOperator* e) { return function_.address(e->getSubExpr()); }
  Operand VisitUnaryPreInc(const clang::UnaryOperator* e) { return stepped(e); }
  Operand VisitUnaryPreDec(const clang::UnaryOperator* e) { return stepped(e); }

  Operand VisitBinAssign(const clang::BinaryOperator* e) { return function_.assign(e); }
  Operand VisitCompoundAssignOperator(const clang::CompoundAssignOperator* e) { return function_.compound_assign(e); }
  Operand VisitBinComma(const clang::BinaryOperator* e) {
    function_.discard(e->getLHS());
    return function_.address(e->getRHS());
  }
  Operand VisitBinPtrMemD(const clang::BinaryOperator* e) { return pointed_member(function_.address(e->getLHS()), e); }
  Operand VisitBinPtrMemI(const clang::BinaryOperator* e) { return pointed_member(function_.value(e->getLHS()), e); }

  Operand VisitConditionalOperator(const clang::ConditionalOperator* e) {
    const clang::QualType pointer = function_.unit.ast.getPointerType(e->getType().getNonReferenceType());
    const Type type = function_.unit.tables.type(pointer);
    const LocalId chosen = function_.temporary(pointer);
    function_.choose(e->getCond(), [&](bool condition) {
      const clang::Expr* arm = condition ? e->getTrueExpr() : e->getFalseExpr();
      if (arm->getType()->isVoidType()) return function_.discard(arm);
      function_.builder.store(type, chosen, function_.address(arm));
    });
    return function_.builder.load(type, chosen);
  }
  Operand VisitCallExpr(const clang::CallExpr* e) { return function_.call(e, std::nullopt); }
  Operand VisitStmtExpr(const clang::StmtExpr* e) { return function_.statement_expression(e, std::nullopt); }
  Operand VisitLambdaExpr(const clang::LambdaExpr* e) { return function_.materialize_now(e); }

  Operand VisitCastExpr(const clang::CastExpr* e) {
    const clang::Expr* source = e->getSubExpr();
    if (e->isPRValue()) return function_.materialize_now(e);
    const Operand place = function_.address(source);
    switch (e->getCastKind()) {
      case clang::CK_DerivedToBase:
      case clang::CK_UncheckedDerivedToBase:
        return function_.builder.offset(place, function_.path_offset(e, source->getType()));
      case clang::CK_BaseToDerived:
        return function_.builder.offset(place, -function_.path_offset(e, e->getType()));
      default:
        return place;
    }
  }

 private:
  Operand opaque(const clang::OpaqueValueExpr* e) {
    const auto found = function_.opaque_values.find(e);
    if (found != function_.opaque_values.end()) return found->second;
    return e->getSourceExpr() == nullptr ? Operand(Unknown{}) : function_.address(e->getSourceExpr());
  }

  Operand declaration(const clang::ValueDecl* declared, bool captured) {
    if (const auto* called = llvm::dyn_cast<clang::FunctionDecl>(declared)) return function_.unit.function(called);
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared)) {
      return function_.variable_address(variable, captured);
    }
    if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(declared)) {
      if (captured) return function_.captured_address(binding);
      if (const clang::VarDecl* holder = binding->getHoldingVar()) return function_.variable_address(holder, false);
      return binding->getBinding() == nullptr ? Operand(Unknown{}) : function_.address(binding->getBinding());
    }
    return Unknown{};
  }

  Operand stepped(const clang::UnaryOperator* e) {
    function_.step(e);
    return function_.address(e->getSubExpr());
  }

  Operand pointed_member(Operand object, const clang::BinaryOperator* e) {
    return function_.builder.element(object, function_.value(e->getRHS()), 1);
  }

  FunctionLowering& function_;
};

}  // namespace

Operand FunctionLowering::address(const clang::Expr* expression) { return AddressOf(*this).Visit(expression); }

std::int64_t FunctionLowering::path_offset(const clang::CastExpr* cast, clang::QualType derived) {
  const clang::CXXRecordDecl* record = derived->isPointerType() ? derived->getPointeeCXXRecordDecl()
                                                                : derived.getNonReferenceType()->getAsCXXRecordDecl();
  std::int64_t offset = 0;
  for (const clang::CXXBaseSpecifier* step : cast->path()) {
    const clang::CXXRecordDecl* base = step->getType()->getAsCXXRecordDecl()->getDefinition();
    offset += unit.tables.base_offset(record->getDefinition(), base);
    record = base;
  }
  return offset;
}

Operand FunctionLowering::field_address(Operand object, const clang::FieldDecl* field) {
  return builder.offset(object, unit.tables.field_offset(field));
}

Operand FunctionLowering::this_address() {
  if (initialized_object) return *initialized_object;
  if (!this_) return Unknown{};
  const Operand object = builder.load({TypeKind::Pointer, 8}, *this_);
  if (this_capture_ == nullptr) return object;
  const Operand captured = field_address(object, this_capture_);
  return this_capture_->getType()->isPointerType() ? load(this_capture_->getType(), captured) : captured;
}

Operand FunctionLowering::captured_address(const clang::ValueDecl* variable) {
  const auto field = captures_.find(variable);
  if (field == captures_.end() || !this_) return Unknown{};
  const Operand place = field_address(builder.load({TypeKind::Pointer, 8}, *this_), field->second);
  return field->second->getType()->isReferenceType() ? load(field->second->getType(), place) : place;
}

Operand FunctionLowering::variable_address(const clang::VarDecl* variable, bool captured) {
  const bool in_region = objects_.contains(variable);  // a directive of OpenMP captures, but its body is part of this
  if (captured && !in_region) return captured_address(variable);
  const Operand storage = variable_storage(variable);
  return variable->getType()->isReferenceType() ? load(variable->getType(), storage) : storage;
}

Operand FunctionLowering::variable_storage(const clang::VarDecl* variable) {
  const auto found = objects_.find(variable);
  if (found != objects_.end()) return found->second;
  return variable->hasGlobalStorage() ? Operand(unit.global(variable)) : Operand(Unknown{});
}

}  // namespace cudep::frontend
