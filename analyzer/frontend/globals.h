// First values of globals: constants as a list of scalars, anything else as a function that runs before `main`.
#pragma once
#include "analyzer/frontend/declarations.h"

namespace cudep::frontend {

/// Fills in the initial value of `variable`, or adds its initializer to the program.
void lower_global(Declarations& unit, const clang::VarDecl* variable);

}  // namespace cudep::frontend
