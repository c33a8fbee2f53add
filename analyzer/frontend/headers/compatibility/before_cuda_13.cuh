// What CUDA 13 changed or took away and programs for older toolkits still use: each old form calls the new one.
#pragma once

// A device's number where a location stands now.
inline cudaMemLocation cudep_location(int device) {
  cudaMemLocation location = {};
  location.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device;
  return location;
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync(pointer, bytes, cudep_location(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  return ::cudaMemAdvise(pointer, bytes, advice, cudep_location(device));
}

// Graph edges without data of their own.
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                            size_t count) {
  return ::cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

// The first names of cudaDeviceSynchronize and cudaDeviceReset.
inline cudaError_t cudaThreadSynchronize() { return ::cudaDeviceSynchronize(); }
inline cudaError_t cudaThreadExit() { return ::cudaDeviceReset(); }
