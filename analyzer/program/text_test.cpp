// The text form: everything survives being printed and parsed, and mistakes are told with their place.
#include "analyzer/program/text.h"

#include <gtest/gtest.h>

#include "analyzer/program/verify.h"

namespace cudep::program {
namespace {

constexpr std::string_view kEverything = R"(
option per_thread_default_stream
option launches_in_source 3
initializers @setup, @"a.cu:setup"
layout #float "float" 4
layout #slots "Slot [2]" 32 element=#slot
layout #slot "Slot" 16 { +0 "data" #pointer, +8 "" #float }
layout #pointer "float *" 8 pointee=#float
global $table "ns::table" 64 layout=#float memory=constant const external
global $guard 1 guard zero { +0 u8 0, +8 ptr @setup, +16 f64 -1.5 } at "a.h":3:1
class ^Ring "Ring<int>" layout=#slot main_file constructors(@make) destructor=@drop methods(@load, @drop) overrides(@load: @drop)
declare @cudaFree "cudaFree" (ptr) -> i32 system_header
declare @push "push_back" (ptr, ptr const reference #float) -> void qualified="std::vector::push_back" method library("std::vector", 4 #float, 8, copy=@make, deleter=@drop, extent=3)
declare @make
declare @setup private
declare @"a.cu:setup"
declare @drop (this: ptr) -> void destructor parent=^Ring
declare @load (this: ptr, n: i32) -> aggregate16 virtual variadic no_return parent=^Ring method
// a comment
function @"odd name" "odd" (x: ptr const #float, "y z" = &moved: u64, .2: i32) -> aggregate16 device result=&r main_file opaque at "a.cu":10:1 {
  local &moved 8
  local &r 16 layout=#slot at 11:3
  local &tile 1024 shared at "b.h":4:2
  local &i.5 4
  local &i.6 4
entry:
  begin &i.5 at 12:1
  %0 = load ptr, &x
  %1 = address %0 + -8 + threadIdx.x * 4
  %2 = address &r + 8
  %3 = add i32 -5, 7
  %4 = less u64 %3, ? -> i32
  %5 = convert i32 %3 -> u64
  %6 = pointer_difference ptr %0, %1
  %7 = negate f64 1.0
  %8 = add f64 1.5e-300, -inf
  store f32 0.25 -> %1
  copy %1 -> %2, 16
  zero &r, 16
  dynamic_type &r, ^Ring
  %9 = call i32 @cudaFree(%0)
  call virtual aggregate16 @load(&r, "a \"quoted\" // text") -> &r allocates #float
  call void %0()
  launch @"odd name" grid=&i.5 block=&i.6 shared=64 stream=%0 (%1, 4)
  branch %4, left, right "i < n"
left:
  switch %3, -1: right, 2: left, else: entry "k"
right:
  end &i.5
  branch %9, last, stop_here
stop_here:
  stop no_return
last:
  return
}
function @scalar () -> i32 kernel {
entry:
  return $table
}
function @flag (at: ptr) -> void {
entry:
  %0 = load ptr, &at
  %1 = load volatile i32, %0
  store volatile i32 %1 -> %0
  return
}
)";

Program parsed(std::string_view text) {
  auto program = parse(text, "test.ir");
  EXPECT_TRUE(program.has_value()) << program.error();
  return program.value_or(Program{});
}

TEST(Text, EverythingSurvives) {
  const Program program = parsed(kEverything);
  const std::string printed = print(program);
  EXPECT_EQ(print(parsed(printed)), printed);
  EXPECT_EQ(print(parsed(print(Program{}))), print(Program{}));
}

TEST(Text, HeadersAreRead) {
  const Program program = parsed(kEverything);
  ASSERT_EQ(program.functions.size(), 10u);
  const Function& odd = program.functions[7];
  EXPECT_EQ(odd.name, "odd name");
  EXPECT_EQ(odd.display, "odd");
  EXPECT_EQ(odd.qualified, "odd");
  ASSERT_EQ(odd.parameters.size(), 3u);
  EXPECT_TRUE(odd.parameters[0].pointee_const);
  EXPECT_EQ(odd.parameters[1].name, "y z");
  EXPECT_EQ(odd.locals[index(odd.parameters[1].local)].name, "moved");
  EXPECT_EQ(odd.parameters[2].name, "");
  EXPECT_EQ(odd.locals[index(odd.parameters[2].local)].bytes, 4);
  EXPECT_TRUE(odd.is_device);
  EXPECT_TRUE(odd.opaque);
  EXPECT_EQ(odd.registers, 10u);
  EXPECT_EQ(odd.locals[6].name, "i");
  EXPECT_FALSE(program.functions[3].is_public);
  ASSERT_TRUE(program.functions[1].library);
  EXPECT_EQ(program.functions[1].library->extent, 3);
  EXPECT_EQ(program.functions[1].library->element_bytes, (std::vector<std::int64_t>{4, 8}));
}

TEST(Text, InstructionsAreRead) {
  const Program program = parsed(kEverything);
  const auto& entry = program.functions[7].blocks[0].instructions;
  const auto& address = std::get<Address>(entry[2].operation);
  EXPECT_EQ(address.offset, -8);
  EXPECT_EQ(address.scale, 4);
  EXPECT_EQ(std::get<LaunchValue>(*address.index), LaunchValue::ThreadX);
  const auto& less = std::get<Compute>(entry[5].operation);
  EXPECT_EQ(less.operand_type, (Type{TypeKind::Integer, 8, false}));
  EXPECT_EQ(less.type, (Type{TypeKind::Integer, 4, true}));
  EXPECT_TRUE(std::holds_alternative<Unknown>(less.right));
  EXPECT_EQ(std::get<Compute>(entry[7].operation).type, (Type{TypeKind::Integer, 8, true}));
  const auto& call = std::get<Call>(entry[15].operation);
  EXPECT_TRUE(call.is_virtual);
  EXPECT_EQ(program.strings[index(std::get<StringId>(call.arguments[1]))], "a \"quoted\" // text");
}

TEST(Text, SitesAreOfTheFileOrOfTheText) {
  const Program program = parsed(kEverything);
  const Function& odd = program.functions[7];
  const auto site = [&](SiteId id) { return program.sites[index(id)]; };
  EXPECT_EQ(site(odd.site), (model::Site{"a.cu", 10, 1}));
  EXPECT_EQ(site(odd.blocks[0].instructions[0].site), (model::Site{"a.cu", 12, 1}));
  EXPECT_EQ(site(odd.locals[4].site), (model::Site{"b.h", 4, 2}));
  EXPECT_EQ(site(program.functions[8].site), (model::Site{"test.ir", 56, 1}));
  EXPECT_EQ(site(program.functions[8].blocks[0].instructions[0].site), (model::Site{"test.ir", 58, 3}));
}

std::string error_of(std::string_view text) {
  auto program = parse(text, "t");
  return program ? "no error" : program.error();
}

TEST(Text, MistakesAreToldWithTheirPlace) {
  EXPECT_EQ(error_of("function @f () -> void {\nentry:\n  jump away\n}"), "t:3:8: 'away': nothing has this name");
  EXPECT_EQ(error_of("function @f () -> void {\nentry:\n  %0 = load i32 &x\n}"), "t:3:17: expected ',' at 'x'");
  EXPECT_EQ(error_of("function @f () -> void {\nentry:\n  %0 = wrong i32 &x\n}"),
            "t:3:8: expected an operation that has a result at 'wrong'");
  EXPECT_EQ(error_of("function @f () -> void {\nentry:"), "t:1:1: the function has no '}'");
  EXPECT_EQ(error_of("declare @f () ->"),
            "t:1:17: expected a type (void, i32, u64, f32, ptr, aggregate24) before the end of the line");
  EXPECT_EQ(error_of("declare @f\ndeclare @f"), "t:2:9: 'f' is defined twice");
  EXPECT_EQ(error_of("global $x ;"), "t:1:11: unexpected character ';'");
  EXPECT_EQ(error_of("global $x \"no end"), "t:1:11: the string has no end");
  EXPECT_EQ(error_of("nonsense"),
            "t:1:1: expected option, initializers, layout, global, class, declare or function at 'nonsense'");
  EXPECT_EQ(error_of("global $x 99999999999999999999"), "t:1:11: '99999999999999999999': not a 64-bit integer");
}

TEST(Text, CutTextsNeverCrash) {
  for (std::size_t length = 0; length < kEverything.size(); ++length) (void)parse(kEverything.substr(0, length), "t");
}

}  // namespace
}  // namespace cudep::program
