// Looks up driver functions in the libcuda of this process.
#include "tracer/record/driver.h"

#include <dlfcn.h>

#include "tracer/record/library_functions.h"

namespace cudep::record {

Driver find_driver() noexcept {
  Driver driver;
  void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return driver;
  find(library, "cuKernelGetParamInfo", driver.kernel_parameter);
  find(library, "cuFuncGetParamInfo", driver.function_parameter);
  find(library, "cuKernelGetName", driver.kernel_name);
  find(library, "cuFuncGetName", driver.function_name);
  find(library, "cuCtxGetDevice", driver.context_device);
  find(library, "cuStreamIsCapturing", driver.stream_is_capturing);
  find(library, "cuArray3DGetDescriptor_v2", driver.array_descriptor);
  find(library, "cuLibraryLoadData", driver.load_library);
  find(library, "cuLibraryGetKernel", driver.library_kernel);
  find(library, "cuKernelGetFunction", driver.kernel_in_context);
  find(library, "cuLaunchKernel", driver.launch);
  find(library, "cuDriverGetVersion", driver.version);
  return driver;
}

}  // namespace cudep::record
