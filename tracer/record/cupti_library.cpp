// What the recorder uses of CUPTI.
#include "tracer/record/cupti_library.h"

#include "tracer/cupti/search.h"
#include "tracer/record/library_functions.h"

namespace cudep::record {

Cupti open_cupti() noexcept {
  Cupti cupti;
  void* const library = cupti::open_library();
  if (library == nullptr) return cupti;
  find(library, "cuptiSubscribe", cupti.subscribe);
  find(library, "cuptiSubscribe_v2", cupti.subscribe_named);
  find(library, "cuptiEnableCallback", cupti.enable_callback);
  find(library, "cuptiGetResultString", cupti.result_text);
  find(library, "cuptiGetVersion", cupti.version);
  find(library, "cuptiGetTimestamp", cupti.timestamp);
  find(library, "cuptiActivityEnable", cupti.activity_enable);
  find(library, "cuptiActivityRegisterCallbacks", cupti.activity_callbacks);
  find(library, "cuptiActivityGetNextRecord", cupti.activity_next);
  find(library, "cuptiActivityFlushAll", cupti.activity_flush);
  return cupti;
}

}  // namespace cudep::record
