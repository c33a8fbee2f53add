// The formats of `cudep export`, each of a picture of one run.
#pragma once
#include <optional>
#include <string>

#include "cli/picture/timeline.h"
#include "cli/report/source_lines.h"

namespace cudep::exports {

/// Trace events as JSON, which Perfetto opens.
std::string to_chrome(const picture::Picture& picture, report::SourceLines& sources);
/// The bytes of a database; docs/export.md describes its tables.
std::string to_sqlite(const picture::Picture& picture, report::SourceLines& sources);
/// A graph for Graphviz of the operations that order, that are ordered, or that findings speak of.
std::string to_dot(const picture::Picture& picture);

/// Where the call of an operation stands; none when no line is known.
std::optional<rules::SourceFrame> place_of(const model::Operation& op, const model::Entities& entities);

}  // namespace cudep::exports
