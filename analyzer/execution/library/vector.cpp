// std::vector: its object holds the first, the end and the limit of its storage, as libstdc++ lays it out.
#include <algorithm>
#include <utility>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

constexpr std::int64_t kMostElements = 64;  // that are constructed, copied or destroyed one by one

/// A vector on one path, read from its object.
class Vector {
 public:
  Vector(Machine& machine, Path& path, const ReadyCall& call, const Pointer& self)
      : machine_(machine), path_(path), call_(call), self_(self) {
    const auto& library = callee(machine, call).library;
    if (library && !library->element_bytes.empty())
      element_ = std::max<std::int64_t>(1, library->element_bytes.front());
  }

  [[nodiscard]] std::int64_t element() const { return element_; }
  [[nodiscard]] const std::optional<program::LibraryClass>& library() const { return callee(machine_, call_).library; }

  Pointer first() {
    if (const auto known = path_.memory.find(self_, 8))
      if (const Pointer* pointer = as_pointer(*known)) return *pointer;
    const Form bytes = machine_.fresh(path_, "size of " + machine_.name_of(path_, self_), 1) * Form(element_);
    return set_storage(new_storage(bytes), bytes);
  }

  Form bytes() {
    const Pointer begin = first();
    const Value end = machine_.peek(path_, field(8), kPointer);
    const Pointer* pointer = as_pointer(end);
    return pointer && pointer->object == begin.object ? pointer->offset - begin.offset : Form(0);
  }

  Form size() { return machine_.quotient(path_, bytes(), Form(element_)); }
  bool has_storage() { return path_.memory.find(self_, 8) != std::optional<Value>(Form(0)); }

  Pointer new_storage(const Form& bytes) {
    Object storage{.name = machine_.name_of(path_, self_), .stride = element_, .bytes = bytes};
    if (library() && !library()->element_layout.empty()) storage.layout = library()->element_layout.front();
    return {path_.memory.create(std::move(storage)), Form(0)};
  }

  Pointer set_storage(const Pointer& begin, const Form& bytes) {
    machine_.poke(path_, self_, 8, begin);
    machine_.poke(path_, field(8), 8, Pointer{begin.object, begin.offset + bytes});
    if (!capacity()) machine_.poke(path_, field(16), 8, Pointer{begin.object, begin.offset + bytes});
    return begin;
  }

  /// How many bytes the storage can hold.
  std::optional<Form> capacity() {
    const auto begin = path_.memory.find(self_, 8), limit = path_.memory.find(field(16), 8);
    const Pointer* first = begin ? as_pointer(*begin) : nullptr;
    const Pointer* last = limit ? as_pointer(*limit) : nullptr;
    if (!first || !last || first->object != last->object) return std::nullopt;
    return last->offset - first->offset;
  }

  void set_empty() {
    for (const std::int64_t offset : {0, 8, 16}) machine_.poke(path_, field(offset), 8, Form(0));
  }

  /// How many elements to treat one by one.
  std::int64_t count() { return std::min(kMostElements, machine_.choose_count(path_, size())); }

  /// Calls `function` with the address of each of `count` elements from `start`, then `last`.
  void for_elements(std::optional<FunctionId> function, const Pointer& start, std::int64_t count,
                    const std::function<void(Machine&, Path&)>& last, std::optional<Value> argument = std::nullopt) {
    std::vector<UserCall> calls;
    for (std::int64_t k = 0; function && k < count; ++k) {
      std::vector<Value> arguments{Pointer{start.object, start.offset + Form(k * element_)}};
      if (argument) arguments.push_back(*argument);
      calls.push_back({*function, std::move(arguments)});
    }
    run_in_order(machine_, path_, calls, last);
  }

  /// New storage of `bytes`, from the user's allocator where there is one; `then` gets it.
  void allocate(const Form& bytes, const std::function<void(Machine&, Path&, Pointer)>& then) {
    if (!library() || !library()->allocate) return then(machine_, path_, new_storage(bytes));
    const Pointer fallback = new_storage(bytes);
    machine_.call_user(path_, *library()->allocate, {self_, machine_.quotient(path_, bytes, Form(element_))}, true,
                       [fallback, then](Machine& machine, Path& path, Value result) {
                         const Pointer* made = as_pointer(result);
                         if (made) machine.rename(path, made->object, path.memory[fallback.object].name);
                         then(machine, path, made ? *made : fallback);
                       });
  }

