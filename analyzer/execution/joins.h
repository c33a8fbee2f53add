// Where the ways that a branch opens meet again.
#pragma once
#include <optional>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::execution {

/// By block: the first block that every way from its end to a return passes. Ways that end the path (throw, exit) are
/// ways out of the program, not of the function, and do not count; only where no way leads to a return, as in a main
/// function that ends with `exit`, it is the first block that every way to an end passes.
///
/// `ending`: blocks that end the path although a terminator follows, because a call in them does not return.
std::vector<std::optional<program::BlockId>> find_joins(const program::Function& function,
                                                        const std::vector<bool>& ending);
/// By block: some way from it leads to a return.
std::vector<bool> ways_to_return(const program::Function& function, const std::vector<bool>& ending);

}  // namespace cudep::execution
