// First values of globals.
#include "analyzer/frontend/globals.h"

#include "analyzer/frontend/constants.h"
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

constexpr unsigned kMostElements = 4096;  // of an array whose constant value is kept

/// Flattens a constant into scalars at byte offsets.
class ConstantWriter {
 public:
  ConstantWriter(Declarations& unit, Global& global) : unit_(unit), global_(global) {}

  void write(const clang::APValue& value, clang::QualType type, std::int64_t offset) {
    switch (value.getKind()) {
      case clang::APValue::Int:
        return scalar(offset, type, low_bits(value.getInt()));
      case clang::APValue::Float: {
        llvm::APFloat number = value.getFloat();
        bool loses_information = false;
        number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses_information);
        return scalar(offset, type, number.convertToDouble());
      }
      case clang::APValue::LValue:
        return scalar(offset, type, pointer(value));
      case clang::APValue::Struct:
        return write_struct(value, type, offset);
      case clang::APValue::Union:
        if (const clang::FieldDecl* field = value.getUnionField())
          write(value.getUnionValue(), field->getType(), offset);
        return;
      case clang::APValue::Array:
        return write_array(value, type, offset);
      case clang::APValue::None:
      case clang::APValue::Indeterminate:
        return;
      default:
        return scalar(offset, type, Unknown{});
    }
  }

 private:
  void scalar(std::int64_t offset, clang::QualType type, Operand value) {
    global_.initial.push_back({offset, {unit_.tables.type(type), value}});
  }

  Operand pointer(const clang::APValue& value) {
    if (value.isNullPointer()) return std::int64_t{0};
    const clang::APValue::LValueBase base = value.getLValueBase();
    const std::int64_t offset = value.getLValueOffset().getQuantity();
    if (base.isNull()) return offset;
    if (const auto* declaration = base.dyn_cast<const clang::ValueDecl*>()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) return unit_.function(function);
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable != nullptr && variable->hasGlobalStorage() && offset == 0) return unit_.global(variable);
      return Unknown{};
    }
    const auto* literal = llvm::dyn_cast_or_null<clang::StringLiteral>(base.dyn_cast<const clang::Expr*>());
    if (literal != nullptr && offset == 0 && literal->getCharByteWidth() == 1) {
      return unit_.tables.string(literal->getString().str());
    }
    return Unknown{};
  }

  void write_struct(const clang::APValue& value, clang::QualType type, std::int64_t offset) {
    const auto* record = type->getAsRecordDecl()->getDefinition();
    if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
      unsigned position = 0;
      for (const clang::CXXBaseSpecifier& base : derived->bases()) {
        const std::int64_t distance =
            unit_.tables.base_offset(derived, base.getType()->getAsCXXRecordDecl()->getDefinition());
        write(value.getStructBase(position++), base.getType(), offset + distance);
      }
    }
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isBitField()) continue;
      write(value.getStructField(field->getFieldIndex()), field->getType(), offset + unit_.tables.field_offset(field));
    }
  }

  void write_array(const clang::APValue& value, clang::QualType type, std::int64_t offset) {
    const clang::QualType element = unit_.ast.getAsArrayType(type)->getElementType();
    const std::int64_t size = unit_.tables.bytes(element);
    if (value.getArraySize() > kMostElements) {
      global_.zero_initialized = false;
      return;
    }
    for (unsigned position = 0; position < value.getArraySize(); ++position) {
      const bool is_listed = position < value.getArrayInitializedElts();
      write(is_listed ? value.getArrayInitializedElt(position) : value.getArrayFiller(), element,
            offset + position * size);
    }
  }

  Declarations& unit_;
  Global& global_;
};

void lower_dynamic_initializer(Declarations& unit, const clang::VarDecl* variable, GlobalId global) {
  Function function;
  function.name = unit.program.globals[index(global)].name + "$init";
  function.display = "initialization of " + unit.program.globals[index(global)].display;
  function.qualified = function.display;
  function.is_public = false;
  function.in_main_file = unit.is_in_main_file(variable->getLocation());
  function.site = unit.tables.site(variable->getLocation());
  Function lowered = FunctionLowering(unit, std::move(function)).lower_initializer(variable, global);
  unit.program.functions.push_back(std::move(lowered));
  unit.program.initializers.push_back(FunctionId(unit.program.functions.size() - 1));
}

}  // namespace

void lower_global(Declarations& unit, const clang::VarDecl* variable) {
  const GlobalId id = unit.global(variable);
  const clang::VarDecl* definition = variable->getDefinition();
  if (definition == nullptr || definition->isInvalidDecl() || definition->getType()->isDependentType()) return;
  const clang::VarDecl* holder = nullptr;
  const clang::Expr* initializer = definition->getAnyInitializer(holder);
  unit.program.globals[index(id)].zero_initialized = true;
  if (initializer == nullptr || initializer->isValueDependent() || initializer->containsErrors()) return;
  if (const clang::APValue* value = holder->evaluateValue()) {
    Global filled = unit.program.globals[index(id)];
    ConstantWriter(unit, filled).write(*value, holder->getType(), 0);
    unit.program.globals[index(id)] = std::move(filled);
    return;
  }
  if (!holder->isStaticLocal()) lower_dynamic_initializer(unit, holder, id);
}

}  // namespace cudep::frontend
