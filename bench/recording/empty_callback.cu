// The least that any tool pays: a CUPTI subscriber of the driver's calls that does nothing. Loaded as the recorder is,
// through CUDA_INJECTION64_PATH; `cudep trace` is compared with it.
#include <cupti.h>

namespace {

void CUPTIAPI nothing(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  CUpti_SubscriberHandle subscriber;
  if (cuptiSubscribe(&subscriber, nothing, nullptr) != CUPTI_SUCCESS) return 0;
  for (const CUpti_CallbackId call : {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                      CUPTI_DRIVER_TRACE_CBID_cuEventRecord, CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent})
    cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, call);
  return 1;
}
