// CUB's device-wide algorithms: they run on the stream they are given, and with no scratch memory only say how much
// they need.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cub() {
  return {.name = "CUB",
          .prefixes = {"cub::Device"},
          .source = "CUB, \"Device-wide primitives\", \"Determining temporary storage requirements\"",
          .calls = returning_status({
              {"cub::Device*",
               {query_when_null("d_temp_storage"), stream("stream"), writes({"d_temp_storage"}),
                reads({"d_in", "d_*_in", "d_samples", "d_*_offsets", "d_input*", "d_levels"}),
                writes({"d_out", "d_*_out", "d_histogram", "d_output*", "d_data", "d_keys", "d_items"})}},
          })};
}

}  // namespace cudep::model::library_tables
