// The text of single instructions, operands and sites; also for messages about a program.
#pragma once
#include <string>
#include <string_view>

#include "analyzer/program/program.h"

namespace cudep::program {

/// Without its site.
std::string instruction_text(const Instruction& instruction, const Function& function, const Program& program);
std::string operand_text(const Operand& operand, const Function& function, const Program& program);
/// `at 12:5` in `file`, `at "other.h":12:5` elsewhere.
std::string site_text(SiteId site, std::string_view file, const Program& program);
/// `@name`
std::string function_text(FunctionId id, const Program& program);
std::string block_text(BlockId block);

/// The name of a local, with its number when the name alone is not unique in the function.
std::string local_label(const Function& function, LocalId local);
/// The name, in quotes when it has unusual characters.
std::string name_text(std::string_view name);

}  // namespace cudep::program
