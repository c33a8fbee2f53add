// What `cudep-lower` answers of a unit: its facts, and what they were read from.
//
//   cudep-answer 1 {"inputs": 180, "keep": true, "prelude": "missing"}
//   180 bytes: inputs, a line each (analyzer/inputs/input.h)
//   a facts file of one unit (cli/lint/facts.h)
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inputs/input.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

/// Whether what precedes every CUDA source had been parsed before.
enum class PreludeUse : std::uint8_t {
  None,     // the unit has none, or no cache was named
  Missing,  // it would have been used, had it been there
  Used,
};

struct Answer {
  UnitFacts facts;
  std::vector<inputs::Input> inputs;
  bool is_steady = true;  // no input changed while it was read
  PreludeUse prelude = PreludeUse::None;
};

std::string print_answer(const Answer& answer);

/// The parts of an answer, before its facts are read.
struct AnswerText {
  std::vector<inputs::Input> inputs;
  bool may_be_kept = false;
  PreludeUse prelude = PreludeUse::None;
  std::string_view facts;
};

/// The files that the facts were read from, by paths without `..` and links: what reads them may shorten paths by
/// words.
std::vector<std::string> files_read(const std::vector<inputs::Input>& inputs);

/// An error is one line. The facts are a part of `text`.
std::expected<AnswerText, std::string> parse_answer(std::string_view text);

}  // namespace cudep::lint
