// What a recorded launch may read and write: by the kernel's summary where there is one, else by what is known of
// its library, or by its mangled signature.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "analyzer/kernels/summary_json.h"
#include "rules/model/operation.h"
#include "tracer/format/trace.h"
#include "tracer/replay/library_kernels.h"
#include "tracer/replay/memory_map.h"
#include "tracer/replay/names.h"

namespace cudep::replay {

class KernelAccesses {
 public:
  /// `summaries` may be null; both must outlive this.
  KernelAccesses(const format::Trace& trace, const kernels::SummaryFile* summaries);

  [[nodiscard]] std::vector<model::Access> of(const format::Launch& launch, const MemoryMap& memory) const;

 private:
  struct Known {
    const kernels::Summary* summary = nullptr;
    std::optional<std::vector<ParameterKind>> parameters;
    const LibraryKernel* library = nullptr;
  };

  [[nodiscard]] const kernels::Summary* summary_of(const std::string& mangled) const;
  [[nodiscard]] std::vector<model::Access> by_summary(const format::Launch& launch, const format::Kernel& kernel,
                                                      const kernels::Summary& summary, const MemoryMap& memory) const;
  [[nodiscard]] std::optional<MemoryMap::Place> place_of_root(const kernels::Root& root, const format::Launch& launch,
                                                              const format::Kernel& kernel,
                                                              const MemoryMap& memory) const;

  const format::Trace& trace_;
  const kernels::SummaryFile* summaries_;
  std::vector<Known> known_;                                     // by kernel of the trace
  std::map<std::string, std::uint64_t, std::less<>> variables_;  // addresses by mangled name
};

}  // namespace cudep::replay
