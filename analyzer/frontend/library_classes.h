// What the standard library is to the frontend: headers that are simply executed, and classes whose models need to know
// the user's functions behind their template arguments.
#pragma once
#include <optional>

#include "analyzer/frontend/clang.h"
#include "analyzer/program/program.h"

namespace cudep::frontend {

class Declarations;

/// Small headers of libstdc++ whose functions are lowered like the user's own.
bool is_interpreted_header(llvm::StringRef path);

/// Of a method of a class template in a system header.
std::optional<program::LibraryClass> library_class(Declarations& unit, const clang::FunctionDecl* method);

}  // namespace cudep::frontend
