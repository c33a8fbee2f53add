// Sites, strings, types and layouts of a unit.
#include "analyzer/frontend/tables.h"

#include <llvm/Support/Path.h>

namespace cudep::frontend {

using program::TypeKind;

Tables::Tables(clang::ASTContext& ast, program::Program& program)
    : ast_(ast), program_(program), policy_(ast.getPrintingPolicy()) {
  policy_.SuppressTagKeyword = true;
  policy_.SuppressUnwrittenScope = true;
  policy_.Bool = true;
  collect_handle_names();
}

void Tables::collect_handle_names() {
  for (const clang::Decl* declaration : ast_.getTranslationUnitDecl()->decls()) {
    const auto* name = llvm::dyn_cast<clang::TypedefDecl>(declaration);
    if (name == nullptr || !name->getUnderlyingType()->isPointerType()) continue;
    const clang::RecordDecl* record = name->getUnderlyingType()->getPointeeType()->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() != nullptr) continue;
    std::string& known = handles_[record->getCanonicalDecl()];
    if (known.empty() || (name->getName().starts_with("cuda") && !known.starts_with("cuda"))) known = name->getName();
  }
}

program::SiteId Tables::site(clang::SourceLocation location) {
  const clang::SourceManager& sources = ast_.getSourceManager();
  model::Site site;
  if (location.isValid()) {
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(location));
    if (place.isValid()) {
      llvm::SmallString<128> file(place.getFilename());
      llvm::sys::path::remove_dots(file, true);
      site = {file.str().str(), place.getLine(), place.getColumn()};
    }
  }
  const auto [found, is_new] = sites_.try_emplace(site, program::SiteId(program_.sites.size()));
  if (is_new) program_.sites.push_back(std::move(site));
  return found->second;
}

program::StringId Tables::string(std::string text) {
  const auto [found, is_new] = strings_.try_emplace(text, program::StringId(program_.strings.size()));
  if (is_new) program_.strings.push_back(std::move(text));
  return found->second;
}

program::StringId Tables::text(const clang::Expr* expression) {
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), ast_.getSourceManager(), ast_.getLangOpts());
  std::string text = clang::Lexer::getSourceText(range, ast_.getSourceManager(), ast_.getLangOpts()).str();
  if (text.empty()) {
    llvm::raw_string_ostream out(text);
    expression->printPretty(out, nullptr, policy_);
  }
  return string(std::move(text));
}

bool Tables::is_aggregate(clang::QualType type) {
  return type->isRecordType() || type->isArrayType() || type->isAnyComplexType();
}

std::int64_t Tables::bytes(clang::QualType type) const {
  if (type->isVoidType() || type->isFunctionType()) return 1;  // as in pointer arithmetic
  if (type->isIncompleteType() || type->isDependentType() || type->isUndeducedType()) return 0;
  return ast_.getTypeSizeInChars(type).getQuantity();
}

program::Type Tables::type(clang::QualType type) const {
  type = type.getNonReferenceType() == type ? type : ast_.getPointerType(type.getNonReferenceType());
  if (type->isVoidType() || type->isDependentType() || type->isUndeducedType()) return {};
  const auto size = static_cast<std::uint32_t>(bytes(type));
  if (is_aggregate(type)) return {TypeKind::Aggregate, size};
  if (type->isAnyPointerType() || type->isNullPtrType() || type->isFunctionType() || type->isBlockPointerType()) {
    return {TypeKind::Pointer, 8};
  }
  if (type->isRealFloatingType()) return {TypeKind::Float, size, true};
  return {TypeKind::Integer, size, type->isSignedIntegerOrEnumerationType() || type->isMemberPointerType()};
}

std::int64_t Tables::field_offset(const clang::FieldDecl* field) const {
  return static_cast<std::int64_t>(ast_.getFieldOffset(field)) / 8;
}

std::int64_t Tables::base_offset(const clang::CXXRecordDecl* derived, const clang::CXXRecordDecl* base) const {
  const clang::ASTRecordLayout& layout = ast_.getASTRecordLayout(derived);
  for (const clang::CXXBaseSpecifier& virtual_base : derived->vbases()) {
    if (virtual_base.getType()->getAsCXXRecordDecl()->getCanonicalDecl() == base->getCanonicalDecl()) {
      return layout.getVBaseClassOffset(base).getQuantity();
    }
  }
  return layout.getBaseClassOffset(base).getQuantity();
}

std::optional<std::string> Tables::handle_name(clang::QualType type) const {
  if (!type->isPointerType()) return std::nullopt;
  const clang::RecordDecl* record = type->getPointeeType()->getAsRecordDecl();
  if (record == nullptr) return std::nullopt;
  const auto found = handles_.find(record->getCanonicalDecl());
  if (found == handles_.end()) return std::nullopt;
  return found->second;
}

std::optional<program::LayoutId> Tables::layout(clang::QualType type) {
  if (type.isNull() || type->isDependentType() || type->isUndeducedType()) return std::nullopt;
  type = type.getNonReferenceType() == type ? type : ast_.getPointerType(type.getNonReferenceType());
  type = ast_.getCanonicalType(type).getUnqualifiedType();
  if (type->isVoidType() || type->isFunctionType() || type->isIncompleteType()) return std::nullopt;
  const auto [found, is_new] = layouts_.try_emplace(type, program::LayoutId(program_.layouts.size()));
  const program::LayoutId id = found->second;
  if (!is_new) return id;
  program_.layouts.emplace_back();  // before its parts, which may point back to it
  program::Layout described = describe(type);
  program_.layouts[program::index(id)] = std::move(described);
  return id;
}

program::Layout Tables::describe(clang::QualType type) {
  program::Layout described{.name = handle_name(type).value_or(type.getAsString(policy_)), .bytes = bytes(type)};
  if (const clang::RecordDecl* record = type->getAsRecordDecl()) {
    if (const auto* closure = llvm::dyn_cast<clang::CXXRecordDecl>(record); closure && closure->isLambda()) {
      described.name = "lambda";
    }
    if (!record->isInvalidDecl()) describe_record(record->getDefinition(), described);
  } else if (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
    described.element = layout(array->getElementType());
  } else if (type->isPointerType()) {
    described.pointee = layout(type->getPointeeType());
  }
  return described;
}

void Tables::describe_record(const clang::RecordDecl* record, program::Layout& described) {
  if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    for (const clang::CXXBaseSpecifier& base : derived->bases()) {
      const auto base_layout = layout(base.getType());
      if (base_layout) {
        described.fields.push_back({"", base_offset(derived, base.getType()->getAsCXXRecordDecl()), *base_layout});
      }
    }
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (const auto field_layout = layout(field->getType())) {
      described.fields.push_back({field->getName().str(), field_offset(field), *field_layout});
    }
  }
  std::ranges::sort(described.fields, {},
                    [](const program::Field& field) { return std::pair(field.offset, field.name); });
}

}  // namespace cudep::frontend
