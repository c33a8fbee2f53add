// Runs a program as it is and with delays, and keeps all outcomes in one folder.
#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/provoke/options.h"
#include "cli/provoke/outcome.h"
#include "tracer/format/delay_plan.h"

namespace cudep::provoke {

/// A run with delays.
struct Delayed {
  Outcome outcome;
  std::uint32_t delays = 0;  // so many were put
  std::filesystem::path folder;
};

class Runs {
 public:
  /// `options` must outlive this.
  Runs(const Options& options, std::filesystem::path folder);

  /// Runs the program twice as its user does, with nothing of ours; what is wrong when that cannot serve.
  std::expected<void, std::string> run_plain();
  /// Whether the two ended alike.
  [[nodiscard]] bool plain_agree() const { return difference(first_, second_).empty(); }
  [[nodiscard]] const Outcome& plain() const { return first_; }

  Delayed run_delayed(const std::string& name, format::DelayKind kind, const std::vector<format::DelaySite>& sites);

 private:
  Outcome run(const std::filesystem::path& folder, const Environment& environment);

  const Options& options_;
  std::filesystem::path folder_;
  Outcome first_;
  Outcome second_;
};

}  // namespace cudep::provoke
