// Allocation, registration and freeing of memory.
#include <algorithm>

#include "tracer/record/decode_memory.h"
#include "tracer/simulate/arrays.h"
#include "tracer/simulate/traced_call.h"
#include "tracer/simulate/versioned_calls.h"

namespace cudep::simulate {
namespace {

constexpr std::size_t kPitch = 512;

struct NewMemory {
  CUdeviceptr* dptr;
  std::size_t bytesize;
  unsigned flags = 0;
};
struct NewMemoryOnStream {
  CUdeviceptr* dptr;
  std::size_t bytesize;
  CUstream hStream;
};
struct NewPitchedMemory {
  CUdeviceptr* dptr;
  std::size_t* pPitch;
  std::size_t Height;
};
struct NewArray {
  CUarray* pHandle;
};
struct MemoryAt {
  CUdeviceptr dptr;
  std::size_t bytesize = 0;
  unsigned flags = 0;
};
struct MemoryOnStream {
  CUdeviceptr dptr;
  CUstream hStream;
};
struct PrefetchedMemory {
  CUdeviceptr devPtr;
  std::size_t count;
  int dstDevice;
  CUstream hStream;
};
struct Alias {
  void* p;
  CUdeviceptr* pdptr;
};

CUdeviceptr number(const void* address) { return reinterpret_cast<CUdeviceptr>(address); }

CUdeviceptr* numbers(void** address) { return reinterpret_cast<CUdeviceptr*>(address); }

cudaError_t allocate(format::CallId id, void** address, std::size_t bytes, MemoryKind kind, unsigned flags = 0) {
  TracedCall call(id, When::After);
  if (address == nullptr) return keep_error(cudaErrorInvalidValue);
  *address = nullptr;
  if (bytes == 0) return cudaSuccess;
  *address = process().memory.allocate(bytes, kind, current_device(), flags);
  return call.end(*address == nullptr ? cudaErrorMemoryAllocation : cudaSuccess,
                  [&](record::Call& entry) { record::allocate(entry, NewMemory{numbers(address), bytes, flags}); });
}

cudaError_t allocate_rows(void** address, std::size_t* pitch, std::size_t width, std::size_t height) {
  TracedCall call(call_id("cuMemAllocPitch"), When::After);
  if (address == nullptr || pitch == nullptr) return keep_error(cudaErrorInvalidValue);
  *pitch = (width + kPitch - 1) / kPitch * kPitch;
  *address = process().memory.allocate(*pitch * height, MemoryKind::Device, current_device());
  return call.end(*address == nullptr ? cudaErrorMemoryAllocation : cudaSuccess, [&](record::Call& entry) {
    record::allocate_pitched(entry, NewPitchedMemory{numbers(address), pitch, height});
  });
}

cudaError_t allocate_on(format::CallId id, void** address, std::size_t bytes, cudaStream_t stream, bool per_thread) {
  TracedCall call(id, When::After, per_thread);
  if (address == nullptr) return keep_error(cudaErrorInvalidValue);
  if (process().streams.find(stream, per_thread) == nullptr) return keep_error(cudaErrorInvalidResourceHandle);
  *address = process().memory.allocate(bytes, MemoryKind::Pool, current_device());
  return call.end(*address == nullptr ? cudaErrorMemoryAllocation : cudaSuccess, [&](record::Call& entry) {
    record::allocate(entry, NewMemoryOnStream{numbers(address), bytes, stream});
  });
}

cudaError_t free_memory(format::CallId id, void* address, std::initializer_list<MemoryKind> kinds) {
  TracedCall call(id, When::Before);
  if (address == nullptr) return cudaSuccess;
  call.ends(address);
  const bool ended = process().memory.release(address, kinds);
  return call.end(ended ? cudaSuccess : cudaErrorInvalidValue,
                  [&](record::Call& entry) { record::use_memory(entry, MemoryAt{number(address)}); });
}

cudaError_t allocate_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) {
  TracedCall call(call_id("cuArray3DCreate"), When::After);
  if (array == nullptr || format == nullptr) return keep_error(cudaErrorInvalidValue);
  *array = make_array(*format, extent, flags);
  return call.end(*array == nullptr ? cudaErrorMemoryAllocation : cudaSuccess, [&](record::Call& entry) {
    record::allocate_array(entry, NewArray{reinterpret_cast<CUarray*>(array)});
  });
}

cudaMemoryType type_of(MemoryKind kind) {
  if (kind == MemoryKind::Managed) return cudaMemoryTypeManaged;
  return kind == MemoryKind::Pinned || kind == MemoryKind::Registered ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
}

}  // namespace

cudaError_t prefetch(const void* address, std::size_t bytes, int device, cudaStream_t stream, bool per_thread) {
  TracedCall call(call_id("cuMemPrefetchAsync"), When::Before, per_thread);
  const auto known = process().memory.find(address);
  const bool is_managed = known && known->kind == MemoryKind::Managed;
  return call.end(is_managed ? cudaSuccess : cudaErrorInvalidValue, [&](record::Call& entry) {
    record::prefetch(entry, PrefetchedMemory{number(address), bytes, device, stream});
  });
}

extern "C" cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  return allocate(call_id("cuMemAlloc"), address, bytes, MemoryKind::Device);
}

extern "C" cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  return allocate(call_id("cuMemHostAlloc"), address, bytes, MemoryKind::Pinned);
}

