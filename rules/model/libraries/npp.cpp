// NPP: functions with a context run on the stream in it, its first field.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library npp() {
  return {.name = "NPP",
          .prefixes = {"npp"},
          .source = "NPP, \"Application Managed Stream Context\"",
          .calls = compiled({
              {"nppGetStreamContext", {{Effect::DefaultStream, {0}}}},
              {"npp*GetBufferSize*", {nothing()}},
              {"npp*BufferSize*", {nothing()}},
              {"npp*_Ctx", {stream("nppStreamCtx"), uses({"pSrc*", "pDst*", "pSrcDst*", "pDeviceBuffer", "pBuffer"})}},
          })};
}

}  // namespace cudep::model::library_tables
