// std::string, as far as one can be told from another: the first word of the object stands for the text.
#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

/// What stands for the characters at `text`: a literal for itself, any other place for whatever it holds.
Value identity(Path& path, Machine& machine, const Value& text) {
  const Pointer* at = as_pointer(text);
  if (!at) return machine.fresh(path, "text");
  if (path.memory[at->object].is_literal) return text;
  return machine.text_at(path, *at);
}

void construct(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  if (!self) return;
  if (call.arguments.size() < 2) return machine.poke(path, *self, 8, machine.fresh(path, "text"));
  const Pointer* source = as_pointer(call.arguments[1]);
  const bool is_copy = source && call.arguments.size() == 2 &&
                       referred_name(machine, callee(machine, call).parameters[1]).starts_with("std::basic_string<");
  if (!is_copy) {
    const bool is_whole =
        call.arguments.size() <= 3 && callee(machine, call).parameters[1].type.kind == program::TypeKind::Pointer;
    return machine.poke(path, *self, 8,
                        is_whole ? identity(path, machine, call.arguments[1]) : Value(machine.fresh(path, "text")));
  }
  machine.poke(path, *self, 8, machine.peek(path, *source, kSize));
}

void assign(Machine& machine, Path& path, const ReadyCall& call) {
  construct(machine, path, call);
  machine.finish_call(path, call, call.arguments.front());
}

/// The text is not known from here on.
void change(Machine& machine, Path& path, const ReadyCall& call) {
  if (const Pointer* self = as_pointer(call.arguments.front()))
    machine.poke(path, *self, 8, machine.fresh(path, "text"));
  if (call.result) machine.finish_call(path, call, call.arguments.front());
}

void characters(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const Value text = self ? machine.peek(path, *self, kSize) : Value(Unknown{});
  machine.finish_call(path, call, as_pointer(text) ? text : machine.fresh_value(path, call.type, "text", true));
}

void nothing(Machine&, Path&, const ReadyCall&) {}

constexpr Model kModels[] = {
    {"std::basic_string::basic_string", construct}, {"std::basic_string::~basic_string", nothing},
    {"std::basic_string::operator=", assign},       {"std::basic_string::operator+=", change},
    {"std::basic_string::append", change},          {"std::basic_string::assign", change},
    {"std::basic_string::push_back", change},       {"std::basic_string::clear", change},
    {"std::basic_string::c_str", characters},       {"std::basic_string::data", characters},
};

}  // namespace

std::span<const Model> string_models() { return kModels; }

}  // namespace cudep::execution::library
