// Every name of the real library is exported, with its version: a missing one would end the program, one without
// version makes the loader complain.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace cudep::simulate {
namespace {

void expect_names(const char* library, const char* version, std::initializer_list<const char*> lists) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(opened, nullptr) << dlerror();
  std::size_t found = 0;
  for (const char* list : lists) {
    std::ifstream in(std::string(CUDEP_SOURCE_DIR "/tracer/simulate/names/") + list);
    for (std::string name; std::getline(in, name); ++found) {
      EXPECT_NE(dlvsym(opened, name.c_str(), version), nullptr) << name;
    }
  }
  EXPECT_GT(found, 400U);
}

TEST(Exports, OfCuda13) { expect_names(CUDEP_STAND_IN_13, "libcudart.so.13", {"libcudart.so.13"}); }

TEST(Exports, OfCuda12) {
  expect_names(CUDEP_STAND_IN_12, "libcudart.so.12", {"libcudart.so.13", "only_in_libcudart.so.12"});
}

}  // namespace
}  // namespace cudep::simulate
