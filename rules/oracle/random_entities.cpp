// Weights are chosen so that most programs have two or three ordinary streams, and some have one odd thing.
#include "rules/oracle/random_entities.h"

#include <string>
#include <vector>

namespace cudep::oracle {
namespace {

using model::MemoryKind;
using model::StreamKind;

StreamKind random_stream_kind(RandomChoice& choice) {
  static const std::vector<StreamKind> kinds = {StreamKind::Blocking, StreamKind::NonBlocking, StreamKind::PerThread,
                                                StreamKind::Unknown};
  return kinds[choice.weighted({4, 4, 1, 1})];
}

MemoryKind random_memory_kind(RandomChoice& choice) {
  static const std::vector<MemoryKind> kinds = {MemoryKind::Device,  MemoryKind::Pool,     MemoryKind::Pinned,
                                                MemoryKind::Managed, MemoryKind::Pageable, MemoryKind::Unknown};
  return kinds[choice.weighted({6, 2, 4, 1, 3, 1})];
}

void add_streams(model::Entities& entities, RandomChoice& choice) {
  const std::size_t devices = choice.percent(20) ? 2 : 1;
  for (std::size_t device = 0; device < devices; ++device)
    entities.streams.push_back(
        {.name = "legacy" + std::to_string(device), .kind = StreamKind::Legacy, .device = model::DeviceId(device)});
  const std::size_t others = choice.between(1, 4);
  for (std::size_t i = 0; i < others; ++i)
    entities.streams.push_back({.name = "s" + std::to_string(i),
                                .kind = random_stream_kind(choice),
                                .device = model::DeviceId(choice.between(0, devices - 1)),
                                .is_element = choice.percent(4)});
}

}  // namespace

model::Entities random_entities(RandomChoice& choice) {
  model::Entities entities;
  entities.hosts.emplace_back("main");
  if (choice.percent(20)) entities.hosts.emplace_back("worker");
  add_streams(entities, choice);
  const std::size_t events = choice.between(1, 3);
  for (std::size_t i = 0; i < events; ++i)
    entities.events.push_back(
        {.name = "e" + std::to_string(i), .from_outside = choice.percent(8), .is_element = choice.percent(4)});
  const std::size_t buffers = choice.between(1, 3);
  for (std::size_t i = 0; i < buffers; ++i)
    entities.buffers.push_back({.name = "b" + std::to_string(i), .kind = random_memory_kind(choice)});
  return entities;
}

}  // namespace cudep::oracle
