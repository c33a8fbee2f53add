// Forms against their values under every assignment of the symbols.
#include "rules/model/form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "rules/model/form_oracle.h"

namespace cudep::model {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr int kRounds = 400;

struct Names {
  SymbolTable table;
  Form n = Form::symbol(table.add({.name = "n", .low = 1}));
  Form m = Form::symbol(table.add({.name = "m", .low = 1, .high = 8}));
  Form i = Form::symbol(table.add({.name = "i"}));
};

TEST(Form, ArithmeticAgreesWithValues) {
  RandomForms random(1);
  for (int round = 0; round < kRounds; ++round) {
    const SymbolTable symbols = random.symbols(2, -4, 100);
    const Form a = random.form(symbols, 3);
    const Form b = random.form(symbols, 3);
    for_each_assignment(symbols, [&](const Assignment& values) {
      ASSERT_EQ(value_of(a + b, values), value_of(a, values) + value_of(b, values));
      ASSERT_EQ(value_of(a - b, values), value_of(a, values) - value_of(b, values));
      ASSERT_EQ(value_of(a * b, values), value_of(a, values) * value_of(b, values));
      Assignment replaced = values;
      replaced[0] = value_of(b, values);
      ASSERT_EQ(value_of(a.substitute(SymbolId{0}, b), values), value_of(a, replaced));
    });
  }
}

TEST(Form, EqualFormsHaveOneSpelling) {
  RandomForms random(2);
  for (int round = 0; round < kRounds; ++round) {
    const SymbolTable symbols = random.symbols(3, -4, 100);
    const Form a = random.form(symbols, 2);
    const Form b = random.form(symbols, 2);
    EXPECT_EQ(a + b - b, a);
    EXPECT_EQ(a * b, b * a);
    EXPECT_EQ(a < b, !(b < a) && !(a == b));
  }
}

TEST(Form, AddingAFormToItself) {
  Names names;
  Form a = names.n * names.m + 3;
  a += a;
  EXPECT_EQ(a, names.n * names.m * 2 + 6);
  a -= a;
  EXPECT_EQ(a, Form());
}

TEST(Form, BoundsHoldUnderEveryAssignment) {
  RandomForms random(3);
  int bounded = 0;
  for (int round = 0; round < kRounds; ++round) {
    const SymbolTable symbols = random.symbols(3, -4, 85);
    const Form form = random.form(symbols, 3);
    const auto low = lower_bound(form, symbols);
    const auto high = upper_bound(form, symbols);
    bounded += low.has_value() ? 1 : 0;
    for_each_assignment(symbols, [&](const Assignment& values) {
      if (low) ASSERT_LE(*low, value_of(form, values)) << to_string(form, symbols);
      if (high) ASSERT_GE(*high, value_of(form, values)) << to_string(form, symbols);
    });
  }
  EXPECT_GT(bounded, kRounds / 4);
}

TEST(Form, BoundsOfLinearFormsAreExact) {
  RandomForms random(4);
  for (int round = 0; round < kRounds; ++round) {
    const SymbolTable symbols = random.symbols(3, -4, 100);
    const Form form = random.form(symbols, 1);
    std::int64_t least = kMost;
    std::int64_t most = kLeast;
    for_each_assignment(symbols, [&](const Assignment& values) {
      least = std::min(least, value_of(form, values));
      most = std::max(most, value_of(form, values));
    });
    EXPECT_EQ(lower_bound(form, symbols), least);
    EXPECT_EQ(upper_bound(form, symbols), most);
  }
}

TEST(Form, ProductsOfCountsAreCompared) {
  Names names;
  EXPECT_TRUE(provably_non_negative(names.n * names.m - names.n, names.table));
  EXPECT_TRUE(provably_non_negative(names.n * 8 - names.n * names.m, names.table));
  EXPECT_TRUE(provably_non_negative(names.n * 4 - 4, names.table));
  EXPECT_FALSE(provably_non_negative(names.n * 4 - 8, names.table));
  EXPECT_FALSE(provably_non_negative(names.i * names.i - names.i, names.table));
  EXPECT_FALSE(provably_non_negative(names.n - names.m, names.table));
}

TEST(Form, BoundsThatDoNotFitAreUnknown) {
  SymbolTable table;
  const Form big = Form::symbol(table.add({.name = "big", .low = kMost - 1, .high = kMost}));
  const Form low = Form::symbol(table.add({.name = "low", .low = kLeast, .high = 0}));
  EXPECT_EQ(lower_bound(big + 1, table), kMost);
  EXPECT_EQ(lower_bound(big + 2, table), std::nullopt);
  EXPECT_EQ(lower_bound(big * 2, table), std::nullopt);
  EXPECT_EQ(lower_bound(big * big, table), std::nullopt);
  EXPECT_EQ(lower_bound(low * -1, table), 0);
  EXPECT_EQ(upper_bound(low * -1, table), std::nullopt);
  EXPECT_EQ(upper_bound(low * kLeast, table), std::nullopt);
  EXPECT_EQ(upper_bound(Form(kLeast), table), std::nullopt);
}

TEST(Form, ArithmeticWraps) {
  EXPECT_EQ(Form(kMost) + 1, Form(kLeast));
  EXPECT_EQ(Form(kLeast) - 1, Form(kMost));
  EXPECT_EQ(Form(kMost) * 2, Form(-2));
}

TEST(Form, NumbersAreKnown) {
  Names names;
  EXPECT_EQ(Form(7).as_number(), 7);
  EXPECT_EQ((names.n + 1).as_number(), std::nullopt);
  EXPECT_EQ((names.n - names.n + 2).as_number(), 2);
}

TEST(Form, IsWrittenAsAUserWould) {
  Names names;
  const auto text = [&](const Form& form) { return to_string(form, names.table); };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(-3), "-3");
  EXPECT_EQ(text(names.n), "n");
  EXPECT_EQ(text(names.n * 4 + 16), "4*n + 16");
  EXPECT_EQ(text(names.n - 1), "n - 1");
  EXPECT_EQ(text(names.n * -1 + 5), "-n + 5");
  EXPECT_EQ(text(names.n * names.m * 2 - names.m * 3), "2*n*m - 3*m");
}

TEST(SymbolTable, RestrictingOnlyNarrows) {
  SymbolTable table;
  const SymbolId n = table.add({.name = "n", .low = 1});
  table.restrict(n, 4, 10);
  table.restrict(n, 2, 20);
  EXPECT_EQ(table[n], (Symbol{.name = "n", .low = 4, .high = 10}));
}

}  // namespace
}  // namespace cudep::model
