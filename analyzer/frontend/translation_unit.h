// Lowers a parsed translation unit: every function and global of the user's, and what they reach.
#pragma once
#include "analyzer/frontend/declarations.h"

namespace cudep::frontend {

program::Program lower_translation_unit(clang::Sema& sema, const ParserNotes& notes);

}  // namespace cudep::frontend
