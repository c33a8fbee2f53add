// Memory is found by any address in it, and stays readable after its end.
#include "tracer/simulate/memory.h"

#include <gtest/gtest.h>

namespace cudep::simulate {
namespace {

TEST(Memory, IsFoundByAnyAddressInIt) {
  Memory memory;
  auto* const begin = static_cast<char*>(memory.allocate(1000, MemoryKind::Device, 0));
  ASSERT_NE(begin, nullptr);
  ASSERT_TRUE(memory.find(begin + 999).has_value());
  EXPECT_EQ(memory.find(begin + 999)->bytes, 1000U);
  EXPECT_FALSE(memory.find(begin + 1000).has_value());
  EXPECT_FALSE(memory.find(begin - 1).has_value());
  EXPECT_EQ(memory.used(0), 1000U);
}

TEST(Memory, EndsOnceAndByTheRightCall) {
  Memory memory;
  void* const pinned = memory.allocate(10, MemoryKind::Pinned, 0);
  EXPECT_FALSE(memory.release(pinned, {MemoryKind::Device}));
  EXPECT_TRUE(memory.release(pinned, {MemoryKind::Pinned}));
  EXPECT_FALSE(memory.release(pinned, {MemoryKind::Pinned}));
}

TEST(Memory, MayBeReadAfterItsEndAndIsNotGivenOutAtOnce) {
  Memory memory;
  auto* const first = static_cast<volatile char*>(memory.allocate(1 << 20, MemoryKind::Device, 0));
  first[5] = 1;
  ASSERT_TRUE(memory.release(const_cast<char*>(first), {MemoryKind::Device}));
  EXPECT_EQ(first[5], 0);
  EXPECT_NE(memory.allocate(1 << 20, MemoryKind::Device, 0), first);
}

TEST(Memory, ReturnsInTheEnd) {
  Memory memory;
  void* const first = memory.allocate(100, MemoryKind::Device, 0);
  void* next = first;
  bool again = false;
  for (int i = 0; i < 1000 && !again; ++i) {
    memory.release(next, {MemoryKind::Device});
    next = memory.allocate(100, MemoryKind::Device, 0);
    again = next == first;
  }
  EXPECT_TRUE(again);
}

TEST(Memory, HostMemoryHasPagesOfItsOwn) {
  Memory memory;
  memory.allocate(100, MemoryKind::Device, 0);
  const auto pinned = reinterpret_cast<std::uintptr_t>(memory.allocate(100, MemoryKind::Pinned, 0));
  const auto device = reinterpret_cast<std::uintptr_t>(memory.allocate(100, MemoryKind::Device, 0));
  EXPECT_EQ(pinned % 4096, 0U);
  EXPECT_GE(device, pinned + 4096);
}

TEST(Memory, ARangeIsRegisteredOnce) {
  Memory memory;
  char array[64];
  EXPECT_TRUE(memory.register_range(array, sizeof(array), 0, 0));
  EXPECT_FALSE(memory.register_range(array, sizeof(array), 0, 0));
  EXPECT_TRUE(memory.release(array, {MemoryKind::Registered}));
}

TEST(Memory, MoreThanTheDeviceHasIsRefused) {
  Memory memory;
  EXPECT_EQ(memory.allocate(kDeviceBytes + 1, MemoryKind::Device, 0), nullptr);
}

}  // namespace
}  // namespace cudep::simulate
