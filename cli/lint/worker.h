// Units are lowered by a program of their own, `cudep-lower`, one process each: a crash in the compiler costs one unit,
// its memory is given back, and `cudep` itself needs no LLVM.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "cli/lint/answer.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

/// Starts `program` for each unit: the request on its standard input, the facts on its standard output, its standard
/// error that of this process. When it cannot be started or does not answer, that is a problem of the unit.
///
/// Answers are kept in the cache that the request names. The first unit that misses a prelude there leaves a process
/// behind that prepares it, for the units that come later. Tells the C library, by the environment, to back the memory
/// of these processes by huge pages.
LowerUnit lower_in(std::string program);

/// The argument with which that program prepares a prelude instead.
inline constexpr std::string_view kPreparePrelude = "--prepare-prelude";

/// What that program does: answers the text of a request, on standard output. Yields its exit code.
int answer_request(const std::string& text, const std::function<Answer(const UnitRequest&)>& lower);
int prepare(const std::string& text, const std::function<void(const UnitRequest&)>& work);

}  // namespace cudep::lint
