// One HTML page that shows a picture: it needs no server and no other file.
#pragma once
#include <string>

#include "cli/picture/timeline.h"
#include "cli/report/source_lines.h"

namespace cudep::picture {

/// What the page draws, as JSON that may stand inside a `script` element. page/model.js reads it.
std::string page_data(const Picture& picture, report::SourceLines& sources);

std::string to_html(const Picture& picture, report::SourceLines& sources);

}  // namespace cudep::picture
