// Iterators of maps and sets: an object that holds the address of a node. Comparisons that several classes share.
#include "analyzer/execution/library/map.h"

namespace cudep::execution::library {
namespace {

const Pointer* self_of(const ReadyCall& call) {
  return call.arguments.empty() ? nullptr : as_pointer(call.arguments.front());
}

std::optional<Pointer> node_of(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const Value held = self ? machine.peek(path, *self, kPointer) : Value(Unknown{});
  const Pointer* node = as_pointer(held);
  return node ? std::optional(*node) : std::nullopt;
}

void dereference(Machine& machine, Path& path, const ReadyCall& call) {
  const auto node = node_of(machine, path, call);
  machine.finish_call(path, call, node ? Value(*node) : machine.any_value(path, kPointer));
}

void advance(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  if (!self) return;
  const auto node = node_of(machine, path, call);
  const auto next = node ? Map(machine, path, call, *self).next(*node) : std::nullopt;
  if (call.result_object) machine.poke(path, *call.result_object, 8, node ? Value(*node) : Value(Form(0)));
  machine.poke(path, *self, 8, next ? Value(*next) : Value(Form(0)));
  machine.finish_call(path, call, *self);
}

void copy_iterator(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const Pointer* other = call.arguments.size() > 1 ? as_pointer(call.arguments[1]) : nullptr;
  if (self) machine.poke(path, *self, 8, other ? machine.peek(path, *other, kPointer) : Value(Form(0)));
}

/// Two iterators, smart pointers or strings, by the word that each holds first; a smart pointer also against nullptr.
std::optional<bool> same_word(Machine& machine, Path& path, const ReadyCall& call) {
  if (call.arguments.size() != 2) return std::nullopt;
  const Pointer *a = as_pointer(call.arguments[0]), *b = as_pointer(call.arguments[1]);
  if (!a) return std::nullopt;
  const std::string name = referred_name(machine, callee(machine, call).parameters[0]);
  const bool is_text = name.starts_with("std::basic_string<");
  const bool is_pointer = name.starts_with("std::shared_ptr<") || name.find("_iterator") != std::string::npos;
  if (!is_text && !is_pointer) return std::nullopt;
  const program::Type type = is_text ? kSize : kPointer;
  const Value x = machine.peek(path, *a, type), y = b ? machine.peek(path, *b, type) : Value(Form(0));
  if (x == y) return true;
  const auto is_decided = [&](const Value& value) { return as_pointer(value) || value == Value(Form(0)); };
  return is_decided(x) && is_decided(y) ? std::optional(false) : std::nullopt;
}

template <bool kEqual>
void compare(Machine& machine, Path& path, const ReadyCall& call) {
  const auto same = same_word(machine, path, call);
  if (same) return machine.finish_call(path, call, Form(*same == kEqual ? 1 : 0));
  const program::Function& function = callee(machine, call);
  if (function.has_body()) return machine.enter(path, call);
  machine.unknown_call(path, call, &function);
}

constexpr Model kModels[] = {
    {"std::_Rb_tree_iterator::_Rb_tree_iterator", copy_iterator},
    {"std::_Rb_tree_const_iterator::_Rb_tree_const_iterator", copy_iterator},
    {"std::__detail::_Node_iterator::_Node_iterator", copy_iterator},
    {"std::__detail::_Node_const_iterator::_Node_const_iterator", copy_iterator},
    {"std::_Rb_tree_iterator::operator*", dereference},
    {"std::_Rb_tree_iterator::operator->", dereference},
    {"std::_Rb_tree_iterator::operator++", advance},
    {"std::_Rb_tree_const_iterator::operator*", dereference},
    {"std::_Rb_tree_const_iterator::operator->", dereference},
    {"std::_Rb_tree_const_iterator::operator++", advance},
    {"std::__detail::_Node_iterator::operator*", dereference},
    {"std::__detail::_Node_iterator::operator->", dereference},
    {"std::__detail::_Node_iterator::operator++", advance},
    {"std::__detail::_Node_const_iterator::operator*", dereference},
    {"std::__detail::_Node_const_iterator::operator->", dereference},
    {"std::__detail::_Node_const_iterator::operator++", advance},
    {"std::operator==", compare<true>},
    {"std::operator!=", compare<false>},
    {"std::__detail::operator==", compare<true>},
    {"std::__detail::operator!=", compare<false>},
};

}  // namespace

std::span<const Model> map_iterator_models() { return kModels; }

}  // namespace cudep::execution::library
