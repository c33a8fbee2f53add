// The text form of a host program, for tests, for reading what the frontend made, and for bug reports. One line is one
// item or one instruction; `//` begins a comment. Everything of program.h can be written; what is left out is default.
//
//   layout #float "float" 4
//   global $table 64 layout=#float memory=constant
//   declare @cudaDeviceSynchronize () -> i32
//   function @scale "scale" (x: ptr #float, n: i32) -> void kernel {
//     local &i 4
//   entry:
//     %0 = multiply u32 blockIdx.x, blockDim.x
//     %1 = add u32 %0, threadIdx.x
//     store i32 %1 -> &i
//     %2 = load i32, &n
//     %3 = less i32 %1, %2                         // the type is that of the operands
//     branch %3, body, done "i < n"
//   body:
//     %4 = convert i32 %1 -> i64
//     %5 = load ptr, &x
//     %6 = address %5 + 8 + %4 * 4                 // base + offset + index * scale
//     store f32 1.0 -> %6 at 12:5
//     jump done
//   done:
//     return
//   }
//
// Other instructions: `copy %1 -> &x, 24`, `zero &x, 24`, `begin &x`, `end &x`, `dynamic_type &x, ^Ring`,
// `%1 = call i32 @f(%0, "text")`, `call virtual aggregate24 @g(%0) -> &x allocates #float`,
// `%1 = load volatile i32, %0`, `store volatile i32 1 -> %0`, `launch @k grid=&g block=&b shared=0 stream=%0 (%1, 4)`,
// `switch %0, 1: one, 2: two, else: other "v"`, `stop throw`. Operands: `?` for the unknown, `%3` registers, numbers,
// `&x` locals, `$x` globals, `@x` functions,
// `"text"`, `threadIdx.x` and its like. A name with other characters than letters, digits, `_`, `.` and `$` is quoted:
// `@"a.cu:f"`. Locals whose name is not unique get a number: `&i.4`.
//
// Sites: `at 12:5` is in the file of the function's own site, `at "ring.h":3:1` elsewhere, `at ?` unknown; an item
// without one has its place in the text as its site, so that tests can name lines of the text.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "analyzer/program/program.h"

namespace cudep::program {

std::string print(const Program& program);
std::string print(const Function& function, const Program& program);
std::string print(const Global& global, const Program& program);

/// `file` names the text in errors and in sites. An error is one line: `file:line:column: what is wrong`.
/// `print(parse(print(p)))` equals `print(p)`; identities of sites and strings may change.
std::expected<Program, std::string> parse(std::string_view text, std::string_view file);

}  // namespace cudep::program