  void release(const Pointer& storage, const Form& bytes) {
    if (library() && library()->deallocate)
      return machine_.call_user(path_, *library()->deallocate,
                                {self_, storage, machine_.quotient(path_, bytes, Form(element_))}, true);
    machine_.end_life(path_, storage.object, call_.site);
  }

  /// The storage becomes `wanted` bytes long; elements move when it was not that long before.
  void grow(const Form& wanted, const std::function<void(Machine&, Path&, Pointer)>& then) {
    if (!has_storage()) {
      return allocate(wanted, [self = *this, wanted, then](Machine& machine, Path& path, Pointer made) {
        machine.poke(path, self.field(16), 8, Pointer{made.object, made.offset + wanted});
        machine.poke(path, self.self_, 8, made);
        then(machine, path, made);
      });
    }
    const Pointer old = first();
    const Form used = bytes();
    if (const auto holds = capacity(); holds && provably_non_negative(*holds - wanted, path_.entities.symbols))
      return then(machine_, path_, old);
    const Vector self = *this;
    // libstdc++ doubles.
    const Form twice = used * Form(2);
    const Form made_bytes = provably_non_negative(twice - wanted, path_.entities.symbols) ? twice : wanted;
    allocate(made_bytes, [self, old, used, made_bytes, then](Machine& machine, Path& path, Pointer made) {
      if (const auto number = used.as_number()) path.memory.copy(made, old, *number);
      Vector now(machine, path, self.call_, self.self_);
      machine.poke(path, now.field(16), 8, Pointer{made.object, made.offset + made_bytes});
      machine.poke(path, self.self_, 8, made);
      const auto hand_over = [then, made](Machine& later, Path& on) { then(later, on, made); };
      if (now.library() && now.library()->deallocate) {
        machine.call_user(path, *now.library()->deallocate,
                          {self.self_, old, machine.quotient(path, used, Form(now.element_))}, true,
                          [hand_over](Machine& later, Path& on, Value) { hand_over(later, on); });
        return;
      }
      machine.end_life(path, old.object, self.call_.site);
      hand_over(machine, path);
    });
  }

  Pointer field(std::int64_t offset) const { return {self_.object, self_.offset + Form(offset)}; }
  Vector again(Machine& machine, Path& path) const { return {machine, path, call_, self_}; }

 private:
  Machine& machine_;
  Path& path_;
  ReadyCall call_;  // a copy: parts of a model run after the call has returned
  Pointer self_;
  std::int64_t element_ = 1;
};

std::optional<Vector> self(Machine& machine, Path& path, const ReadyCall& call) {
  if (call.arguments.empty()) return std::nullopt;
  const Pointer* pointer = as_pointer(call.arguments.front());
  if (!pointer) return std::nullopt;
  return Vector(machine, path, call, *pointer);
}

bool is_vector(const program::Parameter& parameter, const Machine& machine) {
  if (!parameter.is_reference || !parameter.layout) return false;
  const auto& pointee = machine.program().layouts[index(*parameter.layout)].pointee;
  return pointee && machine.program().layouts[index(*pointee)].name.find("vector") != std::string::npos;
}

void copy_elements(Machine& machine, Path& path, Vector& vector, const Pointer& from, const Form& bytes,
                   model::SiteId site) {
  machine.host_access(path, from, bytes, model::AccessKind::Read, site);
  const Pointer storage = vector.set_storage(vector.new_storage(bytes), bytes);
  if (const auto number = bytes.as_number()) path.memory.copy(storage, from, *number);
}

