// As much of cuDNN's interface as the programs here use.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

typedef struct cudnnContext* cudnnHandle_t;
typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;
typedef struct cudnnFilterStruct* cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionStruct* cudnnConvolutionDescriptor_t;
enum cudnnStatus_t { CUDNN_STATUS_SUCCESS = 0 };
enum cudnnConvolutionFwdAlgo_t { CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0 };

extern "C" cudnnStatus_t cudnnCreate(cudnnHandle_t* handle);
extern "C" cudnnStatus_t cudnnDestroy(cudnnHandle_t handle);
extern "C" cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId);
extern "C" cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t xDesc,
                                                 const void* x, cudnnFilterDescriptor_t wDesc, const void* w,
                                                 cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo,
                                                 void* workSpace, std::size_t workSpaceSizeInBytes, const void* beta,
                                                 cudnnTensorDescriptor_t yDesc, void* y);
