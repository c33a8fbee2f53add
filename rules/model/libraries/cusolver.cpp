// cuSOLVER: work goes to the stream of the handle. Dense: factors, workspaces and the info word lie on the device.
// Sparse: solvers return whether the matrix is singular in a number on the host.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cusolver() {
  return {.name = "cuSOLVER",
          .prefixes = {"cusolverDn", "cusolverSp"},
          .source =
              "cuSOLVER, \"Asynchronous Execution\", cusolverDnSetStream(), \"Dense LAPACK Function Reference\", "
              "\"Sparse LAPACK Function Reference\"",
          .calls = compiled({
              {"cusolverDnCreate", {creates_handle(0)}},
              {"cusolverDnSetStream", {binds(0, 1)}},
              {"cusolverDnGetStream", {stream_of(0, 1)}},
              {"cusolverDn*_bufferSize", {nothing()}},
              {"cusolverDnCreate*", {nothing()}},
              {"cusolverDnDestroy*", {nothing()}},
              {"cusolverDnSet*", {nothing()}},
              {"cusolverDnGet*", {nothing()}},
              {"cusolverDnXsyevj*", {nothing()}},
              {"cusolverDnXgesvdj*", {nothing()}},
              // Iterative refinement and what reports on it may wait for the device.
              {"cusolverDnIRS*", {}},
              {"cusolverDn*gesv*", {}},
              {"cusolverDn*gels*", {}},
              {"cusolverDn*", {handle("handle"), uses({"*"})}},
              {"cusolverSpCreate", {creates_handle(0)}},
              {"cusolverSpSetStream", {binds(0, 1)}},
              {"cusolverSpGetStream", {stream_of(0, 1)}},
              {"cusolverSp*Host", {}},  // computes on the host
              {"cusolverSp*csrlsv*", {handle("handle"), uses({"*"}), host_writes({"singularity"})}},
              {"cusolverSpCreate*", {nothing()}},
              {"cusolverSpDestroy*", {nothing()}},
          })};
}

}  // namespace cudep::model::library_tables
