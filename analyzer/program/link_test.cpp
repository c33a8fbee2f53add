// Linking: who finds whose body, what is there once, and what stays apart.
#include "analyzer/program/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/program/text.h"
#include "analyzer/program/verify.h"

namespace cudep::program {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Program unit(std::string_view text, std::string_view file) {
  auto program = parse(text, file);
  EXPECT_TRUE(program) << program.error();
  return program.value_or(Program{});
}

Linked linked(std::vector<Program> units) {
  Linked result = link(std::move(units));
  EXPECT_THAT(verify(result.program), IsEmpty());
  EXPECT_EQ(result.program.functions.size(), result.units_of_function.size());
  return result;
}

std::vector<std::string> names(const Program& program) {
  std::vector<std::string> all;
  for (const Function& function : program.functions) all.push_back(function.name);
  return all;
}

std::size_t position(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.functions, name, &Function::name);
  EXPECT_NE(found, program.functions.end()) << name;
  return static_cast<std::size_t>(found - program.functions.begin());
}

constexpr std::string_view kCaller = R"(
declare @produce (stream: ptr) -> void
declare @cudaDeviceSynchronize () -> i32 system_header
function @main "main" () -> i32 {
entry:
  call void @produce(0)
  %0 = call i32 @cudaDeviceSynchronize()
  return 0
}
)";

constexpr std::string_view kProducer = R"(
declare @cudaDeviceSynchronize () -> i32 system_header
function @produce "produce" (stream: ptr) -> void {
entry:
  %0 = call i32 @cudaDeviceSynchronize()
  return
}
)";

TEST(Link, CallsFindTheBodyInTheOtherUnit) {
  const Linked both = linked({unit(kCaller, "main.cu"), unit(kProducer, "produce.cu")});
  EXPECT_THAT(names(both.program), UnorderedElementsAre("main", "produce", "cudaDeviceSynchronize"));
  EXPECT_TRUE(both.program.functions[position(both.program, "produce")].has_body());
  EXPECT_THAT(both.units_of_function[position(both.program, "produce")], ElementsAre(1));
  EXPECT_THAT(both.units_of_function[position(both.program, "main")], ElementsAre(0));
  EXPECT_THAT(both.units_of_function[position(both.program, "cudaDeviceSynchronize")], IsEmpty());
}

TEST(Link, OneUnitStaysWhatItIs) {
  const Program alone = unit(kCaller, "main.cu");
  EXPECT_EQ(print(linked({alone}).program), print(alone));
}

TEST(Link, SitesKeepTheirFiles) {
  const Linked both = linked({unit(kCaller, "main.cu"), unit(kProducer, "produce.cu")});
  const auto file = [&](std::string_view name) {
    const Function& function = both.program.functions[position(both.program, name)];
    return both.program.sites[index(function.site)].file;
  };
  EXPECT_EQ(file("main"), "main.cu");
  EXPECT_EQ(file("produce"), "produce.cu");
}

constexpr std::string_view kInline = R"(
layout #ring "Ring" 16 { +0 "next" #pointer, +8 "data" #float }
layout #pointer "Ring *" 8 pointee=#ring
layout #float "float" 4
declare @cudaDeviceSynchronize () -> i32 system_header
function @wait "wait" (ring: ptr #pointer at "ring.h":2:1) -> void at "ring.h":1:1 {
entry:
  %0 = call i32 @cudaDeviceSynchronize() at "ring.h":3:1
  return at "ring.h":4:1
}
)";

TEST(Link, WhatAHeaderBringsIsThereOnce) {
  const std::string other = "layout #another \"double\" 8\n" + std::string(kInline);
  const Linked both = linked({unit(kInline, "a.cu"), unit(other, "b.cu")});
  EXPECT_THAT(names(both.program), UnorderedElementsAre("wait", "cudaDeviceSynchronize"));
  EXPECT_EQ(both.program.layouts.size(), 4U);  // the three of the header, and double
  EXPECT_THAT(both.units_of_function[position(both.program, "wait")], ElementsAre(0, 1));
}

std::string executable(std::string_view work) {
  return "declare @cudaDeviceSynchronize () -> i32 system_header\n"
         "function @work \"work\" () -> i32 {\nentry:\n  return " +
         std::string(work) +
         "\n}\nfunction @main \"main\" () -> i32 {\nentry:\n  %0 = call i32 @work()\n  return %0\n}\n";
}

TEST(Link, ExecutablesWithTheSameNamesStayApart) {
  const Linked both = linked({unit(executable("1"), "one.cu"), unit(executable("2"), "two.cu")});
  EXPECT_THAT(names(both.program), UnorderedElementsAre("work", "work@2", "main", "main@2", "cudaDeviceSynchronize"));
  const Function& second = both.program.functions[position(both.program, "main@2")];
  const auto& call = std::get<Call>(second.blocks[0].instructions[0].operation);
  EXPECT_EQ(index(std::get<FunctionId>(call.callee)), position(both.program, "work@2"));
}

