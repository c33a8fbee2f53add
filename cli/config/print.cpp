// Writes a configuration as the file that would say the same.
#include <yaml-cpp/yaml.h>

#include <array>
#include <string_view>

#include "cli/config/configuration.h"

namespace cudep::config {
namespace {

void print(YAML::Emitter& out, const model::LibraryEffect& effect) {
  out << YAML::Key << std::string(model::words_of(effect.effect).word) << YAML::Value;
  if (effect.places.empty()) {
    out << (effect.effect == model::Effect::Synchronize ? "stream" : "true");
  } else if (effect.places.size() == 1) {
    out << model::word_of(effect.places.front());
  } else {
    out << YAML::Flow << YAML::BeginSeq;
    for (const model::ArgumentPlace& place : effect.places) out << model::word_of(place);
    out << YAML::EndSeq;
  }
}

void print(YAML::Emitter& out, const model::LibraryCall& call) {
  out << YAML::BeginMap << YAML::Key << "name" << YAML::Value << call.name;
  for (const model::LibraryEffect& effect : call.effects) print(out, effect);
  out << YAML::EndMap;
}

}  // namespace

std::string to_yaml(const Configuration& configuration) {
  constexpr std::array<const char*, 3> kLevels = {"note", "warning", "error"};
  YAML::Emitter out;
  out << YAML::BeginMap;
  if (!configuration.functions.empty()) {
    out << YAML::Key << "functions" << YAML::Value << YAML::BeginSeq;
    for (const model::LibraryCall& call : configuration.functions) print(out, call);
    out << YAML::EndSeq;
  }
  if (!configuration.rules.empty()) {
    out << YAML::Key << "rules" << YAML::Value << YAML::BeginMap;
    for (const auto& [id, level] : configuration.rules)
      out << YAML::Key << id << YAML::Value << (level ? kLevels[static_cast<std::size_t>(*level)] : "off");
    out << YAML::EndMap;
  }
  if (!configuration.exclude.empty()) {
    out << YAML::Key << "exclude" << YAML::Value << YAML::BeginSeq;
    for (const std::string& path : configuration.exclude) out << path;
    out << YAML::EndSeq;
  }
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace cudep::config
