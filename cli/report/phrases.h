// The words for streams, hosts, operations and hazards, the same in every message and every format.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/finding.h"

namespace cudep::report {

std::string_view name(rules::Severity severity);      // "error"
std::string_view name(rules::Confidence confidence);  // "likely"
std::string_view name(rules::Reason reason);          // "recorded-before-producer"
std::string_view name(model::MemoryKind kind);        // "pinned"
std::string_view abbreviation(rules::Hazard hazard);  // "RAW"

/// "once", "3 times".
std::string times(std::uint64_t count);

/// "stream `copy`", "the legacy default stream", "the host".
std::string agent_phrase(const rules::Place& place);
/// "`copy`", "the legacy default stream", "the host".
std::string short_agent(const rules::Place& place);
/// "kernel `scale` on stream `copy`", "the host".
std::string operation_phrase(const rules::Place& place);
/// "`dev`", or "the buffer" when it has no name.
std::string buffer_phrase(const rules::Finding& finding);
/// "event `ready`", "an event".
std::string event_phrase(const rules::Place& place);

/// What the later operation does: "reads", "writes".
std::string_view later_verb(const rules::Finding& finding);
/// What the earlier one may still be doing: "writing", "reading", "allocating".
std::string_view still_doing(const rules::Finding& finding);
/// "written", "read", "allocated": what was done at the earlier operation, and at the later one.
std::string_view earlier_done(const rules::Finding& finding, const rules::Place& earlier);
std::string_view later_done(const rules::Finding& finding);
/// How the later operation ends the buffer's life: "frees", "unregisters", "ends the life of".
std::string_view ending_verb(const rules::Place& place);
/// True for what ends the life of memory.
bool ends_life(const rules::Place& place);
/// What makes one follow the other although it need not: "cudaFree happens to wait, which CUDA does not promise".
std::string fragile_support(const rules::Finding& finding);

/// True for the legacy and the per-thread default stream.
bool is_default_stream(const rules::Place& place);
/// True for a call that allocates in stream order.
bool allocates(const rules::Place& place);
/// True for an object that ends where no call says so: its scope ends, or its owner does.
bool ends_by_itself(const rules::Place& place);
/// "`staging` goes out of scope", "the life of `staging` ends": for those.
std::string ends_phrase(const rules::Finding& finding, const rules::Place& end);
/// The innermost site of an operation.
model::Site site_of(const rules::Place& place);

}  // namespace cudep::report
