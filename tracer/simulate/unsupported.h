// Calls that are not simulated.
#pragma once

namespace cudep::simulate {

/// cudaErrorNotSupported. The first call of a name is told on stderr; each counts as an entry that the trace lacks, so
/// that nothing is concluded from its absence.
int unsupported(const char* call) noexcept;

}  // namespace cudep::simulate
