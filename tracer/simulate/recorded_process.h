// A test process that is a simulated program itself: its calls go to the stand-in, and it reads its own trace.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tracer/format/reader.h"

namespace cudep::simulate {

inline std::string trace_path() {
  return (std::filesystem::temp_directory_path() / ("simulated." + std::to_string(getpid()) + ".cudep")).string();
}

/// Must be made before the first call of the runtime.
struct RecordedProcess {
  RecordedProcess() { setenv("CUDEP_TRACE_FILE", trace_path().c_str(), 1); }
  ~RecordedProcess() { std::filesystem::remove(trace_path()); }
};

inline format::Trace recorded() {
  auto trace = format::read_trace(trace_path());
  EXPECT_TRUE(trace.has_value());
  return trace.value_or(format::Trace{});
}

/// The driver calls that were recorded, without the first `skipped`.
inline std::vector<std::string> names_after(std::size_t skipped) {
  const format::Trace trace = recorded();
  std::vector<std::string> names;
  for (std::size_t i = skipped; i < trace.calls.size(); ++i) names.emplace_back(trace.calls[i].name());
  return names;
}

}  // namespace cudep::simulate
