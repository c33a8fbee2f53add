// What is said of two ranges against the bytes they have under every assignment of the symbols.
#include "rules/model/byte_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/model/form_oracle.h"

namespace cudep::model {
namespace {

const SymbolTable kNoSymbols;

struct Names {
  SymbolTable table;
  Form n = Form::symbol(table.add({.name = "n", .low = 1}));
  Form i = Form::symbol(table.add({.name = "i", .low = 0}));
};

Overlap compared(const ByteRange& a, const ByteRange& b, const SymbolTable& symbols = kNoSymbols,
                 bool whole_buffer = false) {
  const Overlap result = compare(a, b, whole_buffer, symbols);
  EXPECT_EQ(result, compare(b, a, whole_buffer, symbols)) << "the order of the two changes nothing";
  return result;
}

/// The hull of a range whose end is known.
Interval hull(const ByteRange& range, const Assignment& values) {
  const SymbolicRange forms = range.forms();
  Interval result{.low = value_of(forms.low, values), .high = value_of(forms.high.front(), values)};
  for (const Form& high : forms.high) result.high = std::min(result.high, value_of(high, values));
  return result;
}

bool meet(Interval a, Interval b) { return std::max(a.low, b.low) < std::min(a.high, b.high); }

/// A byte of both, whatever a range that is not dense leaves out after its first byte.
bool share_a_byte(const ByteRange& a, const ByteRange& b, const Assignment& values) {
  const Interval x = hull(a, values);
  const Interval y = hull(b, values);
  return meet(x, y) && ((a.dense() && b.dense()) || x.low == y.low);
}

ByteRange random_range(RandomForms& random, const SymbolTable& symbols, const Form& low) {
  SymbolicRange range{.low = low, .high = {low + random.form(symbols, 1) + random.number(0, 9)}};
  if (random.chance(30)) range.high.push_back(low + random.number(0, 6));
  return ByteRange::symbolic(range, random.chance(70));
}

TEST(ByteRange, AnswersHoldUnderEveryAssignment) {
  RandomForms random(5);
  std::map<Overlap, int> seen;
  for (int round = 0; round < 4000; ++round) {
    const SymbolTable symbols = random.symbols(2, 0, 90);
    const Form low = random.form(symbols, 2);
    const ByteRange a = random_range(random, symbols, low);
    const ByteRange b = random_range(random, symbols, random.chance(30) ? low : low + random.form(symbols, 1));
    const Overlap answer = compared(a, b, symbols);
    ++seen[answer];
    for_each_assignment(symbols, [&](const Assignment& values) {
      if (answer == Overlap::None) ASSERT_FALSE(meet(hull(a, values), hull(b, values)));
      if (answer == Overlap::Certain) ASSERT_TRUE(share_a_byte(a, b, values));
    });
  }
  EXPECT_GT(seen[Overlap::None], 100);
  EXPECT_GT(seen[Overlap::Certain], 100);
  EXPECT_GT(seen[Overlap::Possible], 100);
  EXPECT_EQ(seen[Overlap::Likely], 0);
}

TEST(ByteRange, NumbersAreDecidedExactly) {
  RandomForms random(6);
  for (int round = 0; round < 4000; ++round) {
    const auto range = [&] {
      const std::int64_t low = random.number(0, 8);
      return ByteRange::bytes(low, low + random.number(0, 6), random.chance(60));
    };
    const ByteRange a = range();
    const ByteRange b = range();
    const Overlap answer = compared(a, b);
    EXPECT_EQ(answer == Overlap::None, !meet(a.interval(), b.interval()));
    EXPECT_EQ(answer == Overlap::Certain, share_a_byte(a, b, {}));
    EXPECT_EQ(answer, compare_forms(a, b, false, kNoSymbols)) << "the short way agrees with the long one";
  }
}

TEST(ByteRange, SlicesOfACounterAreDisjoint) {
  Names names;
  const auto chunk = [&](int lap) {
    return ByteRange::symbolic({.low = names.n * (4 * lap), .high = {names.n * (4 * lap + 4)}});
  };
  EXPECT_EQ(compared(chunk(0), chunk(1), names.table), Overlap::None);
  EXPECT_EQ(compared(chunk(1), chunk(1), names.table), Overlap::Certain);
  const ByteRange both = ByteRange::symbolic({.low = Form(0), .high = {names.n * 8}});
  EXPECT_EQ(compared(both, chunk(1), names.table), Overlap::Certain);
  EXPECT_EQ(compared(both, chunk(2), names.table), Overlap::None);
}

TEST(ByteRange, EveryUpperLimitMustLeaveAByte) {
  Names names;
  const ByteRange clipped = ByteRange::symbolic({.low = names.i, .high = {names.i + names.n, Form(16)}});
  const ByteRange all = ByteRange::symbolic({.low = names.i, .high = {names.i + names.n}});
  EXPECT_EQ(compared(clipped, all, names.table), Overlap::Possible) << "empty for i >= 16";
  EXPECT_EQ(compared(clipped, ByteRange::bytes(16, 32), names.table), Overlap::None);
}

TEST(ByteRange, UnknownEndsNeedTheWholeBuffer) {
  const ByteRange all = ByteRange::whole();
  const ByteRange sliced = ByteRange::open_ended(0, true);
  const ByteRange tail = ByteRange::open_ended(16);
  const ByteRange known = ByteRange::bytes(0, 16);
  EXPECT_EQ(compared(all, all, kNoSymbols, true), Overlap::Likely);
  EXPECT_EQ(compared(all, all, kNoSymbols, false), Overlap::Possible);
  EXPECT_EQ(compared(all, sliced, kNoSymbols, true), Overlap::Possible);
  EXPECT_EQ(compared(all, tail, kNoSymbols, true), Overlap::Possible);
  EXPECT_EQ(compared(all, known, kNoSymbols, true), Overlap::Likely);
  EXPECT_EQ(compared(all, known, kNoSymbols, false), Overlap::Possible);
  EXPECT_EQ(compared(sliced, known, kNoSymbols, true), Overlap::Possible);
  EXPECT_EQ(compared(tail, known, kNoSymbols, true), Overlap::None);
}

TEST(ByteRange, BecomesNumbersWhenItCan) {
  Names names;
  EXPECT_EQ(ByteRange::symbolic({.low = 4, .high = {Form(16), Form(12)}}), ByteRange::bytes(4, 12));
  EXPECT_FALSE(ByteRange::symbolic({.low = 4, .high = {names.n * 4}}).is_concrete());
  EXPECT_FALSE(ByteRange::whole().is_concrete());
  EXPECT_FALSE(ByteRange::whole().end_known());
  EXPECT_NE(ByteRange::bytes(0, 4), ByteRange::bytes(0, 4, false));
}

}  // namespace
}  // namespace cudep::model
