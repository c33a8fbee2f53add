// The host program: what a translation unit does, as plain values that need no compiler to read. Functions are small
// control-flow graphs over registers and objects in memory; classes, templates, macros and operators are gone. The
// frontend makes it, the linker joins several, the executor runs it, and `text.h` prints and parses it.
//
//   function @produce "produce" (stream: ptr, data: ptr) -> void {
//   entry:
//     %0 = load ptr, &stream
//     launch @scale grid=%1 block=256 stream=%0 (%2)
//     return
//   }
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/model/ids.h"
#include "rules/model/operation.h"

namespace cudep::program {

using model::index;
using model::SiteId;

enum class Register : std::uint32_t {};
enum class BlockId : std::uint32_t {};     // in a function
enum class LocalId : std::uint32_t {};     // in a function
enum class FunctionId : std::uint32_t {};  // in a program; so are the rest
enum class GlobalId : std::uint32_t {};
enum class ClassId : std::uint32_t {};
enum class LayoutId : std::uint32_t {};
enum class StringId : std::uint32_t {};

enum class TypeKind : std::uint8_t { Void, Integer, Float, Pointer, Aggregate };
/// What a register or a cell of memory holds. References are pointers; booleans and enumerations are integers.
/// An aggregate is never in a register: it is an object, and operands hold its address.
struct Type {
  TypeKind kind = TypeKind::Void;
  std::uint32_t bytes = 0;
  bool is_signed = false;
  bool operator==(const Type&) const = default;
};

/// Values that a kernel reads about its launch. In host functions they do not occur.
enum class LaunchValue : std::uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockX,
  BlockY,
  BlockZ,
  BlockDimX,
  BlockDimY,
  BlockDimZ,
  GridDimX,
  GridDimY,
  GridDimZ,
};

struct Unknown {  // a value the frontend could not express
  bool operator==(const Unknown&) const = default;
};
/// Something an instruction reads. The ids of locals, globals and functions stand for their addresses.
using Operand =
    std::variant<Unknown, Register, std::int64_t, double, LocalId, GlobalId, FunctionId, StringId, LaunchValue>;

// --- instructions ------------------------------------------------------------------------------------------------

enum class Arithmetic : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,  // 0 or 1
  Negate,
  Complement,
  LogicalNot,         // of `left` alone
  Convert,            // `left` to the type of the result
  PointerDifference,  // in bytes
};
struct Compute {
  Register result;
  Type type;  // of the result
  Arithmetic operation;
  Type operand_type;  // of `left` and `right`
  Operand left;
  Operand right;  // Unknown for operations of `left` alone
};
/// result = base + offset + index * scale, in bytes. Also how fields, elements and base classes are reached.
struct Address {
  Register result;
  Operand base;
  std::int64_t offset = 0;
  std::optional<Operand> index;
  std::int64_t scale = 1;
};
struct Load {
  Register result;
  Type type;
  Operand address;
  bool is_volatile = false;
};
struct Store {
  Type type;
  Operand address;
  Operand value;
  bool is_volatile = false;
};
/// Copies an object bit by bit (trivial copies only; others are calls of their constructor).
struct CopyObject {
  Operand to;
  Operand from;
  std::int64_t bytes;
};
/// Sets an object to zero bytes.
struct ZeroObject {
  Operand address;
  std::int64_t bytes;
};
/// Begins the life of a local: from here on it is a new object with no known contents.
struct ScopeBegin {
  LocalId local;
};
/// Ends it. Destructors are ordinary calls before this.
struct ScopeEnd {
  LocalId local;
};
/// A constructor has made `address` an object of this class (for virtual calls).
struct SetDynamicType {
  Operand address;
  ClassId type;
};
struct Call {
  std::optional<Register> result;             // a scalar result
  Type type;                                  // of the result; Void or Aggregate when `result` is empty
  std::optional<Operand> result_object;       // where an aggregate result is to be built
  std::variant<FunctionId, Register> callee;  // known, or through a function pointer
  bool is_virtual = false;                    // `callee` is the static target; arguments[0] has the dynamic type
  std::vector<Operand> arguments;  // `this` first; an aggregate argument is the address of an object made for the call
  std::optional<LayoutId> allocates;  // operator new: the layout of one element of what is made
};
/// kernel<<<grid, block, shared, stream>>>(arguments). Grid and block are addresses of a dim3.
struct Launch {
  Operand kernel;
  Operand grid;
  Operand block;
  Operand shared_bytes;
  Operand stream;
  std::vector<Operand> arguments;
};
struct Branch {
  Operand condition;
  BlockId if_true;
  BlockId if_false;
  StringId text;  // the condition as written, for messages
};
struct Jump {
  BlockId target;
};
struct Switch {
  Operand value;
  std::vector<std::pair<std::int64_t, BlockId>> cases;
  BlockId otherwise;
  StringId text;
};
struct Return {
  std::optional<Operand> value;  // a scalar; an aggregate has been built in the result object
};
/// The path ends here: throw, a call that does not return, unreachable code.
struct Stop {
  enum class Kind : std::uint8_t { Throw, NoReturn, Unreachable };
  Kind kind;
};
struct Instruction {
  std::variant<Compute, Address, Load, Store, CopyObject, ZeroObject, ScopeBegin, ScopeEnd, SetDynamicType, Call,
               Launch, Branch, Jump, Switch, Return, Stop>
      operation;
  SiteId site{};
};

