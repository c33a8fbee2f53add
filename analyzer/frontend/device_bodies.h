// Where the source is device code: errors there do not concern the host program.
#pragma once
#include <vector>

#include "analyzer/frontend/clang.h"

namespace cudep::frontend {

/// A kernel or a function that only runs on the device.
bool is_device_function(const clang::FunctionDecl* function);

/// The bodies of all device functions of a unit, instances aside.
class DeviceBodies {
 public:
  explicit DeviceBodies(clang::ASTContext& ast);

  [[nodiscard]] bool contain(clang::SourceLocation location) const;

 private:
  const clang::SourceManager& sources_;
  std::vector<clang::SourceRange> bodies_;
};

}  // namespace cudep::frontend
