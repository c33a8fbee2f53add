// Puts new texts in place of old ones, all of them or none.
#pragma once
#include <expected>
#include <map>
#include <string>

namespace cudep::fix {

/// Replaces files that still have the text `before`; permissions, owners and links stay. Nothing is changed when one
/// has another text by now, or when one cannot be written; the error is one line.
std::expected<void, std::string> save(const std::map<std::string, std::string>& before,
                                      const std::map<std::string, std::string>& after);

}  // namespace cudep::fix
