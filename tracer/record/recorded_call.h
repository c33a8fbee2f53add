// Stands in for CUPTI in tests: calls a decoder with arguments made up here, and reads back what it wrote.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "tracer/format/reader.h"
#include "tracer/record/call_table.h"

namespace cudep::record {

class RecordedCall {
 public:
  RecordedCall() {
    std::filesystem::remove(path_);
    EXPECT_EQ(recorder_->file.create(path_.c_str()), 0);
    EXPECT_TRUE(recorder_->kernels.open());
  }
  ~RecordedCall() { std::filesystem::remove(path_); }

  Recorder& recorder() { return *recorder_; }
  ThreadState& thread() { return *thread_; }
  /// Of the calls from here on.
  void use_context(std::uint32_t context) { context_ = context; }

  /// Lets the decoder of a callback see `parameters`, after the call returned `result`.
  template <class Parameters>
  void call(CUpti_driver_api_trace_cbid callback, const Parameters& parameters, CUresult result = CUDA_SUCCESS,
            const char* symbol = nullptr) {
    const auto rows = call_rows();
    const auto row = std::ranges::find(rows, callback, &CallRow::callback);
    ASSERT_NE(row, rows.end());
    Call call{.recorder = *recorder_,
              .thread = *thread_,
              .context = context_,
              .kernel_name = symbol,
              .id = row->call,
              .per_thread_default = row->per_thread_default,
              .sequence = recorder_->next_sequence(),
              .stack = 0,
              .result = static_cast<std::uint16_t>(result)};
    row->decode(call, &parameters);
  }

  format::Trace read() {
    recorder_->file.end();
    auto trace = format::read_trace(path_);
    EXPECT_TRUE(trace.has_value());
    return trace.value_or(format::Trace{});
  }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / ("record." + std::to_string(getpid()) + ".cudep");
  std::unique_ptr<Recorder> recorder_ = std::make_unique<Recorder>();
  std::unique_ptr<ThreadState> thread_ = std::make_unique<ThreadState>(0, 1);
  std::uint32_t context_ = 1;
};

}  // namespace cudep::record
