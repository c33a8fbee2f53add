// cuSOLVER, dense: work goes to the stream of the handle; factors, workspaces and the info word lie on the device.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cusolver() {
  return {.name = "cuSOLVER",
          .prefixes = {"cusolverDn"},
          .source = "cuSOLVER, \"Asynchronous Execution\", cusolverDnSetStream(), \"Dense LAPACK Function Reference\"",
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
          })};
}

}  // namespace cudep::model::library_tables
