// Entries are there whole or not at all.
#include "cli/cache/folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace cudep::cache {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
 protected:
  Cache() { fs::remove_all(path_); }
  ~Cache() override { fs::remove_all(path_); }

  static inputs::Hash key(std::uint64_t number) { return {.high = number << 56U, .low = number}; }
  [[nodiscard]] std::string text(std::uint64_t number) const {
    const auto entry = folder_.find("text", key(number));
    return entry ? std::string(entry->bytes()) : "none";
  }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(path_))
      if (entry.is_regular_file()) all.push_back(entry.path());
    return all;
  }

  fs::path path_ = fs::temp_directory_path() /
                   fmt::format("cudep_cache_{}", testing::UnitTest::GetInstance()->current_test_info()->name());
  Folder folder_{path_.string()};
};

TEST_F(Cache, WhatIsStoredIsFound) {
  EXPECT_EQ(text(1), "none");
  folder_.store("text", key(1), "one");
  folder_.store("text", key(2), "");
  EXPECT_EQ(text(1), "one");
  EXPECT_EQ(text(2), "");
  EXPECT_FALSE(folder_.find("other", key(1)));
  folder_.store("text", key(1), "another one");
  EXPECT_EQ(text(1), "another one");
}

TEST_F(Cache, ADamagedEntryIsNotThere) {
  folder_.store("text", key(1), "some text");
  const fs::path file = files().front();
  for (const std::string& damaged : {std::string("no entry"), std::string(), std::string(200, '\0')}) {
    std::ofstream(file, std::ios::trunc) << damaged;
    EXPECT_EQ(text(1), "none");
  }
  folder_.store("text", key(1), "some text");
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_EQ(text(1), "none");
  folder_.store("text", key(1), "some text");
  EXPECT_EQ(text(1), "some text");
}

TEST_F(Cache, APlaceThatCannotBeWrittenKeepsNothing) {
  std::ofstream(path_) << "a file where the folder should be";
  folder_.store("text", key(1), "one");
  EXPECT_EQ(text(1), "none");
  folder_.trim(0);
}

TEST_F(Cache, AFolderThatWasDeletedIsMadeAgain) {
  folder_.store("text", key(1), "one");
  fs::remove_all(path_);
  EXPECT_EQ(text(1), "none");
  folder_.store("text", key(1), "one");
  EXPECT_EQ(text(1), "one");
}

TEST_F(Cache, WritersOfOneEntryDoNotDisturbReaders) {
  const std::string first(100'000, 'a');
  const std::string second(50'000, 'b');
  folder_.store("text", key(1), first);
  {
    std::vector<std::jthread> writers;
    for (const std::string* bytes : {&first, &second})
      writers.emplace_back([this, bytes] {
        for (int i = 0; i < 50; ++i) folder_.store("text", key(1), *bytes);
      });
    for (int i = 0; i < 200; ++i) {
      const std::string seen = text(1);
      EXPECT_TRUE(seen == first || seen == second) << seen.size();
    }
  }
  EXPECT_EQ(files().size(), 1);
}

TEST_F(Cache, TheOldestGoFirstWhenThereIsTooMuch) {
  for (std::uint64_t number = 1; number <= 4; ++number) {
    folder_.store("text", key(number), std::string(1000, 'x'));
    for (const fs::path& file : files())
      if (file.string().contains(fmt::format("/{:02x}/", number)))
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(10 - number));
  }
  folder_.trim(2500);
  EXPECT_EQ(text(1), "none");
  EXPECT_EQ(text(2), "none");
  EXPECT_NE(text(3), "none");
  EXPECT_NE(text(4), "none");
  folder_.trim(0);  // within the hour
  EXPECT_NE(text(4), "none");
}

TEST_F(Cache, WhatIsInTheWayIsTold) {
  EXPECT_EQ(folder_.obstacle(), "");
  EXPECT_EQ(Folder(folder_.path() + "/to/be/made").obstacle(), "");
  EXPECT_EQ(Folder("/dev/null/cudep").obstacle(), "/dev/null is no folder");
  EXPECT_EQ(Folder("/proc/self/cudep").obstacle().substr(0, 11), "/proc/self:");
}

TEST_F(Cache, UseKeepsAnEntryYoung) {
  for (const std::uint64_t number : {1, 2}) folder_.store("text", key(number), std::string(1000, 'x'));
  for (const fs::path& file : files())
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(5));
  EXPECT_NE(text(1), "none");
  folder_.trim(1500);
  EXPECT_NE(text(1), "none");
  EXPECT_EQ(text(2), "none");
}

}  // namespace
}  // namespace cudep::cache
