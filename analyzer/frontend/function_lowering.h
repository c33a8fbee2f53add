// Lowers one function from the syntax tree, the way clang's code generation walks it: scalars become operands, objects
// are built where they will live, and every object ends where its scope or full expression does.
#pragma once
#include <optional>
#include <vector>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/declarations.h"
#include "analyzer/frontend/function_builder.h"

namespace cudep::frontend {

/// An object that ends with a scope: its destructor, then the end of its life.
struct Cleanup {
  std::uint32_t number;  // of its kind in the function, so that two stacks can be compared
  program::LocalId local;
  clang::QualType type;
  bool destroy = false;                  // has a destructor worth calling
  std::optional<program::LocalId> flag;  // set where the object was made, when that is conditional
  bool returned = false;                 // lives on as the function's result once it is returned
};

class FunctionLowering {
 public:
  FunctionLowering(Declarations& unit, program::Function function);

  program::Function lower(const clang::FunctionDecl* definition);
  /// The function that initializes a global dynamically.
  program::Function lower_initializer(const clang::VarDecl* variable, program::GlobalId global);

  /// A function that builds an object of `type` at its first argument from `arguments`, which are its other arguments.
  program::Function lower_construction(clang::QualType type, const clang::Expr* expression,
                                       llvm::ArrayRef<clang::OpaqueValueExpr*> arguments);

  // --- expressions: values.cpp, lvalues.cpp, objects.cpp
  /// A scalar prvalue, or Unknown. Anything else is evaluated and has no value.
  program::Operand value(const clang::Expr* expression);
  /// Where a glvalue is. A class prvalue gets a temporary.
  program::Operand address(const clang::Expr* expression);
  /// Builds a class or array prvalue at `destination`.
  void construct(const clang::Expr* expression, program::Operand destination);
  void discard(const clang::Expr* expression);
  /// Gives an object, reference or scalar of this type its first value.
  void initialize(clang::QualType type, program::Operand destination, const clang::Expr* initializer);
  void branch_on(const clang::Expr* condition, program::BlockId if_true, program::BlockId if_false);
  /// The same for a whole condition: its temporaries end before the branch.
  void full_branch(const clang::Expr* condition, program::BlockId if_true, program::BlockId if_false);
  std::optional<program::Operand> constant(const clang::Expr* expression);
  program::Operand load(clang::QualType type, program::Operand address);
  program::Operand convert(program::Operand operand, clang::QualType from, clang::QualType to);
  program::Operand this_address();
  program::Operand variable_address(const clang::VarDecl* variable, bool captured);
  program::Operand captured_address(const clang::ValueDecl* variable);
  /// The distance from an object of type `derived` to the base that the cast names.
  std::int64_t path_offset(const clang::CastExpr* cast, clang::QualType derived);
  program::Operand field_address(program::Operand object, const clang::FieldDecl* field);
  /// Evaluates what each arm does only when it is chosen.
  template <class Arm>
  void choose(const clang::Expr* condition, Arm arm);

  // --- assignments.cpp
  program::Operand assign(const clang::BinaryOperator* assignment);
  program::Operand compound_assign(const clang::CompoundAssignOperator* assignment);
  /// ++ and --: the value before, and the value after.
  std::pair<program::Operand, program::Operand> step(const clang::UnaryOperator* step);
  program::Operand arithmetic(clang::BinaryOperatorKind kind, clang::QualType result,
                              const clang::Expr* left_expression, const clang::Expr* right_expression);
  program::Operand arithmetic(clang::BinaryOperatorKind kind, clang::QualType result, clang::QualType left_type,
                              program::Operand left, clang::QualType right_type, program::Operand right);

  // --- calls.cpp, launches.cpp, new_delete.cpp
  /// `destination`: where an aggregate result is to be built; without, it gets a temporary.
  program::Operand call(const clang::CallExpr* call, std::optional<program::Operand> destination);
  program::Operand launch(const clang::CUDAKernelCallExpr* launch);
  program::Operand make_new(const clang::CXXNewExpr* expression);
  void delete_object(const clang::CXXDeleteExpr* expression);
  void call_constructor(const clang::CXXConstructExpr* expression, program::Operand object);
  /// Passes the parameters of the constructor being lowered on to the one it inherited.
  void call_inherited_constructor(const clang::CXXInheritedCtorInitExpr* expression, program::Operand object);
  void call_destructor(const clang::CXXDestructorDecl* destructor, program::Operand object, bool is_virtual);
  std::vector<program::Operand> arguments(const clang::FunctionProtoType* prototype,
                                          llvm::ArrayRef<const clang::Expr*> expressions);
  program::Operand argument(clang::QualType parameter, const clang::Expr* expression);

