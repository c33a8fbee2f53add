// The page of what is known of libraries.
#pragma once
#include "cli/docs_generator/pages.h"

namespace cudep::docs {

Page libraries_page();

}  // namespace cudep::docs
