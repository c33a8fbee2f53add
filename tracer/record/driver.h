// The few driver functions that the recorder itself calls. They are looked up in the driver that is already in the
// process; a missing one (of an older driver) is null and costs what it would have told.
#pragma once
#include <cuda.h>

namespace cudep::record {

struct Driver {
  CUresult (*kernel_parameter)(CUkernel, size_t, size_t*, size_t*) = nullptr;      // cuKernelGetParamInfo
  CUresult (*function_parameter)(CUfunction, size_t, size_t*, size_t*) = nullptr;  // cuFuncGetParamInfo
  CUresult (*kernel_name)(const char**, CUkernel) = nullptr;                       // cuKernelGetName
  CUresult (*function_name)(const char**, CUfunction) = nullptr;                   // cuFuncGetName
  CUresult (*context_device)(CUdevice*) = nullptr;                                 // cuCtxGetDevice
  CUresult (*stream_is_capturing)(CUstream, CUstreamCaptureStatus*) = nullptr;     // cuStreamIsCapturing
  CUresult (*array_descriptor)(CUDA_ARRAY3D_DESCRIPTOR*, CUarray) = nullptr;       // cuArray3DGetDescriptor
  CUresult (*load_library)(CUlibrary*, const void*, CUjit_option*, void**, unsigned, CUlibraryOption*, void**,
                           unsigned) = nullptr;                             // cuLibraryLoadData
  CUresult (*library_kernel)(CUkernel*, CUlibrary, const char*) = nullptr;  // cuLibraryGetKernel
  CUresult (*kernel_in_context)(CUfunction*, CUkernel) = nullptr;           // cuKernelGetFunction
  CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void**,
                     void**) = nullptr;  // cuLaunchKernel
  CUresult (*version)(int*) = nullptr;   // cuDriverGetVersion

  /// Whether work for the stream is captured, as it is where the driver does not say otherwise; false where it cannot
  /// be asked.
  [[nodiscard]] bool is_capturing(CUstream stream) const noexcept {
    if (stream_is_capturing == nullptr) return false;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return stream_is_capturing(stream, &status) != CUDA_SUCCESS || status != CU_STREAM_CAPTURE_STATUS_NONE;
  }
};

Driver find_driver() noexcept;

}  // namespace cudep::record
