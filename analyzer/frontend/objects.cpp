// Objects of class and array type, built in place: constructor calls, initializer lists, closures, copies.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

/// Elements of a list beyond this many are left to a loop or to zeros.
constexpr std::uint64_t kUnrolledElements = 16;

class BuildObject : public clang::ConstStmtVisitor<BuildObject> {
 public:
  BuildObject(FunctionLowering& function, Operand destination) : function_(function), destination_(destination) {}

  void VisitStmt(const clang::Stmt* statement) {
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    if (expression != nullptr && expression->isGLValue()) copy(expression);
  }
  void VisitParenExpr(const clang::ParenExpr* e) { Visit(e->getSubExpr()); }
  void VisitConstantExpr(const clang::ConstantExpr* e) { Visit(e->getSubExpr()); }
  void VisitExprWithCleanups(const clang::ExprWithCleanups* e) { Visit(e->getSubExpr()); }
  void VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* e) { Visit(e->getSubExpr()); }
  void VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* e) { Visit(e->getExpr()); }
  void VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* e) { Visit(e->getExpr()); }
  void VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* e) { Visit(e->getReplacement()); }
  void VisitUnaryExtension(const clang::UnaryOperator* e) { Visit(e->getSubExpr()); }
  void VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator* e) { Visit(e->getSemanticForm()); }
  void VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr* e) { Visit(e->getSubExpr()); }
  void VisitOpaqueValueExpr(const clang::OpaqueValueExpr* e) { copy(e); }

  void VisitCallExpr(const clang::CallExpr* e) { function_.call(e, destination_); }
  void VisitStmtExpr(const clang::StmtExpr* e) { function_.statement_expression(e, destination_); }
  void VisitConditionalOperator(const clang::ConditionalOperator* e) {
    function_.choose(e->getCond(), [&](bool condition) {
      const clang::Expr* arm = condition ? e->getTrueExpr() : e->getFalseExpr();
      arm->getType()->isVoidType() ? function_.discard(arm) : function_.construct(arm, destination_);
    });
  }
  void VisitBinComma(const clang::BinaryOperator* e) {
    function_.discard(e->getLHS());
    Visit(e->getRHS());
  }
  void VisitPseudoObjectExpr(const clang::PseudoObjectExpr* e) {
    if (e->getResultExpr() != nullptr) Visit(e->getResultExpr());
  }

  void VisitCastExpr(const clang::CastExpr* e) {
    if (e->getCastKind() == clang::CK_LValueToRValue || e->getSubExpr()->isGLValue()) return copy(e->getSubExpr());
    if (Tables::is_aggregate(e->getSubExpr()->getType())) return Visit(e->getSubExpr());
    function_.discard(e->getSubExpr());  // to a complex number or the like
  }
  void VisitCXXConstructExpr(const clang::CXXConstructExpr* e);
  void VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr* e) {
    function_.call_inherited_constructor(e, destination_);
  }
  void VisitLambdaExpr(const clang::LambdaExpr* e);
  void VisitInitListExpr(const clang::InitListExpr* e);
  void VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr* e) {
    initialize_fields(e->getType(), e->getInitExprs());
  }
  void VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr* e);
  void VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr* e);
  void VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr* e) { zero(e->getType()); }
  void VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr* e) { zero(e->getType()); }
  void VisitStringLiteral(const clang::StringLiteral* e) {
    const std::int64_t bytes =
        std::min<std::int64_t>(function_.unit.tables.bytes(e->getType()), e->getByteLength() + 1);
    zero(e->getType());
    function_.builder.append(CopyObject{destination_, function_.address(e), bytes});
  }
  void VisitPredefinedExpr(const clang::PredefinedExpr* e) { Visit(e->getFunctionName()); }

 private:
  Tables& tables() { return function_.unit.tables; }
  void zero(clang::QualType type) { function_.builder.append(ZeroObject{destination_, tables().bytes(type)}); }
  void copy(const clang::Expr* source) {
    const Operand from = function_.address(source);
    function_.builder.append(CopyObject{destination_, from, tables().bytes(source->getType())});
  }
  void initialize_field(const clang::FieldDecl* field, const clang::Expr* initializer);
  void initialize_fields(clang::QualType type, llvm::ArrayRef<const clang::Expr*> initializers);
  void initialize_array(const clang::InitListExpr* list);

  FunctionLowering& function_;
  Operand destination_;
};

void BuildObject::VisitCXXConstructExpr(const clang::CXXConstructExpr* e) {
  const clang::CXXConstructorDecl* constructor = e->getConstructor();
  if (e->isElidable() && e->getNumArgs() > 0 && e->getArg(0)->isPRValue()) return Visit(e->getArg(0));
  function_.at(e->getLocation());
  if (e->requiresZeroInitialization()) zero(e->getType());
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) return;
  if (constructor->isTrivial() && constructor->isCopyOrMoveConstructor()) return copy(e->getArg(0));
  const auto* array = function_.unit.ast.getAsConstantArrayType(e->getType());
  if (array == nullptr) return function_.call_constructor(e, destination_);
  clang::QualType element = array->getElementType();
  std::int64_t count = static_cast<std::int64_t>(array->getZExtSize());
  while (const auto* inner = function_.unit.ast.getAsConstantArrayType(element)) {
    count *= static_cast<std::int64_t>(inner->getZExtSize());
    element = inner->getElementType();
  }
  function_.for_each_element(element, destination_, count,
                             [&](const Operand& place, const Operand&) { function_.call_constructor(e, place); });
}

