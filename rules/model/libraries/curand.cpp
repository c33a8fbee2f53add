// cuRAND's host API: a generator writes its numbers on the stream that is set for it.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library curand() {
  return {.name = "cuRAND",
          .prefixes = {"curandCreate", "curandDestroy", "curandGenerate", "curandSet", "curandGet"},
          .source = "cuRAND, \"Host API Overview\", curandSetStream(), curandGenerate…()",
          .calls = compiled({
              {"curandCreateGenerator", {creates_handle(0)}},
              // Generates in host memory, before the call returns.
              {"curandCreateGeneratorHost", {creates_handle(0)}},
              {"curandSetStream", {binds(0, 1)}},
              {"curandSet*", {nothing()}},
              {"curandGet*", {nothing()}},
              {"curandDestroyGenerator", {nothing()}},
              {"curandGenerateSeeds", {nothing()}},
              {"curandGenerate*", {handle(0), uses({"outputPtr"})}},
          })};
}

}  // namespace cudep::model::library_tables
