// cuFFT: a transform runs on the stream of its plan.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cufft() {
  return {.name = "cuFFT",
          .prefixes = {"cufft"},
          .source = "cuFFT, \"Streamed cuFFT Transforms\", cufftSetStream(), cufftExec…()",
          .calls = compiled({
              {"cufftCreate", {creates_handle(0)}},
              {"cufftPlan1d", {creates_handle(0)}},
              {"cufftPlan2d", {creates_handle(0)}},
              {"cufftPlan3d", {creates_handle(0)}},
              {"cufftPlanMany", {creates_handle(0)}},
              {"cufftMakePlan*", {nothing()}},
              {"cufftEstimate*", {nothing()}},
              {"cufftGet*", {nothing()}},
              {"cufftSetAutoAllocation", {nothing()}},
              {"cufftSetWorkArea", {nothing()}},
              {"cufftSetStream", {binds(0, 1)}},
              {"cufftExec*", {handle(0), reads({1}), writes({2})}},
              {"cufftDestroy", {nothing()}},
          })};
}

}  // namespace cudep::model::library_tables
