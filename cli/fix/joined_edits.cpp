// Compares edits line by line.
#include "cli/fix/joined_edits.h"

#include <algorithm>

namespace cudep::fix {
namespace {

using report::LineEdit;

bool has(const FileEdits& edits, const std::string& file, const LineEdit& edit) {
  const auto known = edits.find(file);
  return known != edits.end() && std::ranges::find(known->second, edit) != known->second.end();
}

bool overlaps(const FileEdits& edits, const std::string& file, const LineEdit& edit) {
  const auto known = edits.find(file);
  return known != edits.end() &&
         std::ranges::any_of(known->second, [&](const LineEdit& other) { return report::overlap(edit, other); });
}

}  // namespace

bool fits(const FileEdits& edits, const FileEdits& added) {
  std::size_t count = 0;
  std::size_t shared = 0;
  for (const auto& [file, list] : added)
    for (const LineEdit& edit : list) {
      if (overlaps(edits, file, edit)) return false;
      count += 1;
      shared += has(edits, file, edit) ? 1 : 0;
    }
  return shared == 0 || shared == count;
}

void add(FileEdits& edits, const FileEdits& added) {
  for (const auto& [file, list] : added)
    for (const LineEdit& edit : list)
      if (!has(edits, file, edit)) edits[file].push_back(edit);
  for (auto& [file, list] : edits) std::ranges::sort(list);
}

}  // namespace cudep::fix
