// How many operations a second the engine judges on one core: 64 streams, 1,000 buffers of 16 slices, 256 events, one
// operation in ten a record or a wait. The operations are made beforehand; prints one number for each round.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "rules/engine/engine.h"

namespace {

using namespace cudep;

constexpr std::uint32_t kStreams = 64;
constexpr std::uint32_t kBuffers = 1000;
constexpr std::uint32_t kSlices = 16;
constexpr std::uint32_t kGroups = kStreams / kSlices;
constexpr std::uint32_t kEvents = 256;
constexpr std::int64_t kSliceBytes = 4096;
constexpr std::size_t kOperations = 1'000'000;
constexpr int kLaps = 10;  // the same operations again: 10^7 in all

class Random {
 public:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(generator_() % limit); }

 private:
  std::mt19937 generator_{1};
};

model::OperationList entities() {
  model::OperationList list;
  list.entities.hosts = {"main thread"};
  for (std::uint32_t i = 0; i < kStreams; ++i)
    list.entities.streams.push_back({.name = fmt::format("s{}", i), .kind = model::StreamKind::NonBlocking});
  for (std::uint32_t i = 0; i < kEvents; ++i) list.entities.events.push_back({.name = fmt::format("e{}", i)});
  for (std::uint32_t i = 0; i < kBuffers; ++i)
    list.entities.buffers.push_back({.name = fmt::format("b{}", i), .kind = model::MemoryKind::Device});
  return list;
}

/// Each stream works on slices of its own, as right programs do; records and waits pass between all of them.
model::OperationList operations() {
  model::OperationList list = entities();
  Random random;
  list.operations.reserve(kOperations);
  for (std::size_t i = 0; i < kOperations; ++i) {
    const std::uint32_t stream = random.below(kStreams);
    model::Operation op{.verb = model::Verb::Launch, .stream = model::StreamId{stream}};
    const std::uint32_t kind = random.below(20);
    if (kind < 2) {
      op.verb = kind == 0 ? model::Verb::Record : model::Verb::StreamWait;
      op.event = model::EventId{random.below(kEvents)};
    } else {
      const std::uint32_t group = stream / kSlices;  // of the streams, each group has buffers of its own
      const std::uint32_t buffer = random.below(kBuffers / kGroups) * kGroups + group;
      const std::int64_t low = stream % kSlices * kSliceBytes;
      const model::AccessKind access = kind < 8 ? model::AccessKind::Write : model::AccessKind::Read;
      op.accesses.push_back({.buffer = model::BufferId{buffer},
                             .kind = access,
                             .range = model::ByteRange::bytes(low, low + kSliceBytes)});
    }
    list.operations.push_back(std::move(op));
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  const model::OperationList list = operations();
  for (int round = 0; round < rounds; ++round) {
    engine::Engine<engine::AccessHistory> engine(list.entities,
                                                 engine::AccessHistory(list.entities, engine::used_in_part(list)), {});
    std::vector<engine::Race> races;
    std::size_t found = 0;
    const std::clock_t start = std::clock();  // processor time: other work on the machine does not count
    for (int lap = 0; lap < kLaps; ++lap)
      for (const model::Operation& op : list.operations) {
        engine.advance(op, races);
        found += races.size();
        races.clear();
      }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    fmt::print("{:.2f} million operations a second, {} races\n", kLaps * kOperations / seconds / 1e6, found);
  }
}
