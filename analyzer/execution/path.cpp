#include "analyzer/execution/path.h"

#include <algorithm>
#include <utility>

namespace cudep::execution {

/// Releases a long list one node at a time: the default destructor would recurse once for each.
Operations::Node::~Node() {
  while (before && before.use_count() == 1) {
    auto earlier = std::move(const_cast<Node&>(*before).before);
    before = std::move(earlier);
  }
}

void Operations::add(model::Operation operation) {
  tail_ = std::make_shared<const Node>(std::move(operation), tail_, size() + 1);
}

std::vector<model::Operation> Operations::to_vector() const {
  std::vector<model::Operation> all;
  all.reserve(size());
  for (const Node* node = tail_.get(); node; node = node->before.get()) all.push_back(node->operation);
  std::ranges::reverse(all);
  return all;
}

namespace {

void mark(const Memory& memory, const Value& value, std::set<ObjectId>& live, std::vector<ObjectId>& open) {
  const Pointer* pointer = as_pointer(value);
  if (pointer && memory.exists(pointer->object) && live.insert(pointer->object).second) open.push_back(pointer->object);
}

}  // namespace

void Path::collect() {
  constexpr std::size_t kFew = 256;
  if (memory.objects().size() < std::max(kFew, 2 * kept_objects)) return;
  std::set<ObjectId> live;
  std::vector<ObjectId> open;
  const auto keep = [&](ObjectId id) { mark(memory, Pointer{id, Form(0)}, live, open); };
  for (const Activation& call : stack) {
    if (call.then) return;  // continuations hold pointers that cannot be seen here
    for (const BothArms& both : call.arms) {
      for (const auto& [id, object] : both.before->objects()) keep(id);
      if (both.merged)
        for (const auto& [id, object] : both.merged->objects()) keep(id);
    }
    for (const Value& value : call.registers) mark(memory, value, live, open);
    for (const auto& local : call.locals)
      if (local) keep(*local);
  }
  for (const auto& [id, object] : globals) keep(object);
  for (const auto& [text, object] : literals) keep(object);
  while (!open.empty()) {
    const ObjectId id = open.back();
    open.pop_back();
    for (const auto& [offset, cell] : memory[id].cells) mark(memory, cell.value, live, open);
  }
  memory.keep_only(live);
  kept_objects = memory.objects().size();
}

}  // namespace cudep::execution
