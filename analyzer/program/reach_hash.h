// One hash for everything that code can come to, for keeping what it led to from run to run.
//
//   const ReachHash hashes(program, [](ItemId) { return ""; });
//   if (hashes.of({{main}}) == before) …;  // neither main nor anything below it was changed
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "analyzer/inputs/hash.h"
#include "analyzer/program/program.h"

namespace cudep::program {

using ItemId = std::variant<FunctionId, GlobalId, ClassId, LayoutId>;

class ReachHash {
 public:
  /// `note` is what counts as a part of an item besides its text.
  ReachHash(const Program& program, const std::function<std::string(ItemId)>& note);

  /// Equal where these items, and all that they refer to, directly or not, say the same, in one program or in two. A
  /// virtual function refers to the classes that override it. The numbers that items have in their program do not
  /// count; their sites do.
  [[nodiscard]] inputs::Hash of(std::span<const ItemId> start) const;

 private:
  struct Node {
    inputs::Hash text;
    std::vector<std::uint32_t> uses;
  };
  [[nodiscard]] std::uint32_t number(ItemId id) const;
  void add_overriders(const Program& program);

  std::uint32_t globals_, classes_, layouts_;  // where the numbers of each kind begin; functions come first
  std::vector<Node> nodes_;
};

}  // namespace cudep::program
