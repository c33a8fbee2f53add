// How the parts of a configuration are read: nodes of YAML, and errors at their places.
#pragma once
#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/config/configuration.h"

namespace cudep::config {

struct Reader {
  std::string file;
  std::vector<Error> errors;

  void fail(const YAML::Node& at, std::string message);
  /// A word or number; an error when it is a list or has keys. `what` is what stands there: "`name`".
  std::optional<std::string> scalar(const YAML::Node& node, const std::string& what);
  /// The keys of a map with their values; a key that is there twice is an error.
  std::vector<std::pair<YAML::Node, YAML::Node>> entries(const YAML::Node& node);
  /// The entries of a list, or the one that stands for a list; an error when it has keys.
  std::vector<YAML::Node> list(const YAML::Node& node, const std::string& what);
};

std::optional<model::LibraryCall> read_function(const YAML::Node& node, Reader& reader);

}  // namespace cudep::config
