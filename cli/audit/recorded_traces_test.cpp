// Every trace of testdata/traces/recorded is judged as the file beside it says.
//
// NAME.cudep is a run; NAME.json the findings of its source and NAME.kernels.json its kernels, where there are any;
// NAME.expected has a line `VERDICT RULE FILE:LINE` for each finding.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/audit/audit.h"

namespace cudep::audit {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(CUDEP_SOURCE_DIR) / "testdata" / "traces" / "recorded";

std::vector<fs::path> traces() {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".cudep") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

std::multiset<std::string> expected(fs::path trace) {
  std::ifstream in(trace.replace_extension(".expected"));
  std::multiset<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.insert(line);
  return lines;
}

std::multiset<std::string> audited(fs::path trace) {
  std::vector<std::string> arguments = {trace.string(), "--format", "json"};
  const auto add = [&](const char* option, const char* extension) {
    const fs::path file = fs::path(trace).replace_extension(extension);
    if (fs::exists(file)) arguments.insert(arguments.end(), {option, file.string()});
  };
  add("--static", ".json");
  add("--kernels", ".kernels.json");
  std::ostringstream out;
  std::ostringstream err;
  audit(arguments, {.out = out, .err = err});
  std::multiset<std::string> lines;
  const auto document = nlohmann::json::parse(out.str(), nullptr, false);
  if (document.is_discarded()) return {"no report: " + err.str()};
  for (const auto& finding : document["findings"]) {
    const auto& primary = finding["primary"];
    const auto verdict = finding["verdict"]["kind"].get<std::string>();
    lines.insert(fmt::format("{} {} {}:{}", verdict, finding["rule"].get<std::string>(),
                             fs::path(primary["file"].get<std::string>()).filename().string(),
                             primary["line"].get<int>()));
  }
  return lines;
}

TEST(RecordedTraces, AreJudgedAsExpected) {
  EXPECT_FALSE(traces().empty());
  for (const fs::path& trace : traces()) {
    EXPECT_TRUE(fs::exists(fs::path(trace).replace_extension(".expected"))) << trace << " has no expectation";
    EXPECT_EQ(audited(trace), expected(trace)) << trace;
  }
}

}  // namespace
}  // namespace cudep::audit
