// Starts a program so that it is recorded.
#pragma once
#include <string>
#include <vector>

namespace cudep::launch {

struct TraceOptions {
  std::string output;  // the trace file; further processes of the program write OUTPUT.PID
  bool timeline = false;
  bool watch_host = false;
  bool stacks = true;
  bool simulate = false;             // without a GPU: by a stand-in for the CUDA runtime
  std::string kernels;               // of a simulated run: summaries, which say how large the arguments of kernels are
  double timeout = 0;                // of a simulated run: seconds until it is ended; 0: never
  std::vector<std::string> command;  // the program and its arguments
};

/// Replaces this process by the program, so that its exit code and signals are the program's own. Returns only when
/// that fails, with the exit code for it and a line on stderr.
int run_trace(const TraceOptions& options);

/// Where the recorder lies: beside this executable or in ../lib/cudep; empty when it is in neither.
std::string recorder_path();

}  // namespace cudep::launch
