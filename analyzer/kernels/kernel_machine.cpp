// A thread is run to its end before the next one starts; what is stored in device memory is not kept.
#include "analyzer/kernels/kernel_machine.h"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "analyzer/program/visit.h"

namespace cudep::kernels {
namespace {

using namespace program;  // NOLINT(google-build-using-namespace): this file reads instructions
using model::AccessKind;
using model::index;

struct Local {
  std::size_t object;
  auto operator<=>(const Local&) const = default;
};
struct Pointer {
  std::variant<Local, Root> place;
  std::int64_t offset = 0;
};
using Value = std::variant<std::int64_t, double, Pointer, FunctionId>;

std::int64_t integer(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* number = std::get_if<double>(&value)) return static_cast<std::int64_t>(*number);
  return 0;
}
double real(const Value& value) {
  const auto* number = std::get_if<double>(&value);
  return number != nullptr ? *number : static_cast<double>(integer(value));
}

class Thread {
 public:
  Thread(const Program& program, const ConcreteLaunch& launch, const Contents& contents,
         std::array<std::int64_t, 12> values, Touched& touched)
      : program_(program), launch_(launch), contents_(contents), values_(values), touched_(touched) {}

  void run(const Function& kernel) {
    std::vector<std::size_t> locals;
    for (std::size_t i = 0; i < kernel.locals.size(); ++i) locals.push_back(new_object());
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
      initial_[locals[index(kernel.parameters[i].local)]] = {static_cast<std::uint32_t>(i), 0};
    body(kernel, locals);
  }

 private:
  struct Frame {
    const Function& function;
    std::vector<Value> registers;
    std::vector<Value> locals;
  };

  std::size_t new_object() { return objects_++; }

  Value body(const Function& function, const std::vector<std::size_t>& locals) {
    Frame frame{function, std::vector<Value>(function.registers), {}};
    for (const std::size_t object : locals) frame.locals.emplace_back(Pointer{Local{object}, 0});
    return body(frame);
  }

