// What SARIF 2.1.0 allows of the objects that cudep writes, for the test that checks the report against it: each object
// with its properties, which of them it must have, and what they hold. Anything not listed is an error, as in the
// standard.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cudep::report {

/// Every way in which the log strays from the standard, each with the path to it; empty when there is none.
std::vector<std::string> sarif_errors(const nlohmann::json& log);

}  // namespace cudep::report
