// What an item of a program says itself, so that items of different programs can be compared.
#pragma once
#include <string>

#include "analyzer/program/program.h"

namespace cudep::program {

/// The text form without the numbers that layouts and classes have in their program; what they are is not in it.
std::string item_text(const Function& function, const Program& program);
std::string item_text(const Global& global, const Program& program);
std::string item_text(const Layout& layout);

}  // namespace cudep::program
