// A library of the company, of which a program sees only this header.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

namespace copies {

struct Queue;  // submits copies to a stream of its own

Queue* open();
cudaStream_t stream(Queue* queue);
void upload(Queue* queue, float* device, const float* host, std::size_t count);
void finish(Queue* queue);

}  // namespace copies