void construct(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector) return;
  const auto& parameters = callee(machine, call).parameters;
  if (call.arguments.size() < 2) return vector->set_empty();
  const auto& parameter = parameters[1];
  const Pointer* source = as_pointer(call.arguments[1]);
  if (source && is_vector(parameter, machine)) {
    Vector other(machine, path, call, *source);
    if (!other.has_storage()) return vector->set_empty();
    const Pointer begin = other.first();
    const Form bytes = other.bytes();
    if (parameter.pointee_const) return copy_elements(machine, path, *vector, begin, bytes, call.site);
    vector->set_storage(begin, bytes);
    return other.set_empty();
  }
  if (parameter.type.kind == program::TypeKind::Integer) {
    const Form count = machine.integer(path, call.arguments[1], "count");
    const Form bytes = count * Form(vector->element());
    const bool has_value = call.arguments.size() > 2 && parameters[2].is_reference && parameters[2].pointee_const &&
                           as_pointer(call.arguments[2]) && call.arguments.size() > 3;
    vector->allocate(bytes, [v = *vector, bytes, has_value, call](Machine& on, Path& later, Pointer storage) {
      Vector now = v.again(on, later);
      now.set_storage(storage, bytes);
      if (!has_value) later.memory.write(storage.object).zero.push_back({0, bytes.as_number().value_or(INT64_MAX)});
      const auto& library = now.library();
      if (has_value) {
        const Pointer value = *as_pointer(call.arguments[2]);
        for (std::int64_t k = 0; k < now.count() && !(library && library->element_copy); ++k)
          later.memory.copy({storage.object, Form(k * now.element())}, value, now.element());
        if (library && library->element_copy)
          now.for_elements(library->element_copy, storage, now.count(), [](Machine&, Path&) {}, Value(value));
        return;
      }
      if (library && library->element_default)
        now.for_elements(library->element_default, storage, now.count(), [](Machine&, Path&) {});
    });
    return;
  }
  const auto first = pointer_argument(machine, path, call, 1);
  if (parameter.type.kind == program::TypeKind::Aggregate && parameter.type.bytes == 16 && source && first) {
    // An initializer list: where its array begins, and how many elements it has.
    const Value count = machine.peek(path, {source->object, source->offset + Form(8)}, kSize);
    return copy_elements(machine, path, *vector, *first,
                         machine.integer(path, count, "count") * Form(vector->element()), call.site);
  }
  const auto last = pointer_argument(machine, path, call, 2);
  if (first && last && first->object == last->object)
    return copy_elements(machine, path, *vector, *first, last->offset - first->offset, call.site);
  vector->set_empty();
}

void destroy(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector || !vector->has_storage()) return;
  const Pointer storage = vector->first();
  const Form bytes = vector->bytes();
  const auto& library = vector->library();
  const auto destroy_element = library ? library->element_destroy : std::nullopt;
  vector->for_elements(
      destroy_element, storage, destroy_element ? vector->count() : 0,
      [v = *vector, storage, bytes](Machine& on, Path& later) { v.again(on, later).release(storage, bytes); });
}

void get_size(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  machine.finish_call(path, call, vector && vector->has_storage() ? vector->size() : Form(0));
}

void is_empty(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  const auto bytes = vector && vector->has_storage() ? vector->bytes() : Form(0);
  machine.finish_call(path, call, Form(bytes == Form(0) ? 1 : 0));
}

void get_first(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  return_pointer(machine, path, call, vector && vector->has_storage() ? Value(vector->first()) : Value(Form(0)));
}

void get_end(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector || !vector->has_storage()) return return_pointer(machine, path, call, Form(0));
  const Pointer first = vector->first();
  return_pointer(machine, path, call, Pointer{first.object, first.offset + vector->bytes()});
}

void get_last(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector || !vector->has_storage()) return machine.finish_call(path, call, Unknown{});
  const Pointer first = vector->first();
  const Form at = first.offset + vector->bytes() - Form(vector->element());
  machine.finish_call(path, call, Pointer{first.object, at});
}

void get_element(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector) return machine.finish_call(path, call, Unknown{});
  const Form at = number_argument(machine, path, call, 1) * Form(vector->element());
  const Pointer first = vector->first();
  machine.finish_call(path, call, Pointer{first.object, first.offset + at});
}