extern "C" cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  return allocate(call_id("cuMemHostAlloc"), address, bytes, MemoryKind::Pinned, flags);
}

extern "C" cudaError_t cudaMallocManaged(void** address, std::size_t bytes, unsigned flags) {
  return allocate(call_id("cuMemAllocManaged"), address, bytes, MemoryKind::Managed, flags);
}

extern "C" cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t width, std::size_t height) {
  return allocate_rows(address, pitch, width, height);
}

extern "C" cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  if (pitched == nullptr) return keep_error(cudaErrorInvalidValue);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
}

CUDEP_STREAM_CALL(cudaMallocAsync, _ptsz, (void** address, std::size_t bytes, cudaStream_t stream),
                  { return allocate_on(call_id("cuMemAllocAsync"), address, bytes, stream, per_thread); })

CUDEP_STREAM_CALL(cudaMallocFromPoolAsync, _ptsz,
                  (void** address, std::size_t bytes, cudaMemPool_t, cudaStream_t stream),
                  { return allocate_on(call_id("cuMemAllocFromPoolAsync"), address, bytes, stream, per_thread); })

extern "C" cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                                       std::size_t height, unsigned flags) {
  return allocate_array(array, format, {width, height, 0}, flags);
}

extern "C" cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                                         unsigned flags) {
  return allocate_array(array, format, extent, flags);
}

extern "C" cudaError_t cudaFree(void* address) {
  return free_memory(call_id("cuMemFree"), address, {MemoryKind::Device, MemoryKind::Pool, MemoryKind::Managed});
}

extern "C" cudaError_t cudaFreeHost(void* address) {
  return free_memory(call_id("cuMemFreeHost"), address, {MemoryKind::Pinned});
}

extern "C" cudaError_t cudaFreeArray(cudaArray_t array) {
  TracedCall call(call_id("cuArrayDestroy"), When::Before);
  if (array == nullptr) return cudaSuccess;
  end_array(array);
  return call.end(cudaSuccess, [&](record::Call& entry) { record::use_memory(entry, MemoryAt{number(array)}); });
}

CUDEP_STREAM_CALL(cudaFreeAsync, _ptsz, (void* address, cudaStream_t stream), {
  TracedCall call(call_id("cuMemFreeAsync"), When::Before, per_thread);
  const auto known = process().memory.find(address);
  const bool is_pool = known && known->kind == MemoryKind::Pool;
  const auto release = [address] { process().memory.release(address, {MemoryKind::Pool}); };
  const cudaError_t error =
      is_pool ? process().streams.submit(stream, per_thread, cudaGraphNodeTypeMemFree, release) : cudaErrorInvalidValue;
  return call.end(error,
                  [&](record::Call& entry) { record::use_memory(entry, MemoryOnStream{number(address), stream}); });
})

extern "C" cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned flags) {
  TracedCall call(call_id("cuMemHostRegister"), When::After);
  if (address == nullptr || bytes == 0) return keep_error(cudaErrorInvalidValue);
  const bool fresh = process().memory.register_range(address, bytes, current_device(), flags);
  return call.end(fresh ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered,
                  [&](record::Call& entry) { record::use_memory(entry, MemoryAt{number(address), bytes, flags}); });
}

extern "C" cudaError_t cudaHostUnregister(void* address) {
  TracedCall call(call_id("cuMemHostUnregister"), When::Before);
  call.ends(address);
  const bool ended = process().memory.release(address, {MemoryKind::Registered});
  return call.end(ended ? cudaSuccess : cudaErrorHostMemoryNotRegistered,
                  [&](record::Call& entry) { record::use_memory(entry, MemoryAt{number(address)}); });
}

extern "C" cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  TracedCall call(call_id("cuMemHostGetDevicePointer"), When::After);
  const bool known = device != nullptr && process().memory.find(host).has_value();
  if (known) *device = host;
  return call.end(known ? cudaSuccess : cudaErrorInvalidValue,
                  [&](record::Call& entry) { record::device_pointer(entry, Alias{host, numbers(device)}); });
}

extern "C" cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  const auto known = process().memory.find(host);
  if (!known || flags == nullptr) return keep_error(cudaErrorInvalidValue);
  *flags = known->flags;
  return cudaSuccess;
}

extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
  if (attributes == nullptr) return keep_error(cudaErrorInvalidValue);
  const auto known = process().memory.find(address);
  *attributes = {};
  attributes->type = cudaMemoryTypeUnregistered;
  attributes->device = known ? known->device : -2;
  if (known) attributes->type = type_of(known->kind);
  if (known) attributes->devicePointer = const_cast<void*>(address);
  if (attributes->type != cudaMemoryTypeDevice) attributes->hostPointer = const_cast<void*>(address);
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  const std::size_t used = process().memory.used(current_device());
  if (available != nullptr) *available = kDeviceBytes - std::min(used, kDeviceBytes);
  if (total != nullptr) *total = kDeviceBytes;
  return cudaSuccess;
}

CUDEP_STREAM_CALL(cudaStreamAttachMemAsync, _ptsz, (cudaStream_t stream, void* address, std::size_t, unsigned), {
  TracedCall call(call_id("cuStreamAttachMemAsync"), When::Before, per_thread);
  return call.end(cudaSuccess,
                  [&](record::Call& entry) { record::use_memory(entry, MemoryOnStream{number(address), stream}); });
})

}  // namespace cudep::simulate
