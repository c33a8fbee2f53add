// Ends of lives: locals at the end of their scope, temporaries at the end of their full expression, in reverse order.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

namespace {

constexpr Type kFlag{TypeKind::Integer, 1, false};

const clang::CXXDestructorDecl* destructor_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record == nullptr || !record->hasDefinition() ? nullptr : record->getDefinition()->getDestructor();
}

}  // namespace

bool FunctionLowering::needs_destruction(clang::QualType type) {
  return type.isDestructedType() == clang::QualType::DK_cxx_destructor;
}

LocalId FunctionLowering::temporary(clang::QualType type) {
  const LocalId local = builder.local({.bytes = unit.tables.bytes(type), .layout = unit.tables.layout(type)});
  builder.append(ScopeBegin{local});
  return local;
}

void FunctionLowering::end_with_scope(LocalId local, clang::QualType type) {
  Cleanup cleanup{.number = next_cleanup_++, .local = local, .type = type, .destroy = needs_destruction(type)};
  if (conditional_ && cleanup.destroy) {
    // The flag is cleared where every path passes: at the start of the function's entry.
    cleanup.flag = builder.local({.bytes = 1});
    auto& entry = builder.function().blocks.front().instructions;
    entry.insert(entry.begin(), {Store{kFlag, *cleanup.flag, std::int64_t{0}}, builder.site()});
    builder.store(kFlag, *cleanup.flag, std::int64_t{1});
  }
  cleanups_.push_back(cleanup);
}

Operand FunctionLowering::materialize_now(const clang::Expr* prvalue) {
  const LocalId local = temporary(prvalue->getType());
  initialize(prvalue->getType(), local, prvalue);
  end_with_scope(local, prvalue->getType());
  return local;
}

Operand FunctionLowering::materialize(const clang::MaterializeTemporaryExpr* expression) {
  const clang::Expr* prvalue = expression->getSubExpr();
  const clang::QualType type = prvalue->getType();
  if (prvalue->isGLValue()) return address(prvalue);
  const auto duration = expression->getStorageDuration();
  if (duration == clang::SD_Static || duration == clang::SD_Thread) {
    const auto* owner = llvm::dyn_cast_or_null<clang::VarDecl>(expression->getExtendingDecl());
    const GlobalId global = unit.hidden_global(
        {.name = builder.function().name + "$temporary" + std::to_string(unit.program.globals.size()),
         .display = owner != nullptr ? owner->getNameAsString() : "",
         .bytes = unit.tables.bytes(type),
         .layout = unit.tables.layout(type),
         .zero_initialized = true,
         .site = builder.site()});
    initialize(type, global, prvalue);
    return global;
  }
  if (duration != clang::SD_Automatic) return materialize_now(prvalue);
  const LocalId local = temporary(type);
  initialize(type, local, prvalue);
  end_with_scope(local, type);
  extended_.push_back(cleanups_.back());
  cleanups_.pop_back();
  return local;
}

void FunctionLowering::destroy(clang::QualType type, Operand object) {
  if (!needs_destruction(type)) return;
  if (const auto* array = unit.ast.getAsConstantArrayType(type)) {
    const clang::QualType element = array->getElementType();
    const auto count = static_cast<std::int64_t>(array->getZExtSize());
    for_each_element(element, object, count, [&](const Operand&, const Operand& position) {
      const Type index_type{TypeKind::Integer, 8, true};
      const Operand from_end = builder.compute(index_type, Arithmetic::Subtract, index_type, count - 1, position);
      destroy(element, builder.element(object, from_end, unit.tables.bytes(element)));
    });
    return;
  }
  if (const auto* destructor = destructor_of(type)) call_destructor(destructor, object, false);
}

void FunctionLowering::run_cleanup(const Cleanup& cleanup) {
  if (cleanup.destroy && cleanup.flag) {
    const BlockId made = builder.new_block(), done = builder.new_block();
    builder.branch(builder.load(kFlag, *cleanup.flag), made, done, unit.tables.string(""));
    builder.enter(made);
    destroy(cleanup.type, cleanup.local);
    builder.store(kFlag, *cleanup.flag, std::int64_t{0});
    builder.append(ScopeEnd{cleanup.local});
    builder.jump(done);
    builder.enter(done);
    return;
  }
  if (cleanup.destroy) destroy(cleanup.type, cleanup.local);
  if (!cleanup.returned) builder.append(ScopeEnd{cleanup.local});
}

void FunctionLowering::run_cleanups(std::size_t depth, bool returning) {
  const std::vector<Cleanup> pending(cleanups_.begin() + static_cast<std::ptrdiff_t>(depth), cleanups_.end());
  for (auto cleanup = pending.rbegin(); cleanup != pending.rend(); ++cleanup) {
    if (!(returning && cleanup->returned)) run_cleanup(*cleanup);
  }
}

void FunctionLowering::close_scope(std::size_t depth) {
  if (!builder.terminated()) run_cleanups(depth, false);
  cleanups_.erase(cleanups_.begin() + static_cast<std::ptrdiff_t>(depth), cleanups_.end());
}

Operand FunctionLowering::full_value(const clang::Expr* expression) {
  return full_expression([&] { return value(expression); });
}

}  // namespace cudep::frontend
