// Lets a program find the stand-in for the CUDA runtime before the real one.
#pragma once
#include <expected>
#include <string>

#include "tracer/launch/launch.h"

namespace cudep::launch {

/// Why `program` would not use the stand-in, with the remedy; empty when it may.
std::string unfit_for_simulation(const std::string& program);

/// That `program` itself makes no calls of CUDA, as far as its file shows; empty when it may. What it starts or loads
/// may all the same.
std::string lack_of_runtime(const std::string& program);

/// Sets the environment for `options`; an error says what is missing.
std::expected<void, std::string> prepare_simulation(const TraceOptions& options);

}  // namespace cudep::launch
