// What may be written over, and what may not.
#include "cli/lint/named_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "cli/report/temporary_folder.h"

namespace cudep::lint {
namespace {

using Files = std::vector<std::string>;

std::string error(const Files& read, const Files& written) {
  const auto kept = keep_inputs(read, written);
  return kept ? "none" : kept.error();
}

class NamedFiles : public testing::Test {
 protected:
  NamedFiles() {
    report::TemporaryFolder::write("own.cu", "");
    report::TemporaryFolder::write("other.cu", "");
    std::filesystem::create_symlink("own.cu", "link.cu");
    std::filesystem::create_hard_link("own.cu", "twin.cu");
  }
  report::TemporaryFolder folder_;
};

TEST_F(NamedFiles, AnInputIsNotWrittenOver) {
  EXPECT_EQ(error({"other.cu", "own.cu"}, {"report.json", "own.cu"}),
            "own.cu: is read by this command, and would be overwritten; name another file to write");
  for (const std::string& name : Files{"./own.cu", "link.cu", "twin.cu", folder_.path() + "/own.cu"})
    EXPECT_EQ(error({"own.cu"}, {name}),
              name + ": is the `own.cu` that this command reads, and would be overwritten; name another file to write");
  EXPECT_EQ(error({"own.cu"}, {"other.cu", "new.json"}), "none");
}

TEST_F(NamedFiles, AFileIsNotWrittenTwice) {
  EXPECT_EQ(error({}, {"new.json", "./new.json"}), "./new.json: would be written twice; name a file for each output");
}

TEST_F(NamedFiles, DevicesLoseNothing) { EXPECT_EQ(error({"/dev/null"}, {"/dev/null", "/dev/null"}), "none"); }

}  // namespace
}  // namespace cudep::lint
