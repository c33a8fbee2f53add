// cuBLAS and cuBLASLt: work goes to the stream of the handle, scalars lie where its pointer mode says.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cublas() {
  return {.name = "cuBLAS",
          .prefixes = {"cublas"},
          .source = "cuBLAS Library, \"Parallelism with Streams\", \"Scalar Parameters\", cublasDestroy()",
          .calls = compiled({
              {"cublasLtCreate", {nothing()}},
              {"cublasLtDestroy", {nothing()}},
              {"cublasLtMatmul",
               {stream("stream"), host_reads({"alpha", "beta"}), uses({"A", "B", "C", "D", "workspace"})}},
              {"cublasLtMatrixTransform", {stream("stream"), host_reads({"alpha", "beta"}), uses({"A", "B", "C"})}},
              {"cublasLt*", {nothing()}},
              {"cublasXt*", {}},
              {"cublasCreate", {creates_handle(0)}},
              // Frees its workspace, with an implicit cudaDeviceSynchronize.
              {"cublasDestroy", {synchronizes_device(), destroys(0)}},
              {"cublasSetStream", {binds(0, 1)}},
              {"cublasGetStream", {stream_of(0, 1)}},
              {"cublasSetPointerMode", {pointer_mode(0, 1)}},
              {"cublasSet*Async", {stream("stream"), reads({3}), writes({5})}},
              {"cublasGet*Async", {stream("stream"), reads({3}), writes({5})}},
              {"cublasSetVector", {reads({2}), writes({4}), synchronizes()}},
              {"cublasGetVector", {reads({2}), writes({4}), synchronizes()}},
              {"cublasSetMatrix", {reads({3}), writes({5}), synchronizes()}},
              {"cublasGetMatrix", {reads({3}), writes({5}), synchronizes()}},
              {"cublasGet*", {nothing()}},
              {"cublasSet*", {nothing()}},
              {"cublasLogger*", {nothing()}},
              // rotg and rotmg compute a few numbers, which may all lie on the host.
              {"cublas*rotg*", {handle("handle")}},
              {"cublas*rotmg*", {handle("handle")}},
              // Batched inverses and factors: arrays of device pointers, and of numbers on the device.
              {"cublas*",
               {handle("handle"), host_reads({"alpha", "beta", "c", "s", "param"}), host_writes({"result", "info"}),
                uses({"*"})}},
          })};
}

}  // namespace cudep::model::library_tables
