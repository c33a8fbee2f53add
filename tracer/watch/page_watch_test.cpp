// Pages that are closed, touched and opened.
#include "tracer/watch/page_watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tracer/watch/watched_pages.h"

namespace cudep::watch {
namespace {

constexpr std::uint64_t kStream = 1;
constexpr std::uint64_t kOther = 2;

/// Four pages that the watch knows.
class PageWatchTest : public testing::Test {
 protected:
  PageWatchTest() { watch_.add(pages_.address(), pages_.bytes(), Edges::Rounded); }
  ~PageWatchTest() override { watch_.remove(pages_.address()); }

  void close(std::size_t offset, std::size_t bytes, Closed closed = Closed::Whole, std::uint64_t group = kStream,
             std::uint64_t number = 1) {
    watch_.close({pages_.address(offset), bytes, closed, group, number});
  }
  void write(std::size_t offset, char value) { *pages_.at(offset) = value; }
  char read(std::size_t offset) { return *pages_.at(offset); }

  PageWatch& watch_ = watching();
  Pages pages_{4};
};

TEST_F(PageWatchTest, TheFirstAccessIsToldAndGoesOn) {
  write(100, 'a');
  close(0, pages_.bytes());
  EXPECT_EQ(read(100), 'a');
  write(200, 'b');
  EXPECT_EQ(read(200), 'b');
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].address, pages_.address(100));
  EXPECT_FALSE(told[0].is_write);
  EXPECT_NE(told[0].program_counter, 0U);
}

TEST_F(PageWatchTest, AWriteIsToldAsOne) {
  close(0, pages_.bytes());
  write(kPage + 5, 'x');
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].address, pages_.address(kPage + 5));
  EXPECT_TRUE(told[0].is_write);
  EXPECT_EQ(read(kPage + 5), 'x');
}

TEST_F(PageWatchTest, WhatIsOnlyReadMayBeRead) {
  close(0, pages_.bytes(), Closed::ForWriting);
  EXPECT_EQ(read(0), 0);
  EXPECT_TRUE(told.empty());
  write(0, 'x');
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, OnlyThePagesOfTheUseAreClosed) {
  close(kPage, kPage);
  write(kPage - 1, 'x');
  write(2 * kPage, 'x');
  EXPECT_TRUE(told.empty());
  write(kPage, 'x');
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, ASynchronizeOpensWhatWasSubmittedBefore) {
  close(0, kPage, Closed::Whole, kStream, 1);
  close(kPage, kPage, Closed::Whole, kStream, 5);
  close(2 * kPage, kPage, Closed::Whole, kOther, 2);
  watch_.open(kStream, 3);
  write(0, 'x');
  EXPECT_TRUE(told.empty());
  write(kPage, 'x');
  write(2 * kPage, 'x');
  EXPECT_EQ(told.size(), 2U);
}

TEST_F(PageWatchTest, ASynchronizeOfAContextOpensItsOwnUses) {
  watch_.close({.address = pages_.address(), .bytes = kPage, .group = kStream, .number = 1, .context = 1});
  watch_.close({.address = pages_.address(kPage), .bytes = kPage, .group = kStream, .number = 2, .context = 2});
  watch_.open_context(1);
  write(0, 'x');
  EXPECT_TRUE(told.empty());
  write(kPage, 'x');
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, TheStricterOfTwoUsesHolds) {
  close(0, 2 * kPage, Closed::Whole, kStream);
  close(0, 2 * kPage, Closed::ForWriting, kOther);
  watch_.open(kStream, 1);
  read(0);
  EXPECT_TRUE(told.empty());
  close(0, kPage, Closed::Whole, kStream);
  read(0);
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, OneUseThatEndsLeavesTheOtherClosed) {
  close(0, 2 * kPage, Closed::ForWriting, kStream);
  close(kPage, 2 * kPage, Closed::ForWriting, kOther);
  watch_.open(kStream, 1);
  write(0, 'x');
  EXPECT_TRUE(told.empty());
  write(kPage, 'x');
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, AnAccessBesideTheBytesOpensOnlyUntilTheNextUse) {
  close(8, 4);
  write(100, 'x');  // another variable on the same page
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].address, pages_.address(100));
  close(2 * kPage, 1);
  read(8);
  EXPECT_EQ(told.size(), 2U) << "the use was not over";
  close(3 * kPage, 1);
  read(8);
  EXPECT_EQ(told.size(), 2U) << "it was told once";
}

TEST_F(PageWatchTest, AKernelMayAccessTheWholeBlock) {
  watch_.close_block(pages_.address(3 * kPage), {.group = kStream, .number = 1});
  write(0, 'x');
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(PageWatchTest, WhetherMemoryCanBeClosedIsTried) {
  EXPECT_TRUE(can_be_closed(pages_.address(100), kPage));
  write(100, 'x');
  EXPECT_TRUE(told.empty()) << "it is left open";
  EXPECT_FALSE(can_be_closed(0, kPage)) << "nothing is mapped there";
}

TEST_F(PageWatchTest, MemoryThatIsNotKnownStaysOpen) {
  const Pages other(1);
  watch_.close({other.address(), kPage, Closed::Whole, kStream, 1});
  *other.at(0) = 'x';
  EXPECT_TRUE(told.empty());
}

TEST_F(PageWatchTest, MemoryThatEndsIsOpened) {
  const Pages other(2);
  watch_.add(other.address(), other.bytes(), Edges::Rounded);
  watch_.close({other.address(), other.bytes(), Closed::Whole, kStream, 1});
  watch_.remove(other.address());
  *other.at(0) = 'x';
  EXPECT_FALSE(watch_.holds(other.address()));
  EXPECT_TRUE(told.empty());
}

TEST_F(PageWatchTest, PagesThatABlockSharesWithOthersStayOpen) {
  const Pages other(3);
  const std::uint64_t begin = other.address(100);
  watch_.add(begin, 2 * kPage, Edges::WholePages);  // of the second page all, of the others a part
  watch_.close({begin, 2 * kPage, Closed::Whole, kStream, 1});
  *other.at(150) = 'x';
  *other.at(2 * kPage + 50) = 'x';
  EXPECT_TRUE(told.empty());
  *other.at(kPage + 50) = 'x';
  EXPECT_EQ(told.size(), 1U);
  watch_.remove(begin);
}

TEST_F(PageWatchTest, AFullTableMissesAccessesButKeepsMemoryRight) {
  for (std::uint64_t i = 0; i < 6000; ++i) close(i * 97 % pages_.bytes(), 1, Closed::Whole, kStream + i, i);
  for (std::size_t i = 0; i < pages_.bytes(); i += 64) write(i, 'x');
  EXPECT_GE(told.size(), 4U);
  for (std::size_t i = 0; i < pages_.bytes(); i += 64) EXPECT_EQ(read(i), 'x');
}

TEST_F(PageWatchTest, ThreadsThatTouchOnePageAllGoOn) {
  catch_faults(watch_, [](const Access&) noexcept {});
  std::atomic<int> wrong = 0;
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; !stop; ++i) {
        write(thread, static_cast<char>(i));
        if (read(thread) != static_cast<char>(i)) ++wrong;
      }
    });
  }
  for (std::uint64_t i = 1; i < 2000; ++i) {
    close(0, 2 * kPage, i % 2 == 0 ? Closed::Whole : Closed::ForWriting, i % 3, i);
    if (i % 5 == 0) watch_.open(i % 3, i);
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  catch_faults(watch_, listen);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cudep::watch
