// NCCL: a collective or transfer of one rank runs on the stream that it is given. In a group it is submitted when the
// group ends; cudep takes it to be submitted where it is called.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library nccl() {
  return {.name = "NCCL",
          .prefixes = {"nccl"},
          .source = "NCCL, \"CUDA Stream Semantics\", \"Collective Communication Functions\", \"Group Calls\"",
          .calls = compiled({
              {"ncclAllReduce", {stream(6), reads({0}), writes({1})}},
              {"ncclReduce", {stream(7), reads({0}), writes({1})}},
              {"ncclBroadcast", {stream(6), reads({0}), writes({1})}},
              {"ncclBcast", {stream(5), writes({0})}},
              {"ncclReduceScatter", {stream(6), reads({0}), writes({1})}},
              {"ncclAllGather", {stream(5), reads({0}), writes({1})}},
              {"ncclAlltoAll", {stream(5), reads({0}), writes({1})}},
              {"ncclGather", {stream(6), reads({0}), writes({1})}},
              {"ncclScatter", {stream(6), reads({0}), writes({1})}},
              {"ncclSend", {stream(5), reads({0})}},
              {"ncclRecv", {stream(5), writes({0})}},
              {"ncclGroupStart", {nothing()}},
              {"ncclGroupEnd", {nothing()}},
              {"ncclGet*", {nothing()}},
              {"ncclCommCount", {nothing()}},
              {"ncclCommCuDevice", {nothing()}},
              {"ncclCommUserRank", {nothing()}},
              {"ncclCommInit*", {nothing()}},
              {"ncclCommGetAsyncError", {nothing()}},
          })};
}

}  // namespace cudep::model::library_tables
