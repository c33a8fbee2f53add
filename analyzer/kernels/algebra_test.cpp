// Coefficients and exact division of forms.
#include "analyzer/kernels/algebra.h"

#include <gtest/gtest.h>

namespace cudep::kernels {
namespace {

using model::Form;

class Algebra : public testing::Test {
 protected:
  model::SymbolTable symbols;
  Form a = Form::symbol(symbols.add({.name = "a"}));
  Form b = Form::symbol(symbols.add({.name = "b"}));
  Form c = Form::symbol(symbols.add({.name = "c"}));
};

TEST_F(Algebra, Coefficient) {
  EXPECT_EQ(coefficient(a * b * 4 + a * 2 + b + 7, model::SymbolId(0)), b * 4 + 2);
  EXPECT_EQ(coefficient(b, model::SymbolId(0)), Form(0));
  EXPECT_EQ(coefficient(a * a, model::SymbolId(0)), std::nullopt);
}

TEST_F(Algebra, DivisionIsExactOrNothing) {
  EXPECT_EQ(divide(a * 4 + 8, Form(4)), a + 2);
  EXPECT_EQ(divide(a * 4 + 6, Form(4)), std::nullopt);
  EXPECT_EQ(divide(a * b * 4, a * -2), b * -2);
  EXPECT_EQ(divide(a * b * 4 + 4, a), std::nullopt);
  EXPECT_EQ(divide((a + b * 2) * c * 3, a + b * 2), c * 3);
  EXPECT_EQ(divide((a + 2) * 4, a + 2), Form(4));
  EXPECT_EQ(divide(a, Form(0)), std::nullopt);
}

}  // namespace
}  // namespace cudep::kernels
