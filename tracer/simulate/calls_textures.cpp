// Textures and surfaces: handles that no kernel uses.
#include <atomic>

#include "tracer/simulate/arrays.h"
#include "tracer/simulate/process.h"

namespace cudep::simulate {
namespace {

unsigned long long next_handle() {
  static std::atomic<unsigned long long> last = 0;
  return ++last;
}

}  // namespace

extern "C" cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc*,
                                               const cudaTextureDesc*, const cudaResourceViewDesc*) {
  *texture = next_handle();
  return cudaSuccess;
}

extern "C" cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) { return cudaSuccess; }

extern "C" cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc*) {
  *surface = next_handle();
  return cudaSuccess;
}

extern "C" cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return cudaSuccess; }

extern "C" cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

extern "C" cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  *format = array_of(array).format;
  return cudaSuccess;
}

extern "C" cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                                        cudaArray_t array) {
  const Array& known = array_of(array);
  if (format != nullptr) *format = known.format;
  if (extent != nullptr) *extent = known.extent;
  if (flags != nullptr) *flags = known.flags;
  return cudaSuccess;
}

}  // namespace cudep::simulate
