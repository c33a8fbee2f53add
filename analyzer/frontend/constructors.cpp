// Bodies of constructors and destructors: bases and members in order, then the body; and the reverse.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

/// Through anonymous structs and unions.
std::int64_t offset_of(const Tables& tables, const clang::CXXCtorInitializer* initializer) {
  if (const clang::IndirectFieldDecl* indirect = initializer->getIndirectMember()) {
    std::int64_t offset = 0;
    for (const clang::NamedDecl* step : indirect->chain())
      offset += tables.field_offset(llvm::cast<clang::FieldDecl>(step));
    return offset;
  }
  return tables.field_offset(initializer->getAnyMember());
}

}  // namespace

void FunctionLowering::set_dynamic_type(const clang::CXXRecordDecl* record) {
  if (!record->isPolymorphic()) return;
  if (const auto known = unit.user_class(record)) builder.append(SetDynamicType{this_address(), *known});
}

void FunctionLowering::member_initializer(const clang::CXXCtorInitializer* initializer,
                                          const clang::CXXConstructorDecl* constructor) {
  const clang::Expr* expression = initializer->getInit();
  if (expression == nullptr) return;
  at(initializer->isWritten() ? initializer->getSourceLocation() : constructor->getLocation());
  full_expression([&] {
    if (initializer->isBaseInitializer()) {
      const auto* base = initializer->getBaseClass()->getAsCXXRecordDecl()->getDefinition();
      const std::int64_t offset = unit.tables.base_offset(constructor->getParent(), base);
      construct(expression, builder.offset(this_address(), offset));
    } else if (initializer->getAnyMember()->isBitField()) {
      discard(expression);
    } else {
      const Operand place = builder.offset(this_address(), offset_of(unit.tables, initializer));
      initialize(initializer->getAnyMember()->getType(), place, expression);
    }
    return true;
  });
}

void FunctionLowering::lower_constructor(const clang::CXXConstructorDecl* constructor) {
  bool has_dynamic_type = false;
  for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
    if (initializer->isDelegatingInitializer()) {
      full_expression([&] {
        construct(initializer->getInit(), this_address());
        return true;
      });
      has_dynamic_type = true;
      continue;
    }
    if (!initializer->isBaseInitializer() && !std::exchange(has_dynamic_type, true)) {
      at(constructor->getLocation());
      set_dynamic_type(constructor->getParent());
    }
    member_initializer(initializer, constructor);
  }
  if (!has_dynamic_type) set_dynamic_type(constructor->getParent());
  statement(constructor->getBody());
}

void FunctionLowering::lower_destructor(const clang::CXXDestructorDecl* destructor) {
  const clang::CXXRecordDecl* record = destructor->getParent();
  epilogue_ = builder.new_block();
  at(destructor->getLocation());
  set_dynamic_type(record);
  statement(destructor->getBody());
  builder.jump(*epilogue_);
  builder.enter(*epilogue_);
  epilogue_.reset();
  at(destructor->getBody()->getEndLoc());
  const Operand object = this_address();
  const std::vector<const clang::FieldDecl*> fields(record->field_begin(), record->field_end());
  for (auto field = fields.rbegin(); field != fields.rend() && !record->isUnion(); ++field) {
    if (needs_destruction((*field)->getType())) destroy((*field)->getType(), field_address(object, *field));
  }
  std::vector<clang::QualType> bases;
  for (const clang::CXXBaseSpecifier& base : record->vbases()) bases.push_back(base.getType());
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (!base.isVirtual()) bases.push_back(base.getType());
  }
  for (auto base = bases.rbegin(); base != bases.rend(); ++base) {
    const auto* base_record = (*base)->getAsCXXRecordDecl()->getDefinition();
    if (needs_destruction(*base)) destroy(*base, builder.offset(object, unit.tables.base_offset(record, base_record)));
  }
}

}  // namespace cudep::frontend
