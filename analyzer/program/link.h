// Joins the host programs of several units into one, as a linker joins object files: calls find the bodies that other
// units define, and what a header brings into every unit is there once.
#pragma once
#include <cstdint>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::program {

struct Linked {
  Program program;
  std::vector<std::vector<std::uint32_t>> units_of_function;  // by function: the units that define it, ascending
};

/// Units of one program, compiled for the same default stream.
///
/// Functions and variables are known by their names. Definitions that say the same are one. Where units define a name
/// differently, as the sources of several executables do, each unit keeps its own; a unit that only declares it then
/// finds no body. The order of the units decides on nothing but the order of the items.
Linked link(std::vector<Program> units);

}  // namespace cudep::program
