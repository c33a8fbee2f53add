// The streams, events and buffers of a random program.
#pragma once
#include "rules/model/operation.h"
#include "rules/oracle/random_choice.h"

namespace cudep::oracle {

/// One or two devices with a legacy stream each, and a few of everything else. `main` and perhaps one more host thread.
model::Entities random_entities(RandomChoice& choice);

}  // namespace cudep::oracle
