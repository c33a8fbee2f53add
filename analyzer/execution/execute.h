// Runs a host program, root by root and path by path, and yields the operations of each path.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/program/program.h"
#include "rules/model/operation.h"

namespace cudep::execution {

struct Limits {
  std::uint32_t paths = 128;
  std::uint64_t instructions = 1'000'000;
  std::uint32_t call_depth = 16;
};

/// What one root came to.
struct Root {
  std::string name;  // `main`, `Pipeline::run`
  model::Site site;
  std::vector<model::OperationList> paths;
  std::vector<std::string> cut;      // what a limit left out, one line each; empty: run to the end
  std::vector<std::string> unknown;  // functions without a body that received handles
};

/// Every root of the program in the order of their sites.
std::vector<Root> execute(const program::Program& program, const Limits& limits = {});

}  // namespace cudep::execution
