// Kernel launches and what programs ask about kernels; registration by the constructors that nvcc writes.
#include "tracer/record/decode_launches.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

constexpr unsigned kMostThreads = 1024;  // of a block: CUDA C++ Programming Guide, "Compute Capabilities"
constexpr int kRegisters = 32;

record::LaunchShape shape_of(const Kernel* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, void** arguments) {
  return {.function = reinterpret_cast<CUfunction>(const_cast<Kernel*>(kernel)),
          .grid = {grid.x, grid.y, grid.z},
          .block = {block.x, block.y, block.z},
          .shared_bytes = static_cast<unsigned>(shared_bytes),
          .flags = 0,
          .arguments = kernel == nullptr || kernel->bytes.empty() ? nullptr : arguments,
          .extra = nullptr};
}

cudaError_t check(const Kernel* kernel, dim3 grid, dim3 block) {
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const unsigned threads = block.x * block.y * block.z;
  const bool empty = grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0;
  return empty || threads > kMostThreads ? cudaErrorInvalidConfiguration : cudaSuccess;
}

/// A launch does nothing: only its place in the order of its stream is kept.
cudaError_t launch(format::CallId id, const void* function, dim3 grid, dim3 block, void** arguments,
                   std::size_t shared_bytes, cudaStream_t stream, std::uint16_t flags, bool per_thread) {
  TracedCall call(id, When::Before, per_thread);
  const Kernel* const kernel = process().kernels.find(function);
  cudaError_t error = check(kernel, grid, block);
  if (error == cudaSuccess) error = process().streams.submit(stream, per_thread, cudaGraphNodeTypeKernel, nullptr);
  if (kernel == nullptr) return keep_error(error);
  record::LaunchShape shape = shape_of(kernel, grid, block, shared_bytes, arguments);
  shape.flags = flags;
  return call.end(error, [&](record::Call& entry) { record::write_launch(entry, stream, false, shape); });
}

cudaError_t launch_configured(const cudaLaunchConfig_t& said, const void* function, void** arguments, bool per_thread) {
  TracedCall call(call_id("cuLaunchKernelEx"), When::Before, per_thread);
  const Kernel* const kernel = process().kernels.find(function);
  cudaError_t error = check(kernel, said.gridDim, said.blockDim);
  if (error == cudaSuccess) error = process().streams.submit(said.stream, per_thread, cudaGraphNodeTypeKernel, nullptr);
  if (kernel == nullptr) return keep_error(error);
  const record::LaunchShape shape = shape_of(kernel, said.gridDim, said.blockDim, said.dynamicSmemBytes, arguments);
  static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
  const CUlaunchConfig config{.gridDimX = said.gridDim.x,
                              .gridDimY = said.gridDim.y,
                              .gridDimZ = said.gridDim.z,
                              .blockDimX = said.blockDim.x,
                              .blockDimY = said.blockDim.y,
                              .blockDimZ = said.blockDim.z,
                              .sharedMemBytes = static_cast<unsigned>(said.dynamicSmemBytes),
                              .hStream = said.stream,
                              .attrs = reinterpret_cast<CUlaunchAttribute*>(said.attrs),
                              .numAttrs = said.numAttrs};
  return call.end(error, [&](record::Call& entry) { record::write_launch_config(entry, config, shape); });
}

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  void* stream;
};

std::vector<Configuration>& pushed() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

}  // namespace

CUDEP_STREAM_CALL(
    cudaLaunchKernel, _ptsz,
    (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes, cudaStream_t stream), {
      return launch(call_id("cuLaunchKernel"), function, grid, block, arguments, shared_bytes, stream, 0, per_thread);
    })

/// What the stubs of nvcc 13 call: `kernel` is what __cudaGetKernel gave.
CUDEP_STREAM_CALL(
    __cudaLaunchKernel, _ptsz,
    (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes, cudaStream_t stream),
    { return launch(call_id("cuLaunchKernel"), kernel, grid, block, arguments, shared_bytes, stream, 0, per_thread); })

CUDEP_STREAM_CALL(cudaLaunchCooperativeKernel, _ptsz,
                  (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                   cudaStream_t stream),
                  {
                    return launch(call_id("cuLaunchCooperativeKernel"), function, grid, block, arguments, shared_bytes,
                                  stream, format::kCooperative, per_thread);
                  })

CUDEP_STREAM_CALL(cudaLaunchKernelExC, _ptsz,
                  (const cudaLaunchConfig_t* config, const void* function, void** arguments), {
                    if (config == nullptr) return keep_error(cudaErrorInvalidValue);
                    return launch_configured(*config, function, arguments, per_thread);
                  })

extern "C" cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = reinterpret_cast<cudaKernel_t>(process().kernels.find(function));
  return keep_error(*kernel == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess);
}

extern "C" cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  return __cudaGetKernel(kernel, function);
}

extern "C" cudaError_t cudaGetFuncBySymbol(cudaFunction_t* found, const void* symbol) {
  *found = reinterpret_cast<cudaFunction_t>(process().kernels.find(symbol));
  return keep_error(*found == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess);
}

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, CUstream_st* stream) {
  pushed().push_back({grid, block, shared_bytes, stream});
  return 0;
}

extern "C" cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  if (pushed().empty()) return cudaErrorMissingConfiguration;
  const Configuration last = pushed().back();
  pushed().pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<void**>(stream) = last.stream;
  return cudaSuccess;
}

extern "C" cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  if (process().kernels.find(function) == nullptr) return keep_error(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->maxThreadsPerBlock = static_cast<int>(kMostThreads);
  attributes->numRegs = kRegisters;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  return cudaSuccess;
}

extern "C" cudaError_t cudaFuncGetName(const char** name, const void* function) {
  const Kernel* const kernel = process().kernels.find(function);
  if (kernel == nullptr) return keep_error(cudaErrorInvalidDeviceFunction);
  *name = kernel->name.c_str();
  return cudaSuccess;
}

extern "C" cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
extern "C" cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }
extern "C" cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return cudaSuccess; }
extern "C" cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t, cudaFuncAttribute, int, int) {
  return cudaSuccess;
}

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int threads,
                                                                     std::size_t) {
  *blocks = threads > 0 ? 2048 / threads : 0;
  return cudaSuccess;
}

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                              int threads, std::size_t shared_bytes,
                                                                              unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
}

// --- registration ----------------------------------------------------------------------------------------------------

extern "C" void** __cudaRegisterFatBinary(void* binary) {
  process();
  return new void*(binary);
}
extern "C" void __cudaRegisterFatBinaryEnd(void**) {}
extern "C" void __cudaUnregisterFatBinary(void** handle) { delete handle; }
extern "C" char __cudaInitModule(void**) { return 1; }

extern "C" void __cudaRegisterFunction(void**, const char* function, char*, const char* name, int, uint3*, uint3*,
                                       dim3*, dim3*, int*) {
  process().kernels.add(function, name);
}

}  // namespace cudep::simulate
