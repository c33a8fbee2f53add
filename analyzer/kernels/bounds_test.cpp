// Bounds of forms over the indices of a launch.
#include "analyzer/kernels/bounds.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cudep::kernels {
namespace {

using model::Form;
using program::LaunchValue;

class BoundsOfIndices : public testing::Test {
 protected:
  [[nodiscard]] std::vector<Form> upper(const Form& form, const Facts& facts) const {
    std::vector<Form> ends;
    for (const Limit& limit : Bounds(variables, facts).upper(form)) ends.push_back(limit.end);
    std::sort(ends.begin(), ends.end());
    return ends;
  }
  static std::vector<Form> sorted(std::vector<Form> forms) {
    std::sort(forms.begin(), forms.end());
    return forms;
  }

  Variables variables;
  Form thread = variables.launch(LaunchValue::ThreadX);
  Form block = variables.launch(LaunchValue::BlockX);
  Form threads = variables.launch(LaunchValue::BlockDimX);
  Form blocks = variables.launch(LaunchValue::GridDimX);
  Form i = block * threads + thread;
  Form n = variables.parameter({0, 0});
};

TEST_F(BoundsOfIndices, RangesOfThreadAndBlock) { EXPECT_EQ(upper(i, {}), std::vector{blocks * threads - 1}); }

TEST_F(BoundsOfIndices, GuardsClip) { EXPECT_EQ(upper(i * 4 + 4, {n - 1 - i}), sorted({n * 4, blocks * threads * 4})); }

TEST_F(BoundsOfIndices, LapsHaveNoEndWithoutAGuard) {
  const Form counter = i + blocks * threads * variables.lap();
  EXPECT_TRUE(upper(counter, {}).empty());
  EXPECT_EQ(upper(counter, {n - 1 - counter}), std::vector{n - 1});
}

TEST_F(BoundsOfIndices, DivisionAndRemainderBelongTogether) {
  const Division division = variables.divide(thread, n);
  EXPECT_EQ(upper(division.quotient * n + division.remainder, {}), std::vector{threads - 1});
}

TEST_F(BoundsOfIndices, StridesThatAreParametersAreAssumedNotNegative) {
  const Facts none;
  const std::vector<Limit> limits = Bounds(variables, none).upper(thread * n);
  ASSERT_EQ(limits.size(), 1u);
  EXPECT_EQ(limits[0].end, threads * n - n);
  EXPECT_EQ(limits[0].assumed, std::vector{n});
}

}  // namespace
}  // namespace cudep::kernels
