// Sizes of kernel parameters, by name and from summaries.
#include "tracer/simulate/parameter_sizes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace cudep::simulate {
namespace {

using Sizes = std::vector<std::uint32_t>;

TEST(ParameterSizes, PointersAndNumbers) {
  EXPECT_EQ(sizes_by_signature("_Z5scalePKfPfifxbh"),
            (Sizes{8, 8, 4, 4, 8, 1, 1}));  // …, long long, bool, unsigned char
  EXPECT_EQ(sizes_by_signature("_Z5emptyv"), Sizes{});
}

TEST(ParameterSizes, TemplateArgumentsTakeTheirPlace) {
  EXPECT_EQ(sizes_by_signature("_Z4fillIdEvPT_S0_m"),
            (Sizes{8, 8, 8}));  // fill<double>(double*, double, unsigned long)
  EXPECT_EQ(sizes_by_signature("_Z4fillIsEvPT_S0_m"), (Sizes{8, 2, 8}));
}

TEST(ParameterSizes, VectorTypesOfCuda) {
  EXPECT_EQ(sizes_by_signature("_Z3add6float45uint26__half4dim3"), (Sizes{16, 8, 2, 12}));
}

TEST(ParameterSizes, AClassIsNotKnownByItsName) {
  EXPECT_EQ(sizes_by_signature("_Z3run6ConfigPf"), (Sizes{0, 8}));
  EXPECT_EQ(sizes_by_signature("plain_name"), Sizes{});
}

TEST(ParameterSizes, SummariesKnowThem) {
  const auto path = std::filesystem::temp_directory_path() / ("sizes." + std::to_string(getpid()) + ".json");
  std::ofstream(path)
      << R"({"version":1,"kernels":{"_Z3run6ConfigPf":{"parameters":[24,8]},"old":{"body_seen":true}}})";
  const auto sizes = sizes_in_summaries(path.string());
  std::filesystem::remove(path);
  ASSERT_TRUE(sizes.has_value()) << sizes.error();
  EXPECT_EQ(sizes->at("_Z3run6ConfigPf"), (Sizes{24, 8}));
  EXPECT_FALSE(sizes->contains("old"));
}

TEST(ParameterSizes, AFileThatHoldsNoSummariesIsNamed) {
  const auto sizes = sizes_in_summaries("/nowhere/kernels.json");
  ASSERT_FALSE(sizes.has_value());
  EXPECT_EQ(sizes.error(),
            "/nowhere/kernels.json: not a file of kernel summaries, as `cudep lint --kernels-out` writes them");
}

}  // namespace
}  // namespace cudep::simulate
