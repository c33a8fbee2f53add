// Building blocks, registers and locals of a function.
#include "analyzer/frontend/function_builder.h"

namespace cudep::frontend {

using namespace program;

namespace {

bool ends_block(const Instruction& instruction) {
  return std::visit(
      []<class Operation>(const Operation&) {
        return std::is_same_v<Operation, Branch> || std::is_same_v<Operation, Jump> ||
               std::is_same_v<Operation, Switch> || std::is_same_v<Operation, Return> ||
               std::is_same_v<Operation, Stop>;
      },
      instruction.operation);
}

/// Calls `visit` with each block that the last instruction leads to, as a reference.
template <class Visit>
void for_each_target(Instruction& instruction, Visit visit) {
  if (auto* jump = std::get_if<Jump>(&instruction.operation)) visit(jump->target);
  if (auto* branch = std::get_if<Branch>(&instruction.operation)) {
    visit(branch->if_true);
    visit(branch->if_false);
  }
  if (auto* choice = std::get_if<Switch>(&instruction.operation)) {
    for (auto& [value, target] : choice->cases) visit(target);
    visit(choice->otherwise);
  }
}

}  // namespace

FunctionBuilder::FunctionBuilder(Function function) : function_(std::move(function)) { enter(new_block()); }

BlockId FunctionBuilder::new_block() {
  function_.blocks.emplace_back();
  return BlockId(function_.blocks.size() - 1);
}

void FunctionBuilder::enter(BlockId block) {
  current_ = block;
  order_.push_back(block);
}

bool FunctionBuilder::terminated() const {
  const auto& instructions = function_.blocks[index(current_)].instructions;
  return !instructions.empty() && ends_block(instructions.back());
}

LocalId FunctionBuilder::local(Local local) {
  local.site = site_;
  function_.locals.push_back(std::move(local));
  return LocalId(function_.locals.size() - 1);
}

Operand FunctionBuilder::load(Type type, Operand address, bool is_volatile) {
  const Register result = new_register();
  append(Load{result, type, address, is_volatile});
  return result;
}

void FunctionBuilder::store(Type type, Operand address, Operand value, bool is_volatile) {
  append(Store{type, address, value, is_volatile});
}

Operand FunctionBuilder::offset(Operand base, std::int64_t bytes) {
  if (bytes == 0) return base;
  const Register result = new_register();
  append(Address{result, base, bytes});
  return result;
}

Operand FunctionBuilder::element(Operand base, Operand position, std::int64_t scale) {
  if (const auto* constant = std::get_if<std::int64_t>(&position)) return offset(base, *constant * scale);
  const Register result = new_register();
  append(Address{result, base, 0, position, scale});
  return result;
}

Operand FunctionBuilder::compute(Type type, Arithmetic operation, Type operand_type, Operand left, Operand right) {
  const Register result = new_register();
  append(Compute{result, type, operation, operand_type, left, right});
  return result;
}

Operand FunctionBuilder::call(Call call) {
  if (call.type.kind != TypeKind::Void && call.type.kind != TypeKind::Aggregate) call.result = new_register();
  const std::optional<Register> result = call.result;
  append(std::move(call));
  return result ? Operand(*result) : Operand(Unknown{});
}

void FunctionBuilder::jump(BlockId target) {
  if (!terminated()) append(Jump{target});
}

void FunctionBuilder::branch(Operand condition, BlockId if_true, BlockId if_false, StringId text) {
  if (const auto* constant = std::get_if<std::int64_t>(&condition)) {
    return jump(*constant != 0 ? if_true : if_false);
  }
  append(Branch{condition, if_true, if_false, text});
}

Function FunctionBuilder::finish() {
  end_open_blocks();
  drop_unreachable_blocks();
  return std::move(function_);
}

void FunctionBuilder::end_open_blocks() {
  for (Block& block : function_.blocks) {
    if (!block.instructions.empty() && ends_block(block.instructions.back())) continue;
    if (function_.result.kind == TypeKind::Void || function_.result.kind == TypeKind::Aggregate) {
      block.instructions.push_back({Return{}, site_});
    } else {
      block.instructions.push_back({Return{Operand(Unknown{})}, site_});
    }
  }
}

void FunctionBuilder::drop_unreachable_blocks() {
  std::vector<bool> reached(function_.blocks.size());
  std::vector<BlockId> pending{BlockId{}};
  while (!pending.empty()) {
    const BlockId block = pending.back();
    pending.pop_back();
    if (reached[index(block)]) continue;
    reached[index(block)] = true;
    for_each_target(function_.blocks[index(block)].instructions.back(),
                    [&](BlockId target) { pending.push_back(target); });
  }
  std::vector<BlockId> renumbered(function_.blocks.size());
  std::vector<Block> kept;
  for (const BlockId block : order_) {
    if (!reached[index(block)]) continue;
    reached[index(block)] = false;
    renumbered[index(block)] = BlockId(kept.size());
    kept.push_back(std::move(function_.blocks[index(block)]));
  }
  for (Block& block : kept) {
    for_each_target(block.instructions.back(), [&](BlockId& target) { target = renumbered[index(target)]; });
  }
  function_.blocks = std::move(kept);
}

}  // namespace cudep::frontend
