// The exit codes of every command of cudep.
#pragma once

namespace cudep {

enum class ExitCode : int {
  Clean = 0,
  Findings = 1,    // at or above --fail-on
  Usage = 2,       // wrong usage or configuration, input that cannot be read, output that cannot be written
  Incomplete = 3,  // some unit was not, or not wholly, understood; the rest was linted
  Internal = 4,    // cudep's own error
};

}  // namespace cudep
