// Random operation lists that use every field, for the round trip through text.
#pragma once
#include <string>
#include <vector>

#include "rules/model/form_oracle.h"
#include "rules/model/operation.h"

namespace cudep::model {

class RandomOperations {
 public:
  explicit RandomOperations(unsigned seed) : random_(seed) {}

  OperationList list() {
    list_ = {};
    add_names();
    add_entities();
    for (auto count = random_.number(0, 12); count > 0; --count) list_.operations.push_back(operation());
    return list_;
  }

 private:
  static constexpr std::int64_t kEach = 3;  // entities of each kind

  template <class Id>
  Id any() {
    return static_cast<Id>(random_.number(0, kEach - 1));
  }
  template <class Id>
  std::optional<Id> perhaps() {
    return random_.chance(30) ? std::optional(any<Id>()) : std::nullopt;
  }

  /// Names of all sorts: plain, repeated, with signs, words of the language, empty.
  std::string name() {
    static const std::vector<std::string> kNames = {
        "s",  "s",   "streams[1]", "this->copy_", "launch", "a b",         "1st",       "quote \" and \\", "",
        "on", "min", "line\nfeed", "main",        "none",   "kernel `k1`", "may-write", "kernel `a<b>`"};
    return kNames[static_cast<std::size_t>(random_.number(0, static_cast<std::int64_t>(kNames.size()) - 1))];
  }

  void add_names() {
    static const std::vector<std::string> kFiles = {"app.cu", "a b/c.cu", "none"};
    for (const std::string& file : kFiles) {
      list_.entities.sites.push_back({.file = file,
                                      .line = static_cast<std::uint32_t>(random_.number(0, 500)),
                                      .column = static_cast<std::uint32_t>(random_.number(0, 80))});
    }
    list_.entities.functions = {"main", "", "void run<int>(float*)"};
    list_.entities.hosts = {"main thread", name(), name()};
    if (random_.chance(20)) list_.entities.hosts[0] = name();
  }

  void add_entities() {
    Entities& entities = list_.entities;
    for (std::int64_t i = 0; i < kEach; ++i) {
      Symbol symbol{.name = name()};
      if (random_.chance(50)) symbol.low = random_.number(-5, 5);
      if (random_.chance(50)) symbol.high = random_.number(-5, 5);
      entities.symbols.add(symbol);
    }
    for (std::int64_t i = 0; i < kEach; ++i) {
      entities.streams.push_back({.name = name(),
                                  .kind = static_cast<StreamKind>(random_.number(0, 4)),
                                  .device = any<DeviceId>(),
                                  .is_element = random_.chance(20)});
      entities.events.push_back({.name = name(),
                                 .from_outside = random_.chance(20),
                                 .timing = random_.chance(20),
                                 .is_element = random_.chance(20)});
      Buffer buffer{.name = name(), .kind = static_cast<MemoryKind>(random_.number(0, 5))};
      buffer.allocated = perhaps<SiteId>();
      if (random_.chance(50)) buffer.bytes = random_.form(entities.symbols, 2);
      entities.buffers.push_back(buffer);
      entities.graphs.push_back(name());
      entities.assumptions.push_back(
          {.kind = static_cast<Assumption::Kind>(random_.number(0, 3)), .first = name(), .second = name()});
    }
  }

  Access access() {
    const SymbolTable& symbols = list_.entities.symbols;
    Access result{.buffer = any<BufferId>(), .kind = static_cast<AccessKind>(random_.number(0, 3))};
    SymbolicRange range{.low = random_.chance(50) ? Form(0) : random_.form(symbols, 2)};
    for (auto limits = random_.number(0, 2); limits > 0; --limits) range.high.push_back(random_.form(symbols, 2));
    range.sliced = random_.chance(20);
    const auto& bytes = list_.entities.buffers[index(result.buffer)].bytes;
    if (bytes && random_.chance(30)) range = {.low = Form(0), .high = {*bytes}};
    result.range = ByteRange::symbolic(range, random_.chance(70));
    result.indirect = random_.chance(20);
    result.place = perhaps<SiteId>();
    return result;
  }

  Operation operation() {
    Operation op{.verb = static_cast<Verb>(random_.number(0, static_cast<std::int64_t>(Verb::UnknownCall)))};
    op.host = any<HostId>();
    op.stream = perhaps<StreamId>();
    op.event = perhaps<EventId>();
    op.buffer = perhaps<BufferId>();
    op.graph = perhaps<GraphId>();
    op.executable = perhaps<GraphId>();
    op.device = perhaps<DeviceId>();
    op.thread = perhaps<HostId>();
    op.synchronous = random_.chance(20);
    op.external = random_.chance(20);
    op.programmatic = random_.chance(20);
    op.result_dropped = random_.chance(20);
    op.source_order = static_cast<SourceOrder>(random_.number(0, 2));
    op.synchronizes_all = random_.chance(20);
    op.label = random_.chance(30) ? "kernel `scale`" : name();
    for (auto count = random_.number(0, 2); count > 0; --count) op.accesses.push_back(access());
    for (auto count = random_.number(0, 2); count > 0; --count) op.streams.push_back(any<StreamId>());
    for (auto count = random_.number(0, 2); count > 0; --count) op.events.push_back(any<EventId>());
    for (auto count = random_.number(0, 2); count > 0; --count) op.assumptions.push_back(any<AssumptionId>());
    for (auto count = random_.number(0, 3); count > 0; --count) {
      op.frames.push_back({.site = any<SiteId>(), .function = any<FunctionNameId>()});
    }
    return op;
  }

  RandomForms random_;
  OperationList list_;
};

}  // namespace cudep::model
