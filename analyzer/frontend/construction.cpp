// Asks the parser which constructor a pack of arguments means, and lowers that construction as a function.
#include "analyzer/frontend/construction.h"

#include <clang/Sema/Initialization.h>

#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

namespace {

/// The parameters that the template's last one, a pack, became; nothing for other functions.
std::optional<llvm::ArrayRef<clang::ParmVarDecl*>> pack_of(const clang::FunctionDecl* function) {
  const clang::FunctionTemplateDecl* generic = function->getPrimaryTemplate();
  if (generic == nullptr) return std::nullopt;
  const clang::FunctionDecl* pattern = generic->getTemplatedDecl();
  const unsigned named = pattern->getNumParams() == 0 ? 0 : pattern->getNumParams() - 1;
  if (pattern->getNumParams() == 0 || !pattern->getParamDecl(named)->isParameterPack()) return std::nullopt;
  if (function->getNumParams() < named) return std::nullopt;
  return function->parameters().drop_front(named);
}

program::Function describe(Declarations& unit, clang::QualType type, const clang::FunctionDecl* function,
                           llvm::ArrayRef<clang::ParmVarDecl*> pack) {
  program::Function described;
  described.name = unit.names.mangled(function) + "$construct";
  described.display = "construction of " + type.getAsString(unit.ast.getPrintingPolicy());
  described.qualified = described.display;
  described.site = unit.tables.site(function->getLocation());
  described.is_public = false;
  described.in_system_header = true;
  const auto add = [&](std::string name, clang::QualType pointer, bool is_reference) {
    const auto local = program::LocalId(described.locals.size());
    described.locals.push_back(
        {.name = name, .bytes = 8, .layout = unit.tables.layout(pointer), .site = described.site});
    described.parameters.push_back({.name = name,
                                    .type = unit.tables.type(pointer),
                                    .local = local,
                                    .layout = unit.tables.layout(pointer),
                                    .pointee_const = pointer->getPointeeType().isConstQualified(),
                                    .is_reference = is_reference});
  };
  add("place", unit.ast.getPointerType(type), false);
  for (const clang::ParmVarDecl* parameter : pack) add(parameter->getNameAsString(), parameter->getType(), true);
  return described;
}

}  // namespace

std::optional<program::FunctionId> construction(Declarations& unit, clang::QualType type,
                                                const clang::FunctionDecl* function) {
  const auto pack = pack_of(function);
  if (!pack || type->isIncompleteType() || type->isDependentType() || !unit.ast.getTypeSizeInCharsIfKnown(type)) {
    return std::nullopt;
  }
  const clang::SourceLocation location = function->getLocation();
  std::vector<clang::OpaqueValueExpr*> opaque;
  for (const clang::ParmVarDecl* parameter : *pack) {
    if (!parameter->getType()->isReferenceType()) return std::nullopt;
    const auto category = parameter->getType()->isLValueReferenceType() ? clang::VK_LValue : clang::VK_XValue;
    opaque.push_back(new (unit.ast)
                         clang::OpaqueValueExpr(location, parameter->getType().getNonReferenceType(), category));
  }
  std::vector<clang::Expr*> arguments(opaque.begin(), opaque.end());
  const auto entity = clang::InitializedEntity::InitializeTemporary(type.getUnqualifiedType());
  const auto kind = arguments.empty() ? clang::InitializationKind::CreateValue(location, location, location)
                                      : clang::InitializationKind::CreateDirect(location, location, location);
  clang::InitializationSequence sequence(unit.sema, entity, kind, arguments);
  if (!sequence) return std::nullopt;
  const clang::ExprResult built = sequence.Perform(unit.sema, entity, kind, arguments);
  if (built.isInvalid()) return std::nullopt;
  program::Function lowered =
      FunctionLowering(unit, describe(unit, type, function, *pack)).lower_construction(type, built.get(), opaque);
  unit.program.functions.push_back(std::move(lowered));
  return program::FunctionId(unit.program.functions.size() - 1);
}

}  // namespace cudep::frontend