// --- functions ---------------------------------------------------------------------------------------------------

/// Ends with exactly one of Branch, Jump, Switch, Return, Stop, which stands nowhere else in it.
struct Block {
  std::vector<Instruction> instructions;
};

/// The fields of a class or the elements of an array, so that messages can name `slots[1].recycled`.
struct Field {
  std::string name;
  std::int64_t offset;
  LayoutId layout;
};
struct Layout {
  std::string name;  // `float`, `Ring`, `cudaStream_t`
  std::int64_t bytes = 0;
  std::vector<Field> fields;        // of a class, by offset; base classes are fields without a name
  std::optional<LayoutId> element;  // of an array
  std::optional<LayoutId> pointee;  // of a pointer or reference, when it is known
};

struct Local {
  std::string name;  // empty for temporaries
  std::int64_t bytes = 0;
  std::optional<LayoutId> layout;
  bool shared = false;  // __shared__
  SiteId site{};
};

struct Parameter {
  std::string name;
  Type type;
  LocalId local;  // holds the argument; of an Aggregate parameter, *is* the object that the caller made
  std::optional<LayoutId> layout;
  bool pointee_const = false;  // pointer or reference to const
  bool is_reference = false;
};

/// What a model of the standard library needs to know of `std::vector<T, A>` and the like.
struct LibraryClass {
  std::string name;                         // "std::vector", without template arguments
  std::vector<std::int64_t> element_bytes;  // of each type argument; a vector's T first
  std::vector<std::optional<LayoutId>> element_layout;
  std::optional<FunctionId> element_default, element_copy, element_move, element_destroy;  // of T, where not trivial
  /// Of emplace_back, make_shared and the like: builds a T at the address that is its first argument, from the pack of
  /// references that the call was given.
  std::optional<FunctionId> element_construct;
  std::optional<FunctionId> allocate, deallocate;  // of the user's own allocator
  std::optional<FunctionId> deleter;               // operator() of the user's own deleter, or of what is to be called
  std::int64_t extent = 0;                         // std::array's N; of a map: where the value lies behind its key
};

enum class FunctionKind : std::uint8_t { Free, Method, Constructor, Destructor };
struct Function {
  std::string name;       // mangled; internal linkage gets the unit as prefix. Unique in a program
  std::string display;    // `Ring::load`
  std::string qualified;  // `std::vector::push_back`: namespaces and classes, no template arguments, no parameters
  FunctionKind kind = FunctionKind::Free;
  std::optional<ClassId> parent;        // of methods; user classes only
  std::optional<LibraryClass> library;  // of methods of class templates in system headers
  std::vector<Parameter> parameters;
  Type result;
  std::optional<LocalId> result_object;  // stands for the object the caller wants an aggregate result in
  std::vector<Local> locals;
  std::vector<Block> blocks;  // the first is the entry; empty: no body was seen
  std::uint32_t registers = 0;
  SiteId site{};
  bool is_kernel = false;  // __global__
  bool is_device = false;  // __device__ and not __host__
  bool is_public = true;   // callable from outside: external linkage, or a public method
  bool is_virtual = false;
  bool is_variadic = false;
  bool no_return = false;
  bool in_system_header = false;
  bool in_main_file = false;
  bool opaque = false;  // errors inside: nothing may be concluded from its body

  [[nodiscard]] bool has_body() const { return !blocks.empty() && !opaque; }
};

struct Global {
  std::string name;  // mangled or unit-prefixed
  std::string display;
  std::int64_t bytes = 0;
  std::optional<LayoutId> layout;
  enum class Memory : std::uint8_t { Host, Device, Constant, Managed };
  Memory memory = Memory::Host;
  bool is_const = false;
  bool external = false;  // visible to other units
  bool is_guard = false;  // "has this local static been initialized": zero at the start of every root
  std::vector<std::pair<std::int64_t, std::pair<Type, Operand>>> initial;  // offset → scalar, when constant
  bool zero_initialized = false;                                           // what `initial` does not mention is zero
  SiteId site{};
};

struct Class {
  std::string name;  // as written, with template arguments
  std::optional<LayoutId> layout;
  std::vector<FunctionId> constructors;  // public, with a body, not copy or move
  std::optional<FunctionId> destructor;
  std::vector<FunctionId> methods;                           // public, with a body
  std::vector<std::pair<FunctionId, FunctionId>> overrides;  // base method → the one that runs for this class
  bool in_main_file = false;
};

struct Program {
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Class> classes;
  std::vector<Layout> layouts;
  std::vector<std::string> strings;
  std::vector<model::Site> sites;
  std::vector<FunctionId> initializers;  // dynamic initialization of globals, in order; parameterless
  bool per_thread_default_stream = false;
  std::uint32_t launches_in_source = 0;  // launches the parser saw in user code, lowered or not
};

}  // namespace cudep::program