  Value body(Frame& frame) {
    BlockId block{};
    for (;;) {
      for (const Instruction& instruction : frame.function.blocks[index(block)].instructions) {
        if (++steps_ > 100'000) throw std::runtime_error("the kernel does not end");
        if (const auto* returned = std::get_if<Return>(&instruction.operation))
          return returned->value ? value(frame, *returned->value) : Value{};
        if (const auto next = execute(frame, instruction)) {
          block = *next;
          break;
        }
      }
    }
  }

  Value value(const Frame& frame, const Operand& operand) const {
    return std::visit(Overloaded{
                          [&](Register id) { return frame.registers[index(id)]; },
                          [](std::int64_t number) { return Value(number); },
                          [](double number) { return Value(number); },
                          [&](LocalId id) { return frame.locals[index(id)]; },
                          [](GlobalId id) { return Value(Pointer{Root(id), 0}); },
                          [](FunctionId id) { return Value(id); },
                          [&](LaunchValue v) { return Value(values_[static_cast<std::size_t>(v)]); },
                          [](const auto&) { return Value(std::int64_t{0}); },
                      },
                      operand);
  }

  std::optional<BlockId> execute(Frame& frame, const Instruction& instruction) {
    const auto of = [&](const Operand& operand) { return value(frame, operand); };
    std::optional<BlockId> next;
    std::visit(Overloaded{
                   [&](const Compute& c) { frame.registers[index(c.result)] = compute(c, of(c.left), of(c.right)); },
                   [&](const Address& a) {
                     Pointer pointer = std::get<Pointer>(of(a.base));
                     pointer.offset += a.offset + (a.index ? integer(of(*a.index)) * a.scale : 0);
                     frame.registers[index(a.result)] = pointer;
                   },
                   [&](const Load& l) { frame.registers[index(l.result)] = load(of(l.address), l.type); },
                   [&](const Store& s) { store(of(s.address), s.type, of(s.value)); },
                   [&](const CopyObject& c) { copy(of(c.to), of(c.from), c.bytes); },
                   [&](const Call& c) { call(frame, c); },
                   [&](const Branch& b) { next = integer(of(b.condition)) != 0 ? b.if_true : b.if_false; },
                   [&](const Jump& j) { next = j.target; },
                   [](const auto&) {},
               },
               instruction.operation);
    return next;
  }

  static Value compute(const Compute& c, const Value& left, const Value& right) {
    if (c.type.kind == TypeKind::Float) return real(left);
    if (c.operation == Arithmetic::Convert) {
      if (std::holds_alternative<Pointer>(left)) return left;
      const std::int64_t number = integer(left);
      return c.type.bytes == 1 ? number & 255 : number;
    }
    if (c.operand_type.kind == TypeKind::Float) return std::int64_t{real(left) < real(right)};
    const auto* a = std::get_if<Pointer>(&left);
    const auto* b = std::get_if<Pointer>(&right);
    return whole(c.operation, a != nullptr ? a->offset : integer(left), b != nullptr ? b->offset : integer(right));
  }

  static std::int64_t whole(Arithmetic operation, std::int64_t a, std::int64_t b) {
    switch (operation) {
      case Arithmetic::Add:
        return a + b;
      case Arithmetic::Subtract:
      case Arithmetic::PointerDifference:
        return a - b;
      case Arithmetic::Multiply:
        return a * b;
      case Arithmetic::Divide:
        return b == 0 ? 0 : a / b;
      case Arithmetic::Remainder:
        return b == 0 ? 0 : a % b;
      case Arithmetic::And:
        return a & b;
      case Arithmetic::Or:
        return a | b;
      case Arithmetic::Xor:
        return a ^ b;
      case Arithmetic::ShiftLeft:
        return a << b;
      case Arithmetic::ShiftRight:
        return a >> b;
      case Arithmetic::Equal:
        return a == b;
      case Arithmetic::NotEqual:
        return a != b;
      case Arithmetic::Less:
        return a < b;
      case Arithmetic::LessEqual:
        return a <= b;
      case Arithmetic::Greater:
        return a > b;
      case Arithmetic::GreaterEqual:
        return a >= b;
      case Arithmetic::Negate:
        return -a;
      case Arithmetic::Complement:
        return ~a;
      case Arithmetic::LogicalNot:
        return a == 0;
      case Arithmetic::Convert:
        return a;
    }
    return 0;
  }

  void touch(const Root& root, AccessKind kind, std::int64_t offset, std::int64_t bytes) {
    for (std::int64_t byte = offset; byte < offset + bytes; ++byte) touched_[{root, kind}].insert(byte);
  }

  Value argument(const ParameterField& field, const Type& type) const {
    if (type.kind == TypeKind::Pointer) return Pointer{Root(field), 0};
    const auto found = launch_.integers.find(field);
    return found == launch_.integers.end() ? std::int64_t{0} : found->second;
  }

  Value load(const Value& address, const Type& type) {
    const Pointer& pointer = std::get<Pointer>(address);
    if (const auto* root = std::get_if<Root>(&pointer.place)) {
      touch(*root, AccessKind::Read, pointer.offset, type.bytes);
      if (type.kind == TypeKind::Float) return 0.5;
      return type.bytes == 1 ? contents_(pointer.offset) & 255 : contents_(pointer.offset);
    }
    const std::size_t object = std::get<Local>(pointer.place).object;
    if (const auto cell = cells_.find({object, pointer.offset}); cell != cells_.end()) return cell->second;
    const auto initial = initial_.find(object);
    if (initial == initial_.end()) return Value{};
    return argument({initial->second.parameter, initial->second.offset + pointer.offset}, type);
  }

  void store(const Value& address, const Type& type, const Value& stored) {
    const Pointer& pointer = std::get<Pointer>(address);
    if (const auto* root = std::get_if<Root>(&pointer.place))
      return touch(*root, AccessKind::Write, pointer.offset, type.bytes);
    cells_[{std::get<Local>(pointer.place).object, pointer.offset}] = stored;
  }

  void copy(const Value& to, const Value& from, std::int64_t bytes) {
    const Pointer& target = std::get<Pointer>(to);
    const Pointer& source = std::get<Pointer>(from);
    if (const auto* root = std::get_if<Root>(&source.place)) touch(*root, AccessKind::Read, source.offset, bytes);
    if (const auto* root = std::get_if<Root>(&target.place)) touch(*root, AccessKind::Write, target.offset, bytes);
    const auto* a = std::get_if<Local>(&target.place);
    const auto* b = std::get_if<Local>(&source.place);
    if (a == nullptr || b == nullptr) return;
    if (const auto initial = initial_.find(b->object); initial != initial_.end()) initial_[a->object] = initial->second;
    for (std::int64_t offset = 0; offset < bytes; ++offset)
      if (const auto cell = cells_.find({b->object, source.offset + offset}); cell != cells_.end())
        cells_[{a->object, target.offset + offset}] = cell->second;
  }

  void call(Frame& frame, const Call& c) {
    const Function& callee = program_.functions[index(std::get<FunctionId>(c.callee))];
    std::vector<Value> arguments;
    for (const Operand& operand : c.arguments) arguments.push_back(value(frame, operand));
    Value result;
    if (callee.has_body()) {
      Frame inner{callee, std::vector<Value>(callee.registers), {}};
      for (std::size_t i = 0; i < callee.locals.size(); ++i) inner.locals.emplace_back(Pointer{Local{new_object()}, 0});
      for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
        Value& local = inner.locals[index(callee.parameters[i].local)];
        if (callee.parameters[i].type.kind == TypeKind::Aggregate)
          local = arguments[i];
        else
          store(local, callee.parameters[i].type, arguments[i]);
      }
      result = body(inner);
    } else if (callee.name.starts_with("atomic")) {
      const Pointer& pointer = std::get<Pointer>(arguments[0]);
      touch(std::get<Root>(pointer.place), AccessKind::Atomic, pointer.offset, c.type.bytes);
      result = contents_(pointer.offset);
    } else if (callee.name == "min" || callee.name == "max") {
      const std::int64_t a = integer(arguments[0]);
      const std::int64_t b = integer(arguments[1]);
      result = callee.name == "min" ? std::min(a, b) : std::max(a, b);
    }
    if (c.result) frame.registers[index(*c.result)] = result;
  }

