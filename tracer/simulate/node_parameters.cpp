// Reads parameters once; what the node does later must not look at them again.
#include "tracer/simulate/node_parameters.h"

#include <algorithm>

#include "tracer/record/decode_graphs.h"
#include "tracer/simulate/copies.h"
#include "tracer/simulate/copy_parameters.h"
#include "tracer/simulate/process.h"

namespace cudep::simulate {
namespace {

NodeContent copy(const CopyParameters& said) {
  return {.type = cudaGraphNodeTypeMemcpy,
          .act = [rows = said.rows] { perform(rows); },
          .write = [said](record::Call& entry) { record::write_copy(entry, nullptr, true, shape_of(said)); }};
}

}  // namespace

NodeContent content_of(const cudaKernelNodeParams& said) {
  Kernel* const kernel = process().kernels.find(said.func);
  if (kernel == nullptr) return {.error = cudaErrorInvalidDeviceFunction};
  const record::LaunchShape shape{.function = reinterpret_cast<CUfunction>(kernel),
                                  .grid = {said.gridDim.x, said.gridDim.y, said.gridDim.z},
                                  .block = {said.blockDim.x, said.blockDim.y, said.blockDim.z},
                                  .shared_bytes = said.sharedMemBytes,
                                  .flags = 0,
                                  .arguments = kernel->bytes.empty() ? nullptr : said.kernelParams,
                                  .extra = nullptr};
  return {.type = cudaGraphNodeTypeKernel, .act = nullptr, .write = [shape](record::Call& entry) {
            record::write_kernel_node(entry, shape);
          }};
}

NodeContent content_of(const cudaMemcpy3DParms& said) { return copy(parameters_of(said)); }

NodeContent content_of_copy(void* to, const void* from, std::size_t bytes) {
  return copy(
      {.rows = {
           .destination = static_cast<std::byte*>(to), .source = static_cast<const std::byte*>(from), .width = bytes}});
}

NodeContent content_of(const cudaMemsetParams& said) {
  const SetOfRows rows{.destination = static_cast<std::byte*>(said.dst),
                       .value = said.value,
                       .element = said.elementSize,
                       .width = said.width,
                       .height = std::max<std::size_t>(said.height, 1),
                       .pitch = said.pitch};
  return {.type = cudaGraphNodeTypeMemset,
          .act = [rows] { perform(rows); },
          .write =
              [rows](record::Call& entry) {
                record::write_memset_node(entry, record::Call::number(rows.destination), rows.width * rows.element,
                                          rows.height, rows.pitch);
              }};
}

NodeContent content_of(const cudaHostNodeParams& said) {
  return {.type = cudaGraphNodeTypeHost,
          .act = [said] { process().host_functions.run([said] { said.fn(said.userData); }); },
          .write = [said](record::Call& entry) { record::write_host_node(entry, said.fn, said.userData); }};
}

}  // namespace cudep::simulate
