// Call entries as values.
#pragma once
#include <optional>

#include "tracer/format/entry_bytes.h"
#include "tracer/format/pending.h"

namespace cudep::format {

/// The call of an entry of the given kind; none when the entry is too short for it.
std::optional<PendingCall> decode_call(EntryKind kind, Bytes entry);

}  // namespace cudep::format
