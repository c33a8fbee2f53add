// What follows from decided comparisons.
#include "analyzer/execution/facts.h"

#include <gtest/gtest.h>

namespace cudep::execution {
namespace {

using program::Arithmetic;

class FactsTest : public testing::Test {
 protected:
  Form symbol(std::string name, std::optional<std::int64_t> low = {}, std::optional<std::int64_t> high = {}) {
    return Form::symbol(symbols_.add({std::move(name), low, high}));
  }
  [[nodiscard]] std::optional<bool> decide(Arithmetic comparison, const Form& difference) const {
    return facts_.decide(comparison, difference, symbols_);
  }
  void assume(Arithmetic comparison, const Form& difference) { facts_.assume(comparison, difference, symbols_); }

  model::SymbolTable symbols_;
  Facts facts_;
};

TEST_F(FactsTest, NumbersDecideThemselves) {
  EXPECT_EQ(decide(Arithmetic::Less, Form(-1)), true);
  EXPECT_EQ(decide(Arithmetic::Equal, Form(3)), false);
}

TEST_F(FactsTest, NothingFollowsFromNothing) { EXPECT_EQ(decide(Arithmetic::Less, symbol("n")), std::nullopt); }

TEST_F(FactsTest, BoundsOfSymbolsDecide) {
  const Form n = symbol("n", 1);
  EXPECT_EQ(decide(Arithmetic::Greater, n), true);
  EXPECT_EQ(decide(Arithmetic::LessEqual, n), false);
  EXPECT_EQ(decide(Arithmetic::Equal, n - Form(5)), std::nullopt);
}

TEST_F(FactsTest, AnAssumptionHoldsAndSoDoesItsNegation) {
  const Form a = symbol("a"), b = symbol("b");
  assume(Arithmetic::Less, a - b);
  EXPECT_EQ(decide(Arithmetic::Less, a - b), true);
  EXPECT_EQ(decide(Arithmetic::GreaterEqual, a - b), false);
  EXPECT_EQ(decide(Arithmetic::Greater, b - a), true);
  EXPECT_EQ(decide(Arithmetic::NotEqual, a - b), true);
  EXPECT_EQ(decide(Arithmetic::Less, a - b + Form(1)), std::nullopt);
}

TEST_F(FactsTest, AFlagThatIsNotZeroIsOne) {
  const Form flag = symbol("flag", 0, 1);
  assume(Arithmetic::NotEqual, flag);
  EXPECT_EQ(decide(Arithmetic::Equal, flag - Form(1)), true);
}

TEST_F(FactsTest, MirroringAndNegationAreExact) {
  for (int c = static_cast<int>(Arithmetic::Equal); c <= static_cast<int>(Arithmetic::GreaterEqual); ++c)
    for (const std::int64_t difference : {-1, 0, 1}) {
      const auto comparison = static_cast<Arithmetic>(c);
      EXPECT_EQ(holds(mirrored(comparison), -difference), holds(comparison, difference));
      EXPECT_EQ(holds(negated(comparison), difference), !holds(comparison, difference));
    }
}

}  // namespace
}  // namespace cudep::execution
