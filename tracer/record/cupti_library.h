// CUPTI, opened while the program runs: a missing one is a message and the program goes on.
#pragma once
#include <cupti.h>

namespace cudep::record {

struct Cupti {
  decltype(&cuptiSubscribe) subscribe = nullptr;
  decltype(&cuptiSubscribe_v2) subscribe_named = nullptr;  // since CUDA 12.6: tells which tool is in the way
  decltype(&cuptiEnableCallback) enable_callback = nullptr;
  decltype(&cuptiGetResultString) result_text = nullptr;
  decltype(&cuptiGetVersion) version = nullptr;
  decltype(&cuptiGetTimestamp) timestamp = nullptr;
  decltype(&cuptiActivityEnable) activity_enable = nullptr;
  decltype(&cuptiActivityRegisterCallbacks) activity_callbacks = nullptr;
  decltype(&cuptiActivityGetNextRecord) activity_next = nullptr;
  decltype(&cuptiActivityFlushAll) activity_flush = nullptr;

  [[nodiscard]] bool usable() const {
    return (subscribe != nullptr || subscribe_named != nullptr) && enable_callback != nullptr;
  }
};

/// Not usable when there is none, where `cupti::open_library` looks.
Cupti open_cupti() noexcept;

}  // namespace cudep::record
