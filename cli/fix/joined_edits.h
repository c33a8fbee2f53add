// The edits of several findings together.
#pragma once
#include "cli/report/offered_edits.h"

namespace cudep::fix {

using report::FileEdits;

/// All of `added` can be done beside `edits`: no line is wanted twice, and what the two have in common they have whole.
bool fits(const FileEdits& edits, const FileEdits& added);

/// Each edit once.
void add(FileEdits& edits, const FileEdits& added);

}  // namespace cudep::fix
