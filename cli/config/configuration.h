// What a project says of itself in `.cudep.yaml`: what its functions do, how much each rule matters, and which files
// are not its own.
//
//   functions:
//     - name: my::upload
//       stream: 2
//       writes: [0]
//       reads: [1]
//   rules:
//     fragile-order: warning
//   exclude: [third_party/*]
#pragma once
#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"
#include "rules/model/library_call.h"

namespace cudep::config {

inline constexpr std::string_view kFileName = ".cudep.yaml";

struct Configuration {
  std::string file;                                                          // empty: none was found
  std::vector<model::LibraryCall> functions;                                 // the first that fits counts
  std::map<std::string, std::optional<rules::Severity>, std::less<>> rules;  // by id; none: off
  std::vector<std::string> exclude;  // paths from the folder of `file`; `*` stands for any letters
  bool operator==(const Configuration&) const = default;
};

/// Something wrong in a configuration, where it stands.
struct Error {
  model::Site site;
  std::string message;
  bool operator==(const Error&) const = default;
};

/// `FILE:LINE:COLUMN: error: MESSAGE`, a line each.
std::string to_text(const std::vector<Error>& errors);

/// `file` is how errors call it.
std::expected<Configuration, std::vector<Error>> parse(const std::string& text, const std::string& file);
std::expected<Configuration, std::vector<Error>> read(const std::string& file);

/// The nearest configuration in the folder of `file` and those above it.
std::optional<std::string> find(const std::string& file);

/// As a file that `parse` reads.
std::string to_yaml(const Configuration& configuration);

/// The configurations of all files of a run.
class Configurations {
 public:
  /// One for every file.
  explicit Configurations(Configuration only) : only_(std::move(only)) {}
  Configurations() = default;

  /// Reads the configuration that is nearest to the file, once.
  std::expected<void, std::vector<Error>> add(const std::string& file);
  /// Those that were found.
  [[nodiscard]] std::vector<std::string> files() const;
  /// What they say of functions.
  [[nodiscard]] std::vector<model::LibraryCall> functions() const;
  /// The rules that one of them turns on.
  [[nodiscard]] std::set<std::string, std::less<>> turned_on() const;
  /// Findings with the levels of their files, without those that are off or in files that are excluded. Rules in
  /// `on` are on unless a configuration says otherwise; `fixed`: the command line says which rules are on.
  [[nodiscard]] std::vector<rules::Finding> apply(std::vector<rules::Finding> findings,
                                                  const std::set<std::string, std::less<>>& on, bool fixed) const;

 private:
  [[nodiscard]] const Configuration* of(const std::string& file) const;

  std::optional<Configuration> only_;
  std::map<std::string, Configuration> by_file_;
};

}  // namespace cudep::config
