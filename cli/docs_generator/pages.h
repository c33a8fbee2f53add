// The pages of docs/ that come from the tables of the code, so that they cannot say something else.
#pragma once
#include <string>
#include <vector>

namespace cudep::docs {

struct Page {
  std::string path;  // relative to the repository
  std::string text;
};

/// docs/rules.md, one page a rule, docs/cuda-calls.md, docs/ordering.md.
std::vector<Page> pages();

}  // namespace cudep::docs
