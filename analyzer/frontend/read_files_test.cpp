// What is noted of files, and when it contradicts itself.
#include "analyzer/frontend/read_files.h"

#include <gtest/gtest.h>

namespace cudep::frontend {
namespace {

using inputs::Input;

TEST(ReadFiles, WhatSaysMoreIsKept) {
  ReadFiles files;
  files.note_present("/a");
  files.note_content("/a", {.bytes = 3}, "abc");
  files.note_present("/a");
  files.note_absent("/b");
  files.note_absent("/b");
  const std::vector<Input> expected = {
      {.kind = Input::Kind::Content, .path = "/a", .look = {.bytes = 3}, .hash = inputs::hash_of("abc")},
      {.kind = Input::Kind::Absent, .path = "/b"}};
  EXPECT_EQ(files.inputs(), expected);
  EXPECT_TRUE(files.is_steady());
}

TEST(ReadFiles, AFileThatChangesMeanwhileIsNoticed) {
  ReadFiles changed;
  changed.note_content("/a", {.bytes = 3}, "abc");
  changed.note_content("/a", {.bytes = 3}, "abd");
  EXPECT_FALSE(changed.is_steady());
  ReadFiles vanished;
  vanished.note_present("/a");
  vanished.note_absent("/a");
  EXPECT_FALSE(vanished.is_steady());
  ReadFiles appeared;
  appeared.note_absent("/a");
  appeared.note_content("/a", {.bytes = 3}, "abc");
  EXPECT_FALSE(appeared.is_steady());
}

}  // namespace
}  // namespace cudep::frontend
