// Keeps the most that is known of each path.
#include "analyzer/frontend/read_files.h"

#include <utility>

namespace cudep::frontend {

namespace {

using inputs::Input;

/// Whether what is known of a path already says what is noted now.
bool contains(const Input& known, const Input& now) {
  if (known.kind == now.kind) return known.hash == now.hash;
  return now.kind == Input::Kind::Present && known.kind != Input::Kind::Absent;
}

}  // namespace

void ReadFiles::note_content(const std::string& path, const inputs::Look& look, std::string_view content) {
  note({.kind = Input::Kind::Content, .path = path, .look = look, .hash = inputs::hash_of(content)});
}

void ReadFiles::note_listed(const std::string& folder) { note(inputs::state_of(folder)); }
void ReadFiles::note_present(const std::string& path) { note({.kind = Input::Kind::Present, .path = path}); }
void ReadFiles::note_absent(const std::string& path) { note({.kind = Input::Kind::Absent, .path = path}); }

void ReadFiles::note(Input input) {
  const auto [entry, is_new] = by_path_.try_emplace(input.path, input);
  Input& known = entry->second;
  if (is_new || contains(known, input)) return;
  is_steady_ = is_steady_ && contains(input, known);
  known = std::move(input);
}

std::vector<Input> ReadFiles::inputs() const {
  std::vector<Input> all;
  for (const auto& [path, input] : by_path_) all.push_back(input);
  return all;
}

}  // namespace cudep::frontend