void BuildObject::VisitLambdaExpr(const clang::LambdaExpr* e) {
  if (!e->isGenericLambda()) function_.unit.function(e->getCallOperator());
  auto initializer = e->capture_init_begin();
  for (const clang::FieldDecl* field : e->getLambdaClass()->fields()) {
    if (*initializer != nullptr) initialize_field(field, *initializer);
    ++initializer;
  }
}

void BuildObject::initialize_field(const clang::FieldDecl* field, const clang::Expr* initializer) {
  if (field->isUnnamedBitField()) return;
  const Operand place = function_.field_address(destination_, field);
  if (field->isBitField()) return function_.discard(initializer);
  const bool is_default = llvm::isa<clang::CXXDefaultInitExpr>(initializer);
  const auto outer =
      is_default ? std::exchange(function_.initialized_object, destination_) : function_.initialized_object;
  function_.initialize(field->getType(), place, initializer);
  function_.initialized_object = outer;
}

void BuildObject::initialize_fields(clang::QualType type, llvm::ArrayRef<const clang::Expr*> initializers) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->getDefinition() == nullptr) return;
  record = record->getDefinition();
  auto next = initializers.begin();
  if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    for (const clang::CXXBaseSpecifier& base : derived->bases()) {
      if (next == initializers.end()) return;
      const auto offset = tables().base_offset(derived, base.getType()->getAsCXXRecordDecl()->getDefinition());
      function_.construct(*next++, function_.builder.offset(destination_, offset));
    }
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (next == initializers.end()) return;
    initialize_field(field, *next++);
  }
}

void BuildObject::VisitInitListExpr(const clang::InitListExpr* e) {
  if (e->isTransparent() && e->getNumInits() > 0) return Visit(e->getInit(0));
  if (e->getType()->isArrayType()) return initialize_array(e);
  if (e->getType()->isUnionType()) {
    const clang::FieldDecl* field = e->getInitializedFieldInUnion();
    return field != nullptr && e->getNumInits() > 0 ? initialize_field(field, e->getInit(0)) : zero(e->getType());
  }
  if (e->getType()->isRecordType()) {
    const llvm::ArrayRef<clang::Expr*> initializers = const_cast<clang::InitListExpr*>(e)->inits();
    return initialize_fields(e->getType(), {initializers.data(), initializers.size()});
  }
  zero(e->getType());
}

void BuildObject::initialize_array(const clang::InitListExpr* list) {
  if (list->isStringLiteralInit()) return Visit(list->getInit(0));
  const auto* array = function_.unit.ast.getAsConstantArrayType(list->getType());
  if (array == nullptr) return zero(list->getType());
  const std::uint64_t size = array->getZExtSize();
  const clang::QualType element = array->getElementType();
  const clang::Expr* filler = list->getArrayFiller();
  const bool zero_rest = filler == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(filler);
  if (list->getNumInits() < size && zero_rest) zero(list->getType());
  const std::uint64_t written =
      zero_rest ? list->getNumInits() : std::min(size, std::max<std::uint64_t>(list->getNumInits(), kUnrolledElements));
  for (std::uint64_t position = 0; position < written; ++position) {
    const clang::Expr* initializer = position < list->getNumInits() ? list->getInit(position) : filler;
    if (llvm::isa<clang::NoInitExpr>(initializer)) continue;
    const auto offset = static_cast<std::int64_t>(position) * tables().bytes(element);
    function_.initialize(element, function_.builder.offset(destination_, offset), initializer);
  }
  if (written >= size || zero_rest) return;
  const Operand rest =
      function_.builder.offset(destination_, static_cast<std::int64_t>(written) * tables().bytes(element));
  function_.for_each_element(
      element, rest, static_cast<std::int64_t>(size - written),
      [&](const Operand& place, const Operand&) { function_.initialize(element, place, filler); });
}

void BuildObject::VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr* e) {
  const Operand array = function_.address(e->getSubExpr());
  const auto* type = function_.unit.ast.getAsConstantArrayType(e->getSubExpr()->getType());
  if (type == nullptr) return;
  const auto count = static_cast<std::int64_t>(type->getZExtSize());
  bool is_first = true;
  for (const clang::FieldDecl* field : e->getType()->getAsRecordDecl()->getDefinition()->fields()) {
    const Operand place = function_.field_address(destination_, field);
    const Operand end = field->getType()->isPointerType()
                            ? function_.builder.element(array, count, tables().bytes(type->getElementType()))
                            : Operand(count);
    function_.builder.store(tables().type(field->getType()), place, is_first ? array : end);
    is_first = false;
  }
}

void BuildObject::VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr* e) {
  const clang::OpaqueValueExpr* common = e->getCommonExpr();
  const clang::QualType element = function_.unit.ast.getAsArrayType(e->getType())->getElementType();
  const Operand source = function_.address(common->getSourceExpr());
  if (element.isTriviallyCopyableType(function_.unit.ast)) {
    function_.builder.append(CopyObject{destination_, source, tables().bytes(e->getType())});
    return;
  }
  function_.opaque_values[common] = source;
  const auto count = static_cast<std::int64_t>(e->getArraySize().getZExtValue());
  function_.for_each_element(element, destination_, count, [&](const Operand& place, const Operand& position) {
    const auto outer = std::exchange(function_.array_index, position);
    function_.initialize(element, place, e->getSubExpr());
    function_.array_index = outer;
  });
}

}  // namespace

void FunctionLowering::construct(const clang::Expr* expression, Operand destination) {
  BuildObject(*this, destination).Visit(expression);
}

}  // namespace cudep::frontend
