// Everything that an item of a program refers to, for those who collect or renumber it. Each function calls `visit`
// with a reference to every identity in an item, in the order of the text form; `visit` takes those of functions,
// globals, classes, layouts, strings and sites. Constant items are visited by constant reference.
#pragma once
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "analyzer/program/program.h"
#include "analyzer/program/spelling.h"
#include "analyzer/program/visit.h"

namespace cudep::program {

template <class From, class To>
using ConstLike = std::conditional_t<std::is_const_v<From>, const To, To>;

template <class Optional, class Visit>
void visit_if(Optional& identity, Visit& visit) {
  if (identity) visit(*identity);
}

/// Everything the instruction reads.
template <class AnyInstruction, class Visit>
void visit_operands(AnyInstruction& instruction, Visit visit) {
  const auto all = [&](auto& list) {
    for (auto& operand : list) visit(operand);
  };
  std::visit(
      Overloaded{
          [&](ConstLike<AnyInstruction, Compute>& compute) {
            visit(compute.left);
            if (!is_unary(compute.operation)) visit(compute.right);
          },
          [&](ConstLike<AnyInstruction, Address>& address) {
            visit(address.base);
            visit_if(address.index, visit);
          },
          [&](ConstLike<AnyInstruction, Load>& load) { visit(load.address); },
          [&](ConstLike<AnyInstruction, Store>& store) { visit(store.value), visit(store.address); },
          [&](ConstLike<AnyInstruction, CopyObject>& copy) { visit(copy.from), visit(copy.to); },
          [&](ConstLike<AnyInstruction, ZeroObject>& zero) { visit(zero.address); },
          [&](ConstLike<AnyInstruction, SetDynamicType>& set) { visit(set.address); },
          [&](ConstLike<AnyInstruction, Call>& call) { all(call.arguments), visit_if(call.result_object, visit); },
          [&](ConstLike<AnyInstruction, Launch>& launch) {
            visit(launch.kernel), visit(launch.grid), visit(launch.block);
            visit(launch.shared_bytes), visit(launch.stream), all(launch.arguments);
          },
          [&](ConstLike<AnyInstruction, Branch>& branch) { visit(branch.condition); },
          [&](ConstLike<AnyInstruction, Switch>& choice) { visit(choice.value); },
          [&](ConstLike<AnyInstruction, Return>& returned) { visit_if(returned.value, visit); },
          [](auto&) {},
      },
      instruction.operation);
}

template <class AnyOperand, class Visit>
void visit_operand_references(AnyOperand& operand, Visit& visit) {
  std::visit(Overloaded{
                 [&](ConstLike<AnyOperand, GlobalId>& id) { visit(id); },
                 [&](ConstLike<AnyOperand, FunctionId>& id) { visit(id); },
                 [&](ConstLike<AnyOperand, StringId>& id) { visit(id); },
                 [](auto&) {},
             },
             operand);
}

template <class AnyInstruction, class Visit>
void visit_references(AnyInstruction& instruction, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyInstruction>, Instruction>
{
  visit_operands(instruction, [&](auto& operand) { visit_operand_references(operand, visit); });
  std::visit(Overloaded{
                 [&](ConstLike<AnyInstruction, SetDynamicType>& set) { visit(set.type); },
                 [&](ConstLike<AnyInstruction, Call>& call) {
                   if (auto* callee = std::get_if<FunctionId>(&call.callee)) visit(*callee);
                   visit_if(call.allocates, visit);
                 },
                 [&](ConstLike<AnyInstruction, Branch>& branch) { visit(branch.text); },
                 [&](ConstLike<AnyInstruction, Switch>& choice) { visit(choice.text); },
                 [](auto&) {},
             },
             instruction.operation);
  visit(instruction.site);
}

template <class AnyLibrary, class Visit>
void visit_references(AnyLibrary& library, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyLibrary>, LibraryClass>
{
  for (auto& layout : library.element_layout) visit_if(layout, visit);
  for (auto* role : {&library.element_default, &library.element_copy, &library.element_move, &library.element_destroy,
                     &library.element_construct, &library.allocate, &library.deallocate, &library.deleter})
    visit_if(*role, visit);
}

template <class AnyFunction, class Visit>
void visit_references(AnyFunction& function, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyFunction>, Function>
{
  visit_if(function.parent, visit);
  if (function.library) visit_references(*function.library, visit);
  for (auto& parameter : function.parameters) visit_if(parameter.layout, visit);
  for (auto& local : function.locals) visit_if(local.layout, visit), visit(local.site);
  for (auto& block : function.blocks)
    for (auto& instruction : block.instructions) visit_references(instruction, visit);
  visit(function.site);
}

template <class AnyGlobal, class Visit>
void visit_references(AnyGlobal& global, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyGlobal>, Global>
{
  visit_if(global.layout, visit);
  for (auto& [offset, cell] : global.initial) visit_operand_references(cell.second, visit);
  visit(global.site);
}

template <class AnyLayout, class Visit>
void visit_references(AnyLayout& layout, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyLayout>, Layout>
{
  for (auto& field : layout.fields) visit(field.layout);
  visit_if(layout.element, visit);
  visit_if(layout.pointee, visit);
}

template <class AnyClass, class Visit>
void visit_references(AnyClass& record, Visit& visit)
  requires std::is_same_v<std::remove_const_t<AnyClass>, Class>
{
  visit_if(record.layout, visit);
  for (auto& constructor : record.constructors) visit(constructor);
  visit_if(record.destructor, visit);
  for (auto& method : record.methods) visit(method);
  for (auto& [base, own] : record.overrides) visit(base), visit(own);
}

}  // namespace cudep::program
