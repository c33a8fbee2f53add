// What changes the hash of a function, and what does not.
#include "analyzer/program/reach_hash.h"

#include <gtest/gtest.h>

#include <string>

#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

constexpr std::string_view kItems = R"(
layout #float "float" 4
layout #ring "Ring" 8 { +0 "slot" #float }
global $table 4 zero at 1:1
class ^ring "Ring" layout=#ring methods(@load)
class ^derived "Derived" overrides(@load: @own)
function @main "main" () -> i32 at 1:1 {
entry:
  %0 = call i32 @middle(1) at 2:1
  return %0 at 3:1
}
function @middle "middle" (n: i32 at 5:2) -> i32 at 5:1 {
entry:
  store i32 1 -> $table at 5:5
  call virtual void @load(0) at 6:1
  %0 = call i32 @middle(2) at 6:5
  return %0 at 7:1
}
function @load "Ring::load" (this: ptr #ring at 9:2) -> void parent=^ring virtual at 9:1 {
entry:
  return at 9:5
}
function @own "Derived::load" (this: ptr at 10:2) -> void at 10:1 {
entry:
  return at 10:5
}
function @other "other" () -> void at 20:1 {
entry:
  return at 20:5
}
)";

inputs::Hash hash(std::string_view text, std::string_view function, std::string_view note = "") {
  const auto program = parse(text, "t");
  EXPECT_TRUE(program) << program.error();
  if (!program) return {};
  const auto note_of_all = [&](ItemId) { return std::string(note); };
  for (std::uint32_t f = 0; f < program->functions.size(); ++f)
    if (program->functions[f].name == function) {
      const std::vector<ItemId> start = {FunctionId{f}};
      return ReachHash(*program, note_of_all).of(start);
    }
  ADD_FAILURE() << function;
  return {};
}

/// The items with one place of their text changed.
std::string with(std::string_view before, std::string_view after) {
  std::string text(kItems);
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.replace(at, before.size(), after);
}

TEST(ReachHash, ChangesWithEverythingThatCanBeComeTo) {
  const inputs::Hash before = hash(kItems, "main");
  const std::pair<std::string_view, std::string_view> changes[] = {
      {"@middle(1)", "@middle(3)"},         // its own code
      {"@middle(2)", "@middle(3)"},         // that of a callee
      {"at 9:5", "at 9:6"},                 // a site
      {"at 10:5", "at 10:6"},               // of what overrides
      {"zero at", "zero { +0 i32 7 } at"},  // the first value of a global
      {"\"slot\"", "\"cell\""},             // a name
      {"\"float\" 4", "\"float\" 8"},
      {"methods(@load)", "methods(@own)"},
      {"overrides(@load: @own)", "overrides(@load: @load)"},
  };
  for (const auto& [from, to] : changes) EXPECT_NE(hash(with(from, to), "main"), before) << from;
  EXPECT_NE(hash(kItems, "main", "note"), before);
  EXPECT_NE(hash(kItems, "middle"), before);
}

TEST(ReachHash, DoesNotChangeWithTheRest) {
  const inputs::Hash before = hash(kItems, "main");
  EXPECT_EQ(hash(with("at 20:5", "at 21:5"), "main"), before);
  const std::string more =
      "\nlayout #more \"More\" 1\nclass ^more \"More\"\nglobal $more 4 at 1:1\n"
      "function @more \"more\" () -> void at 30:1 {\nentry:\n  return at 30:2\n}\n";
  EXPECT_EQ(hash(more + std::string(kItems), "main"), before) << "other numbers";
}

TEST(ReachHash, TellsApartWhatRefersToAnotherOfTheSameText) {
  constexpr std::string_view kTwo = R"(
layout #a "T" 4
layout #b "T" 4 { +0 "x" #a }
function @f "f" (p: ptr #a) -> void at 1:1 {
entry:
  return at 1:1
}
)";
  const std::string other = std::string(kTwo).replace(kTwo.find("ptr #a"), 6, "ptr #b");
  EXPECT_NE(hash(kTwo, "f"), hash(other, "f"));
}

}  // namespace
}  // namespace cudep::program
