// A convolution on a handle that is bound here, whose output is read on another stream.
#include <cuda_runtime.h>

#include "headers/cudnn.h"

struct Layer {
  cudnnTensorDescriptor_t input, output;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t convolution;
  cudnnConvolutionFwdAlgo_t algorithm;
};

void run(const Layer& layer, float* host, int count) {
  const std::size_t bytes = count * sizeof(float);
  float *x, *w, *y, *workspace;
  cudaMalloc(&x, bytes);
  cudaMalloc(&w, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&workspace, bytes);
  cudaStream_t convolve, copy;
  cudaStreamCreateWithFlags(&convolve, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
  cudaEvent_t convolved;
  cudaEventCreateWithFlags(&convolved, cudaEventDisableTiming);
  cudnnHandle_t dnn;
  cudnnCreate(&dnn);
  cudnnSetStream(dnn, convolve);
  const float one = 1, zero = 0;

  cudnnConvolutionForward(dnn, &one, layer.input, x, layer.filter, w, layer.convolution, layer.algorithm, workspace,
                          bytes, &zero, layer.output, y);
  cudaEventRecord(convolved, convolve);
#ifdef ORDERED
  cudaStreamWaitEvent(copy, convolved, 0);
#endif
  cudaMemcpyAsync(host, y, bytes, cudaMemcpyDeviceToHost, copy);  // EXPECT: unordered-stream-access
  cudaStreamSynchronize(copy);
  cudaFree(x);
  cudaFree(w);
  cudaFree(y);
  cudaFree(workspace);
  cudnnDestroy(dnn);
}
