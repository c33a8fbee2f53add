// The runtime's ways to describe a copy, in one form.
#pragma once
#include <cuda_runtime_api.h>

#include "tracer/record/decode_copies.h"
#include "tracer/simulate/copies.h"

namespace cudep::simulate {

struct CopyParameters {
  CopyOfRows rows;
  cudaArray_const_t destination = nullptr;  // when it is an array
  cudaArray_const_t source = nullptr;
};

/// API reference on cudaMemcpy3D: an extent is in elements when an array takes part, else in bytes.
CopyParameters parameters_of(const cudaMemcpy3DParms& said);
/// `x` and `width` in bytes.
CopyParameters into_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                          std::size_t width, std::size_t height);
CopyParameters out_of_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                            std::size_t width, std::size_t height);

/// As the trace has it: an array is named by its handle.
record::CopyShape shape_of(const CopyParameters& said);

}  // namespace cudep::simulate
