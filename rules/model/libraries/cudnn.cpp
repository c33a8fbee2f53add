// cuDNN's functions on tensors: work goes to the stream of the handle; factors lie on the host, tensors on the device.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cudnn() {
  return {.name = "cuDNN",
          .prefixes = {"cudnn"},
          .source = "cuDNN API Reference, cudnnSetStream(), \"cudnn_ops\", \"cudnn_cnn\", \"cudnn_adv\"",
          .calls = compiled({
              {"cudnnCreate", {creates_handle(0)}},
              {"cudnnSetStream", {binds(0, 1)}},
              {"cudnnGetStream", {stream_of(0, 1)}},
              {"cudnnSetTensor", {handle(0), writes({2})}},
              {"cudnnCreate*", {nothing()}},
              {"cudnnDestroy*", {nothing()}},
              {"cudnnSet*", {nothing()}},
              {"cudnnGet*", {nothing()}},
              {"cudnnFind*", {}},  // run and time what they choose from
              {"cudnn*", {handle("handle"), host_reads({"alpha*", "beta"}), uses({"x",
                                                                                  "y",
                                                                                  "z",
                                                                                  "w",
                                                                                  "A",
                                                                                  "B",
                                                                                  "C",
                                                                                  "dx",
                                                                                  "dy",
                                                                                  "dz",
                                                                                  "dw",
                                                                                  "db",
                                                                                  "bias",
                                                                                  "srcData",
                                                                                  "destData",
                                                                                  "workSpace",
                                                                                  "workspace",
                                                                                  "indices",
                                                                                  "reserveSpace",
                                                                                  "grid",
                                                                                  "theta"})}},
          })};
}

}  // namespace cudep::model::library_tables