void push(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector) return;
  const Form used = vector->has_storage() ? vector->bytes() : Form(0);
  const Form wanted = used + Form(vector->element());
  vector->grow(wanted, [v = *vector, used, wanted, call](Machine& on, Path& later, Pointer storage) {
    Vector now = v.again(on, later);
    now.set_storage(storage, wanted);
    const Pointer slot{storage.object, storage.offset + used};
    if (call.result_object || call.result) on.finish_call(later, call, slot);
    const Pointer* value = call.arguments.size() > 1 ? as_pointer(call.arguments[1]) : nullptr;
    const auto& library = now.library();
    if (library && library->element_construct) {
      std::vector<Value> arguments = call.arguments;
      arguments.front() = slot;
      return on.call_user(later, *library->element_construct, std::move(arguments), false);
    }
    if (!value) return;
    later.memory.copy(slot, *value, now.element());
    const auto& parameter = callee(on, call).parameters[1];
    const auto& make = library && !parameter.pointee_const && library->element_move ? library->element_move
                       : library                                                    ? library->element_copy
                                                                                    : std::nullopt;
    if (make) on.call_user(later, *make, {slot, *value}, false);
  });
}

void resize(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector) return;
  const Form used = vector->has_storage() ? vector->bytes() : Form(0);
  const Form wanted = number_argument(machine, path, call, 1) * Form(vector->element());
  if (provably_non_negative(used - wanted, path.entities.symbols)) {
    if (vector->has_storage()) vector->set_storage(vector->first(), wanted);
    return;
  }
  vector->grow(wanted, [v = *vector, used, wanted](Machine& on, Path& later, Pointer storage) {
    Vector now = v.again(on, later);
    now.set_storage(storage, wanted);
    if (used == Form(0)) later.memory.write(storage.object).zero.push_back({0, wanted.as_number().value_or(INT64_MAX)});
    const auto& library = now.library();
    const auto old = used.as_number();
    if (library && library->element_default && old)
      now.for_elements(library->element_default, {storage.object, Form(*old)}, now.count() - *old / now.element(),
                       [](Machine&, Path&) {});
  });
}

void reserve(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector) return;
  const Form used = vector->has_storage() ? vector->bytes() : Form(0);
  const Form wanted = number_argument(machine, path, call, 1) * Form(vector->element());
  vector->grow(wanted, [v = *vector, used](Machine& on, Path& later, Pointer storage) {
    v.again(on, later).set_storage(storage, used);
  });
}

void clear(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector || !vector->has_storage()) return;
  const auto& library = vector->library();
  const auto destroy_element = library ? library->element_destroy : std::nullopt;
  const Pointer storage = vector->first();
  vector->for_elements(
      destroy_element, storage, destroy_element ? vector->count() : 0,
      [v = *vector, storage](Machine& on, Path& later) { v.again(on, later).set_storage(storage, Form(0)); });
}

void pop(Machine& machine, Path& path, const ReadyCall& call) {
  auto vector = self(machine, path, call);
  if (!vector || !vector->has_storage()) return;
  const Form left = vector->bytes() - Form(vector->element());
  vector->set_storage(vector->first(), left);
}

void assign(Machine& machine, Path& path, const ReadyCall& call) {
  construct(machine, path, call);
  if (!call.arguments.empty()) machine.finish_call(path, call, call.arguments.front());
}

constexpr Model kModels[] = {
    {"std::vector::vector", construct},
    {"std::vector::~vector", destroy},
    {"std::vector::operator=", assign},
    {"std::vector::size", get_size},
    {"std::vector::empty", is_empty},
    {"std::vector::data", get_first},
    {"std::vector::begin", get_first},
    {"std::vector::cbegin", get_first},
    {"std::vector::end", get_end},
    {"std::vector::cend", get_end},
    {"std::vector::front", get_first},
    {"std::vector::back", get_last},
    {"std::vector::operator[]", get_element},
    {"std::vector::at", get_element},
    {"std::vector::push_back", push},
    {"std::vector::emplace_back", push},
    {"std::vector::resize", resize},
    {"std::vector::reserve", reserve},
    {"std::vector::clear", clear},
    {"std::vector::pop_back", pop},
};

}  // namespace

std::span<const Model> vector_models() { return kModels; }

}  // namespace cudep::execution::library
