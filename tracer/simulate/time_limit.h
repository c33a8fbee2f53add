// Ends a program that does not end by itself: loops that wait for what a kernel would have computed.
#pragma once

namespace cudep::simulate {

inline constexpr int kTimeLimitExit = 124;  // as timeout(1) has it

/// After `seconds` the process ends with kTimeLimitExit and a line on stderr. What was recorded stays.
void limit_time(double seconds) noexcept;

}  // namespace cudep::simulate
