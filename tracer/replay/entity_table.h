// Numbers the sites and functions of a run as they appear.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"

namespace cudep::replay {

class EntityTable {
 public:
  explicit EntityTable(model::Entities& entities) : entities_(entities) {}

  model::SiteId site(const model::Site& site) {
    const auto [known, is_new] = sites_.try_emplace(site, model::SiteId{static_cast<std::uint32_t>(sites_.size())});
    if (is_new) entities_.sites.push_back(site);
    return known->second;
  }

  model::FunctionNameId function(const std::string& name) {
    const auto next = model::FunctionNameId{static_cast<std::uint32_t>(functions_.size())};
    const auto [known, is_new] = functions_.try_emplace(name, next);
    if (is_new) entities_.functions.push_back(name);
    return known->second;
  }

  std::vector<model::Frame> frames(std::span<const rules::SourceFrame> frames) {
    std::vector<model::Frame> result;
    for (const rules::SourceFrame& frame : frames) result.push_back({site(frame.site), function(frame.function)});
    return result;
  }

 private:
  model::Entities& entities_;
  std::map<model::Site, model::SiteId> sites_;
  std::map<std::string, model::FunctionNameId> functions_;
};

}  // namespace cudep::replay
