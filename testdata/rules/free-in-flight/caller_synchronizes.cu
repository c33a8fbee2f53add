// A class whose use is not seen. Its copies go to a stream of the caller, who may well synchronize it before the
// destructor frees the memory; nothing is reported. With a stream of its own, nobody else can.
#include "../program.h"

class Mirror {
 public:
  Mirror() : host_(pinned_buffer()), device_(device_buffer()) {}
  ~Mirror() {
    CHECK(cudaFreeHost(host_));
    CHECK(cudaFree(device_));
  }
  void to_device(cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(device_, host_, kBytes, cudaMemcpyHostToDevice, stream));
  }

 private:
  float* host_;
  float* device_;
};

class OwnStream {
 public:
  OwnStream() : host_(pinned_buffer()), device_(device_buffer()), stream_(non_blocking_stream()) {}
  ~OwnStream() {
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(stream_));
#endif
    CHECK(cudaFreeHost(host_));  // EXPECT: free-in-flight
    CHECK(cudaFree(device_));
  }
  void to_device() { CHECK(cudaMemcpyAsync(device_, host_, kBytes, cudaMemcpyHostToDevice, stream_)); }

 private:
  float* host_;
  float* device_;
  cudaStream_t stream_;
};
