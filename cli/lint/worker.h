// Units are lowered by a program of their own, `cudep-lower`, one process each: a crash in the compiler costs one unit,
// its memory is given back, and `cudep` itself needs no LLVM.
#pragma once
#include <string>

#include "cli/lint/unit.h"

namespace cudep::lint {

/// Starts `program` for each unit: the request on its standard input, the facts on its standard output, its standard
/// error that of this process. When it cannot be started or does not answer, that is a problem of the unit.
LowerUnit lower_in(std::string program);

/// What that program does: reads a request from standard input and answers it by `lower`. Yields its exit code.
int answer_request(const LowerUnit& lower);

}  // namespace cudep::lint
