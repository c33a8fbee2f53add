// Facts files: what `cudep lint --facts-out` and the programs that parse units write, and `cudep link` reads.
//
//   cudep-facts 1 VERSION
//   {"file": "src/ring.cu", "arguments": ["-DX"], "problems": [{"kind": "parse-error", "file": "src/ring.cu",
//    "line": 3, "column": 1, "message": "expected ';'"}], "remarks": [], "seconds": 0.7, "lines": 120}
//   120 lines of the host program (analyzer/program/text.h)
//
// The second part is there once for each unit. Facts are for the same version of cudep alone.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lint/unit.h"

namespace cudep::lint {

std::string print_facts(const std::vector<UnitFacts>& units);

/// `name` stands for the text in errors: one line that says what is wrong where, and what to do.
std::expected<std::vector<UnitFacts>, std::string> parse_facts(std::string_view text, const std::string& name);

}  // namespace cudep::lint