  // --- constructors.cpp
  void lower_constructor(const clang::CXXConstructorDecl* constructor);
  void lower_destructor(const clang::CXXDestructorDecl* destructor);
  /// `each` gets the address and the index of every element, in order.
  template <class Each>
  void for_each_element(clang::QualType element, program::Operand array, program::Operand count, Each each);

  // --- statements.cpp
  void statement(const clang::Stmt* statement);
  /// The value of `({ … })`: that of its last expression, or built at `destination`.
  program::Operand statement_expression(const clang::StmtExpr* expression, std::optional<program::Operand> destination);

  // --- cleanups.cpp
  program::LocalId temporary(clang::QualType type);
  /// Ends `local` with the current full expression or scope.
  void end_with_scope(program::LocalId local, clang::QualType type);
  /// A temporary for `expression`, filled, which lives as long as the language says.
  program::Operand materialize(const clang::MaterializeTemporaryExpr* expression);
  program::Operand materialize_now(const clang::Expr* prvalue);
  void destroy(clang::QualType type, program::Operand object);
  [[nodiscard]] static bool needs_destruction(clang::QualType type);
  template <class Body>
  void scoped(clang::SourceLocation end, Body body);
  template <class Body>
  auto full_expression(Body body);
  program::Operand full_value(const clang::Expr* expression);

  /// What clang made up has no place of its own and keeps that of what it belongs to.
  void at(clang::SourceLocation location) {
    if (location.isValid()) builder.at(unit.tables.site(location));
  }

  Declarations& unit;
  FunctionBuilder builder;
  llvm::DenseMap<const clang::OpaqueValueExpr*, program::Operand> opaque_values;
  std::optional<program::Operand> array_index;         // of the enclosing array initialization
  std::optional<program::Operand> initialized_object;  // `this` of default member initializers in an aggregate

 private:
  struct Jumps {  // where break and continue lead
    program::BlockId break_to;
    std::optional<program::BlockId> continue_to;
    std::size_t depth;  // of the scopes that `break` stays in
    std::size_t continue_depth;
  };
  struct Cases {
    std::vector<std::pair<std::int64_t, program::BlockId>> cases;
    std::optional<program::BlockId> otherwise;
  };
  struct Label {
    program::BlockId block;
    std::optional<std::vector<Cleanup>> scopes;
  };
  struct Goto {
    program::BlockId block;
    const clang::LabelDecl* label;
    std::vector<Cleanup> scopes;
    program::SiteId site;
  };

  void declare_parameters(const clang::FunctionDecl* definition);
  void lower_static_invoker(const clang::CXXMethodDecl* invoker);

  void lower_directive(const clang::OMPExecutableDirective* directive);
  void lower_if(const clang::IfStmt* statement);
  void lower_for(const clang::ForStmt* statement);
  void lower_range_for(const clang::CXXForRangeStmt* statement);
  void lower_while(const clang::WhileStmt* statement);
  void lower_do(const clang::DoStmt* statement);
  void lower_switch(const clang::SwitchStmt* statement);
  void lower_case(const clang::SwitchCase* statement);
  void lower_return(const clang::ReturnStmt* statement);
  void lower_continue();
  [[nodiscard]] bool is_returned_variable(const clang::VarDecl* variable) const;
  void lower_goto(const clang::GotoStmt* statement);
  void lower_label(const clang::LabelStmt* statement);
  void lower_jump(program::BlockId target, std::size_t depth);
  void loop_body(const clang::Stmt* body, program::BlockId break_to, program::BlockId continue_to);
  void condition(const clang::VarDecl* variable, const clang::Expr* expression, program::BlockId if_true,
                 program::BlockId if_false);
  void resolve_gotos();
  Label& label(const clang::LabelDecl* declaration);

  void declare(const clang::Decl* declaration);
  void declare_variable(const clang::VarDecl* variable);
  void declare_static(const clang::VarDecl* variable);
  program::Operand variable_storage(const clang::VarDecl* variable);

