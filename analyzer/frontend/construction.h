// Library functions that build an object from a pack of arguments (emplace_back, make_shared) hide which constructor
// runs.
#pragma once
#include <optional>

#include "analyzer/frontend/declarations.h"

namespace cudep::frontend {

/// A function of the frontend's own that builds a `type` from the pack of `function`, an instance of a library
/// template. Nothing when `function` takes no pack, or no constructor fits.
std::optional<program::FunctionId> construction(Declarations& unit, clang::QualType type,
                                                const clang::FunctionDecl* function);

}  // namespace cudep::frontend