  const Program& program_;
  const ConcreteLaunch& launch_;
  const Contents& contents_;
  std::array<std::int64_t, 12> values_;
  Touched& touched_;
  std::size_t objects_ = 0;
  std::size_t steps_ = 0;
  std::map<std::pair<std::size_t, std::int64_t>, Value> cells_;
  std::map<std::size_t, ParameterField> initial_;
};

}  // namespace

Touched run_kernel(const Program& program, FunctionId kernel, const ConcreteLaunch& launch, const Contents& contents) {
  Touched touched;
  const auto& [gx, gy, gz] = launch.grid;
  const auto& [bx, by, bz] = launch.block;
  for (std::int64_t block = 0; block < gx * gy * gz; ++block)
    for (std::int64_t thread = 0; thread < bx * by * bz; ++thread) {
      const std::array<std::int64_t, 12> values = {thread % bx,
                                                   thread / bx % by,
                                                   thread / bx / by,
                                                   block % gx,
                                                   block / gx % gy,
                                                   block / gx / gy,
                                                   bx,
                                                   by,
                                                   bz,
                                                   gx,
                                                   gy,
                                                   gz};
      Thread(program, launch, contents, values, touched).run(program.functions[index(kernel)]);
    }
  return touched;
}

}  // namespace cudep::kernels
