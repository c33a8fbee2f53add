// Names of architectures as nvcc's flags hold them, known and not.
#include "analyzer/command/gpu_architecture.h"

#include <gtest/gtest.h>

namespace cudep::command {
namespace {

using Names = std::vector<std::string>;

TEST(GpuArchitecture, FindsThemInAnyValue) {
  const std::pair<std::string_view, Names> cases[] = {
      {"sm_80", {"sm_80"}},
      {"compute_90a", {"sm_90a"}},
      {"sm_80,compute_86", {"sm_80", "sm_86"}},
      {"arch=compute_80,code=sm_86", {"sm_80", "sm_86"}},
      {"arch=compute_80,code=[sm_80,lto_90]", {"sm_80", "sm_80", "sm_90"}},
      {"arch=compute_80,code=\"sm_80,compute_80\"", {"sm_80", "sm_80", "sm_80"}},
      {"native", {}},
      {"all-major", {}},
      {"sm_", {}},
      {"sm_x", {}},
      {"sm_99999999999999999999", {}},
      {"sm_-8", {}},
      {"xsm_80", {}},
      {"", {}},
      {"[[=,,\"", {}},
  };
  for (const auto& [value, names] : cases) EXPECT_EQ(named_architectures(value), names) << value;
}

TEST(GpuArchitecture, TheHighestThatClangKnows) {
  const std::pair<Names, std::string_view> cases[] = {
      {{"sm_80", "sm_100", "sm_90"}, "sm_100"},
      {{"sm_90", "sm_90a"}, "sm_90a"},
      {{"sm_100f"}, "sm_100a"},
      {{"sm_79"}, "sm_75"},
      {{"sm_999"}, "sm_121a"},
      {{"sm_1"}, "sm_20"},
      {{}, "sm_75"},
  };
  for (const auto& [names, highest] : cases) EXPECT_EQ(highest_architecture(names, "sm_75"), highest);
}

}  // namespace
}  // namespace cudep::command
