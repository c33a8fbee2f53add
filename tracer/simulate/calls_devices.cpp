// Devices, their synchronization and their pools; what a program asks before it works.
#include "tracer/record/decode_streams.h"
#include "tracer/simulate/device_properties.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

struct Nothing {};

/// A pool only has its attributes: memory of all pools comes from one place.
struct Pool {
  unsigned long long release_threshold = 0;
};

Pool& default_pool() {
  static Pool& only = *new Pool;
  return only;
}

bool is_device(int device) { return device >= 0 && device < process().devices; }

}  // namespace

extern "C" cudaError_t cudaGetDeviceCount(int* count) {
  *count = process().devices;
  return cudaSuccess;
}

extern "C" cudaError_t cudaGetDevice(int* device) {
  *device = current_device();
  return cudaSuccess;
}

extern "C" cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return keep_error(cudaErrorInvalidDevice);
  current_device() = device;
  return cudaSuccess;
}

extern "C" cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return keep_error(is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

extern "C" cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }

extern "C" cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = cudaDeviceScheduleAuto;
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!is_device(device) || value == nullptr) return keep_error(cudaErrorInvalidValue);
  *value = attribute_value(attribute);
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceSynchronize() {
  TracedCall call(call_id("cuCtxSynchronize"), When::After);
  process().wait();
  return call.end(cudaSuccess, [](record::Call& entry) { record::in_context(entry, Nothing{}); });
}

extern "C" cudaError_t cudaDeviceReset() {
  TracedCall call(call_id("cuDevicePrimaryCtxReset"), When::Before);
  call.ends(nullptr);
  process().wait();
  return call.end(cudaSuccess, [](record::Call& entry) { record::in_context(entry, Nothing{}); });
}

extern "C" cudaError_t cudaGetLastError() { return last_error(true); }
extern "C" cudaError_t cudaPeekAtLastError() { return last_error(false); }

extern "C" cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = device != peer ? 1 : 0;
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return keep_error(is_device(peer) && peer != current_device() ? cudaSuccess : cudaErrorInvalidDevice);
}

extern "C" cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }
extern "C" cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
extern "C" cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
extern "C" cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) { return cudaSuccess; }
extern "C" cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
extern "C" cudaError_t cudaProfilerStart() { return cudaSuccess; }
extern "C" cudaError_t cudaProfilerStop() { return cudaSuccess; }

extern "C" cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!is_device(device)) return keep_error(cudaErrorInvalidDevice);
  *pool = reinterpret_cast<cudaMemPool_t>(&default_pool());
  return cudaSuccess;
}

extern "C" cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

extern "C" cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }

extern "C" cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  *pool = reinterpret_cast<cudaMemPool_t>(new Pool);
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  TracedCall call(call_id("cuMemPoolDestroy"), When::Before);
  delete reinterpret_cast<Pool*>(pool);
  return call.end(cudaSuccess, [](record::Call& entry) { record::in_context(entry, Nothing{}); });
}

extern "C" cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  auto& known = *reinterpret_cast<Pool*>(pool);
  if (attribute == cudaMemPoolAttrReleaseThreshold) {
    known.release_threshold = *static_cast<unsigned long long*>(value);
  }
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const auto& known = *reinterpret_cast<const Pool*>(pool);
  const bool is_flag = attribute == cudaMemPoolReuseFollowEventDependencies ||
                       attribute == cudaMemPoolReuseAllowOpportunistic ||
                       attribute == cudaMemPoolReuseAllowInternalDependencies;
  if (is_flag) {
    *static_cast<int*>(value) = 1;
  } else {
    *static_cast<unsigned long long*>(value) =
        attribute == cudaMemPoolAttrReleaseThreshold ? known.release_threshold : 0;
  }
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, std::size_t) {
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }

}  // namespace cudep::simulate