  void member_initializer(const clang::CXXCtorInitializer* initializer, const clang::CXXConstructorDecl* constructor);
  void set_dynamic_type(const clang::CXXRecordDecl* record);
  std::optional<program::Operand> builtin_call(const clang::CallExpr* call);
  std::optional<program::Operand> trivial_call(const clang::CallExpr* call);
  program::Operand call_function_pointer(const clang::CallExpr* call, std::optional<program::Operand> destination);
  program::Operand finish_call(program::Call call, clang::QualType result, std::optional<program::Operand> destination,
                               bool no_return);
  bool construct_dim3(const clang::CXXConstructExpr* expression, program::Operand destination);
  program::Operand element_count(const clang::CXXNewExpr* expression);
  program::Operand allocate(const clang::CXXNewExpr* expression, std::optional<program::Operand> count,
                            std::int64_t cookie);
  void initialize_elements(const clang::CXXNewExpr* expression, program::Operand array, program::Operand count);

  /// Runs cleanups down to `depth` and leaves them in place: for jumps out of scopes.
  void run_cleanups(std::size_t depth, bool returning);
  void run_cleanup(const Cleanup& cleanup);
  void close_scope(std::size_t depth);

  std::vector<Cleanup> cleanups_;
  std::vector<Cleanup> extended_;  // temporaries that outlive their full expression, to end with the scope
  std::uint32_t next_cleanup_ = 0;
  bool conditional_ = false;  // within an arm that may not run, of the current full expression
  std::vector<Jumps> jumps_;
  std::vector<Cases*> switches_;
  llvm::DenseMap<const clang::LabelDecl*, Label> labels_;
  std::vector<Goto> gotos_;
  std::optional<program::BlockId> epilogue_;  // of destructors: members and bases end there

  const clang::FunctionDecl* definition_ = nullptr;
  std::optional<program::Operand> this_;  // the local that holds `this`
  llvm::DenseMap<const clang::ValueDecl*, program::Operand> objects_;
  llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> captures_;
  clang::FieldDecl* this_capture_ = nullptr;
};

template <class Body>
void FunctionLowering::scoped(clang::SourceLocation end, Body body) {
  const std::size_t depth = cleanups_.size();
  body();
  at(end);
  close_scope(depth);
}

template <class Body>
auto FunctionLowering::full_expression(Body body) {
  const std::size_t depth = cleanups_.size();
  const bool was_conditional = std::exchange(conditional_, false);
  const std::vector<Cleanup> outer = std::exchange(extended_, {});
  auto result = body();
  close_scope(depth);
  cleanups_.insert(cleanups_.end(), extended_.begin(), extended_.end());
  extended_ = outer;
  conditional_ = was_conditional;
  return result;
}

template <class Arm>
void FunctionLowering::choose(const clang::Expr* condition, Arm arm) {
  const auto if_true = builder.new_block(), if_false = builder.new_block(), done = builder.new_block();
  branch_on(condition, if_true, if_false);
  const bool was_conditional = std::exchange(conditional_, true);
  builder.enter(if_true);
  arm(true);
  builder.jump(done);
  builder.enter(if_false);
  arm(false);
  builder.jump(done);
  conditional_ = was_conditional;
  builder.enter(done);
}

template <class Each>
void FunctionLowering::for_each_element(clang::QualType element, program::Operand array, program::Operand count,
                                        Each each) {
  const program::Type index_type{program::TypeKind::Integer, 8, false};
  const auto head = builder.new_block(), body = builder.new_block(), done = builder.new_block();
  const program::LocalId index = builder.local({.bytes = 8});
  builder.append(program::ScopeBegin{index});
  builder.store(index_type, index, std::int64_t{0});
  builder.jump(head);
  builder.enter(head);
  const auto more = builder.compute({program::TypeKind::Integer, 1, false}, program::Arithmetic::Less, index_type,
                                    builder.load(index_type, index), count);
  builder.branch(more, body, done, unit.tables.string(""));
  builder.enter(body);
  const program::Operand position = builder.load(index_type, index);
  each(builder.element(array, position, unit.tables.bytes(element)), position);
  builder.store(index_type, index,
                builder.compute(index_type, program::Arithmetic::Add, index_type, position, std::int64_t{1}));
  builder.jump(head);
  builder.enter(done);
  builder.append(program::ScopeEnd{index});
}

}  // namespace cudep::frontend