TEST(Link, ANameWithSeveralMeaningsHasNoBodyForThoseWhoOnlyDeclareIt) {
  const std::string user =
      "declare @work () -> i32\nfunction @use \"use\" () -> i32 {\nentry:\n"
      "  %0 = call i32 @work()\n  return %0\n}\n";
  const Linked all = linked({unit(executable("1"), "one.cu"), unit(executable("2"), "two.cu"), unit(user, "use.cu")});
  const Function& use = all.program.functions[position(all.program, "use")];
  const auto& call = std::get<Call>(use.blocks[0].instructions[0].operation);
  EXPECT_FALSE(all.program.functions[index(std::get<FunctionId>(call.callee))].has_body());
}

TEST(Link, SameTextWithOtherCalleesIsNotTheSame) {
  const std::string common =
      "function @outer \"outer\" () -> i32 at \"h.h\":1:1 {\nentry:\n"
      "  %0 = call i32 @inner() at \"h.h\":2:1\n  return %0 at \"h.h\":3:1\n}\n";
  const auto with_inner = [&](std::string_view result) {
    return common + "function @inner \"inner\" () -> i32 at \"h.h\":9:1 {\nentry:\n  return " + std::string(result) +
           " at \"h.h\":9:9\n}\n";
  };
  EXPECT_EQ(linked({unit(with_inner("1"), "a.cu"), unit(with_inner("1"), "b.cu")}).program.functions.size(), 2U);
  EXPECT_EQ(linked({unit(with_inner("1"), "a.cu"), unit(with_inner("2"), "b.cu")}).program.functions.size(), 4U);
}

TEST(Link, GlobalsAreTheSameObjectInAllUnits) {
  const std::string definition = "global $stream \"stream\" 8 external zero\n";
  const std::string user =
      "global $stream \"stream\" 8 external\nfunction @use \"use\" () -> ptr {\nentry:\n"
      "  %0 = load ptr, $stream\n  return %0\n}\n";
  const Linked both = linked({unit(user, "use.cu"), unit(definition, "stream.cu")});
  ASSERT_EQ(both.program.globals.size(), 1U);
  EXPECT_TRUE(both.program.globals[0].zero_initialized);
  EXPECT_EQ(both.program.sites[index(both.program.globals[0].site)].file, "stream.cu");
}

std::string class_unit(std::string_view load, std::string_view drop) {
  const auto member = [](std::string_view name, std::string_view body) {
    const std::string head = "@" + std::string(name) + " \"Ring::" + std::string(name) + "\" (this: ptr) -> void";
    if (body.empty()) return "declare " + head + " method parent=^Ring at \"ring.h\":1:1\n";
    return "function " + head + " method parent=^Ring at \"" + std::string(body) + "\":1:1 {\nentry:\n  return at \"" +
           std::string(body) + "\":2:1\n}\n";
  };
  std::string listed;
  if (!load.empty()) listed = "@load";
  if (!drop.empty()) listed += std::string(listed.empty() ? "" : ", ") + "@drop";
  return "class ^Ring \"Ring\"" + (listed.empty() ? "" : " methods(" + listed + ")") + "\n" + member("load", load) +
         member("drop", drop);
}

TEST(Link, AClassHasTheMembersThatAnyUnitDefines) {
  const Linked both = linked({unit(class_unit("a.cu", ""), "a.cu"), unit(class_unit("", "b.cu"), "b.cu")});
  ASSERT_EQ(both.program.classes.size(), 1U);
  EXPECT_EQ(both.program.classes[0].methods.size(), 2U);
}

TEST(Link, ClassesOfOneNameWithOtherMembersStayApart) {
  const Linked both = linked({unit(class_unit("a.cu", "a.cu"), "a.cu"), unit(class_unit("b.cu", "a.cu"), "b.cu")});
  ASSERT_EQ(both.program.classes.size(), 2U);
  EXPECT_EQ(both.program.classes[0].methods.size(), 2U);
  EXPECT_EQ(both.program.classes[1].methods.size(), 2U);
  EXPECT_EQ(both.program.functions.size(), 4U);
}

TEST(Link, WhatAFileKeepsToItselfStaysItsOwn) {
  const auto hidden = [](const std::string& file) {
    return "function @\"" + file + ":f\" \"f\" () -> void private {\nentry:\n  return\n}\n";
  };
  const Linked both = linked({unit(hidden("a.cu"), "a.cu"), unit(hidden("b.cu"), "b.cu")});
  EXPECT_THAT(names(both.program), UnorderedElementsAre("a.cu:f", "b.cu:f"));
}

TEST(Link, LaunchesAndInitializersAddUp) {
  const auto with_launches = [](const std::string& name) {
    return "option launches_in_source 2\ninitializers @" + name + "\nfunction @" + name + " \"" + name +
           "\" () -> void {\nentry:\n  return\n}\n";
  };
  const Program program = linked({unit(with_launches("a"), "a.cu"), unit(with_launches("b"), "b.cu")}).program;
  EXPECT_EQ(program.launches_in_source, 4U);
  EXPECT_EQ(program.initializers.size(), 2U);
}

TEST(Link, NothingFromNothing) { EXPECT_TRUE(linked({}).program.functions.empty()); }

}  // namespace
}  // namespace cudep::program
