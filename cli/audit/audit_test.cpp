// `cudep audit` and `cudep dump` as commands, on traces that the real writer makes.
#include "cli/audit/audit.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/audit/static_findings.h"
#include "cli/report/json.h"
#include "cli/report/sample_findings.h"
#include "cli/report/temporary_folder.h"
#include "tracer/format/append.h"
#include "tracer/format/sample_trace.h"

namespace cudep::audit {
namespace {

using format::call_id;

struct Outcome {
  ExitCode code = ExitCode::Internal;
  std::string out;
  std::string err;
};

template <class Command>
Outcome run(Command command, const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = command(arguments, lint::Destinations{.out = out, .err = err});
  return {code, out.str(), err.str()};
}

constexpr std::uint64_t kDevice = 0x7f0000000000;
constexpr std::uint64_t kHost = 0x600000;

using Places = std::map<std::uint64_t, std::vector<format::Place>>;
const Places kPlaces = {{0x1000, {{.function = "produce", .file = "/src/app.cu", .line = 10}}},
                        {0x2000, {{.function = "consume", .file = "/src/app.cu", .line = 20}}}};

/// A kernel fills a buffer in one stream, a copy reads it in another; `waits` orders the two.
void write_run(format::SampleTrace& sample, bool waits, const Places& places = kPlaces) {
  const auto allocate = [&](format::CallId id, std::uint64_t sequence, std::uint64_t address) {
    auto* entry = sample.call<format::MemoryEntry>(format::EntryKind::Memory, id, sequence);
    entry->address = address;
    entry->bytes = 4096;
    sample.writer().commit();
  };
  sample.stack(1, {0x1000});
  sample.stack(2, {0x2000});
  sample.kernel(1, "_Z5scalePfi");
  allocate(call_id("cuMemAllocHost"), 1, kHost);
  allocate(call_id("cuMemAlloc"), 2, kDevice);
  sample.create_stream(3, 0xa, 1);
  sample.create_stream(4, 0xb, 1);
  sample.launch(5, 1, 1, kDevice);
  if (waits) sample.on_stream(call_id("cuStreamSynchronize"), 6, 0);
  auto* copy = sample.call<format::CopyEntry>(format::EntryKind::Copy, call_id("cuMemcpyDtoHAsync"), 7);
  copy->common.header.flags = format::kHasStream;
  copy->common.stream = 0xb;
  copy->common.stack = 2;
  copy->destination = kHost;
  copy->source = kDevice;
  copy->bytes = 4096;
  sample.writer().commit();
  sample.file().end();
  const auto appended = format::append_places(sample.path(), places);
  ASSERT_TRUE(appended.has_value()) << appended.error();
}

TEST(Audit, AMissingWaitIsFound) {
  format::SampleTrace sample;
  write_run(sample, false);
  const Outcome outcome = run(audit, {sample.path()});
  EXPECT_EQ(outcome.code, ExitCode::Findings) << outcome.err;
  EXPECT_NE(outcome.out.find("/src/app.cu:20: error:"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("[unordered-stream-access]"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("/src/app.cu:10: note:"), std::string::npos) << outcome.out;
}

TEST(Audit, AnOrderedRunIsClean) {
  format::SampleTrace sample;
  write_run(sample, true);
  const Outcome outcome = run(audit, {sample.path()});
  EXPECT_EQ(outcome.code, ExitCode::Clean) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(Audit, ATraceThatIsCutOffIsJudgedAsFarAsItGoes) {
  format::SampleTrace sample;
  write_run(sample, false);
  std::filesystem::resize_file(sample.path(), std::filesystem::file_size(sample.path()) / 2);
  for (const auto command : {audit, dump}) {
    const Outcome outcome = run(command, {sample.path()});
    EXPECT_EQ(outcome.code, ExitCode::Incomplete);
    EXPECT_NE(outcome.err.find(sample.path() + ": error: 1 block is "), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("build the program with -g"), std::string::npos) << outcome.err;
  }
}

TEST(Audit, AKilledProgramLeavesAWholeTrace) {
  format::SampleTrace sample;
  write_run(sample, true);
  sample.file().header()->flags = 0;
  const Outcome outcome = run(audit, {sample.path()});
  EXPECT_EQ(outcome.code, ExitCode::Clean);
  EXPECT_NE(outcome.err.find("did not end in the normal way"), std::string::npos) << outcome.err;
}

TEST(Audit, ColumnsThatAreNotOfTheSourceAreLeftOut) {
  const std::string source = std::filesystem::temp_directory_path() / ("app." + std::to_string(getpid()) + ".cu");
  std::ofstream(source) << "  produce();\n  consume();  // much later\n";
  format::SampleTrace sample;
  const auto place = [&](std::uint32_t line, std::uint32_t column) {
    return std::vector<format::Place>{{.function = "f", .file = source, .line = line, .column = column}};
  };
  write_run(sample, false, {{0x1000, place(1, 3)}, {0x2000, place(2, 20)}});
  const Outcome outcome = run(audit, {sample.path()});
  EXPECT_NE(outcome.out.find(source + ":2: error: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(source + ":1:3: note: "), std::string::npos) << outcome.out;
  std::filesystem::remove(source);
}

TEST(Audit, AnInputIsNotWrittenOver) {
  format::SampleTrace sample;
  write_run(sample, false);
  const auto bytes = std::filesystem::file_size(sample.path());
  const Outcome outcome = run(audit, {sample.path(), "--format", "json:" + sample.path()});
  EXPECT_EQ(outcome.code, ExitCode::Usage);
  EXPECT_TRUE(
      outcome.err.starts_with("cudep: error: " + sample.path() + ": is read by this command, and would be overwritten"))
      << outcome.err;
  EXPECT_EQ(std::filesystem::file_size(sample.path()), bytes);
}

/// What lint would have said of the program.
std::string static_findings() {
  const auto place = [](std::string label, std::uint32_t line, std::string function) {
    return nlohmann::json{{"label", label},
                          {"agent", "s"},
                          {"event", ""},
                          {"on_host", false},
                          {"frames", {{{"file", "app.cu"}, {"line", line}, {"column", 3}, {"function", function}}}}};
  };
  nlohmann::json finding = {{"rule", "unordered-stream-access"},
                            {"severity", "error"},
                            {"confidence", "certain"},
                            {"hazard", "RAW"},
                            {"reason", "nothing-orders"},
                            {"primary", {{"file", "app.cu"}, {"line", 20}, {"column", 3}, {"function", "consume"}}},
                            {"earlier", place("kernel `scale`", 10, "produce")},
                            {"later", place("cudaMemcpyAsync", 20, "consume")},
                            {"more_earlier", nlohmann::json::array()},
                            {"evidence", nullptr},
                            {"counterpart", nullptr},
                            {"buffer", {{"name", "dev"}, {"memory", "device"}, {"allocated", nullptr}}},
                            {"assumptions", nlohmann::json::array()},
                            {"path", nlohmann::json::array()}};
  return nlohmann::json{{"version", 1}, {"findings", {finding}}}.dump();
}

class WithStatic : public testing::Test {
 protected:
  WithStatic() { std::ofstream(path_) << static_findings(); }
  ~WithStatic() override { std::filesystem::remove(path_); }
  std::string path_ = std::filesystem::temp_directory_path() / ("static." + std::to_string(getpid()) + ".json");
};

TEST_F(WithStatic, TheRunConfirms) {
  format::SampleTrace sample;
  write_run(sample, false);
  const Outcome text = run(audit, {sample.path(), "--static", path_});
  EXPECT_EQ(text.code, ExitCode::Findings);
  EXPECT_NE(text.out.find("confirmed by the run: the two met once"), std::string::npos) << text.out;
  const Outcome json = run(audit, {sample.path(), "--static", path_, "--format", "json"});
  const auto document = nlohmann::json::parse(json.out);
  ASSERT_EQ(document["findings"].size(), 1U) << "one finding of both halves";
  EXPECT_EQ(document["findings"][0]["verdict"]["kind"], "confirmed");
  const Outcome sarif = run(audit, {sample.path(), "--static", path_, "--format", "sarif"});
  const auto results = nlohmann::json::parse(sarif.out)["runs"][0]["results"];
  EXPECT_EQ(results[0]["properties"]["verdict"]["kind"], "confirmed");
}

TEST_F(WithStatic, TheRunOrders) {
  format::SampleTrace sample;
  write_run(sample, true);
  const Outcome outcome = run(audit, {sample.path(), "--static", path_, "--format", "json"});
  EXPECT_EQ(outcome.code, ExitCode::Clean) << "what the run does not show does not fail it";
  const auto verdict = nlohmann::json::parse(outcome.out)["findings"][0]["verdict"];
  EXPECT_EQ(verdict["kind"], "ordered-in-run");
  EXPECT_EQ(verdict["pairs"], 1);
  EXPECT_EQ(verdict["edges"].size(), 1U);
}

TEST_F(WithStatic, DroppedEntriesOrderNothing) {
  format::SampleTrace sample;
  sample.file().count_dropped_entry();
  write_run(sample, true);
  const Outcome outcome = run(audit, {sample.path(), "--static", path_, "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["findings"][0]["verdict"]["kind"], "not-exercised");
}

TEST(Audit, WhatCannotBeReadIsOneLine) {
  const std::string path = std::filesystem::temp_directory_path() / ("bad." + std::to_string(getpid()) + ".cudep");
  for (const std::string_view bytes : {"", "not a trace", "cudep\r\n\x1a and no more"}) {
    std::ofstream(path, std::ios::binary) << bytes;
    for (const Outcome& outcome : {run(audit, {path}), run(dump, {path})}) {
      EXPECT_EQ(outcome.code, ExitCode::Usage);
      EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
      EXPECT_NE(outcome.err.find(path), std::string::npos);
    }
  }
  std::filesystem::remove(path);
  EXPECT_EQ(run(audit, {"/no/such.cudep"}).code, ExitCode::Usage);
  EXPECT_EQ(run(audit, {}).code, ExitCode::Usage);
  EXPECT_EQ(run(audit, {"a.cudep", "--static", "/no/such.json"}).code, ExitCode::Usage);
  EXPECT_NE(run(audit, {"/"}).err.find("/: is a folder"), std::string::npos);
  EXPECT_NE(run(audit, {"a.cudep", "--kernels", "/"}).err.find("/: is a folder"), std::string::npos);
  EXPECT_EQ(run(audit, {"--no-such-option"}).code, ExitCode::Usage);
  EXPECT_EQ(run(audit, {"--help"}).code, ExitCode::Clean);
}

TEST(Dump, OneLineForEachCall) {
  format::SampleTrace sample;
  write_run(sample, false);
  const Outcome outcome = run(dump, {sample.path()});
  EXPECT_EQ(outcome.code, ExitCode::Clean);
  EXPECT_NE(outcome.out.find("\n5 thread 0 cuLaunchKernel stream legacy scale(float*, int) grid"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("place 0x2000 /src/app.cu:20:0 consume"), std::string::npos);
}

TEST(StaticFindings, AreReadAsTheyWereWritten) {
  report::Report report;
  report.findings = {report::samples::race(), report::samples::host_race()};
  report::SourceLines sources;
  const auto read = parse_findings(report::to_json(report, sources, {.tool_version = "0"}), "findings.json");
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->list, report.findings);
}

TEST(StaticFindings, PlacesAreInAFile) {
  report::Report report;
  report.findings = {report::samples::race()};
  report::SourceLines sources;
  const std::string written = report::to_json(report, sources, {.tool_version = "0"});
  const std::string line = "\"line\": " + std::to_string(report.findings[0].primary.site.line);
  for (const char* wrong : {"-5", "4294967295", "99999999999999999999", "1.5", "\"7\""}) {
    std::string text = written;
    text.replace(text.find(line), line.size(), std::string("\"line\": ") + wrong);
    const auto read = parse_findings(text, "findings.json");
    ASSERT_FALSE(read.has_value()) << wrong;
    EXPECT_NE(read.error().find("findings.json"), std::string::npos) << read.error();
  }
}

TEST_F(WithStatic, TheSummaryCountsAsTheExitCodeDoes) {
  format::SampleTrace sample;
  write_run(sample, true);
  const Outcome outcome = run(audit, {sample.path(), "--static", path_});
  EXPECT_EQ(outcome.code, ExitCode::Clean);
  EXPECT_NE(outcome.out.find("\n\n1 finding not confirmed by the run\n"), std::string::npos) << outcome.out;
}

TEST(StaticFindings, ChangedLinesAreNoticed) {
  const report::TemporaryFolder folder;
  report::Report report;
  report.findings = {report::samples::race(), report::samples::race()};
  const std::string file(report::samples::kFile);
  report::TemporaryFolder::write(file, report::samples::kSource);
  report::SourceLines sources;
  const auto findings = parse_findings(report::to_json(report, sources, {.tool_version = "0"}), "findings.json");
  ASSERT_TRUE(findings) << findings.error();
  EXPECT_TRUE(changed_files(*findings).empty());
  report::TemporaryFolder::write(file, "\n" + std::string(report::samples::kSource));
  EXPECT_EQ(changed_files(*findings), std::set<std::string>{file});
  std::filesystem::remove(file);
  EXPECT_TRUE(changed_files(*findings).empty());
}

TEST(StaticFindings, OtherFilesAreRefused) {
  for (const char* text : {"", "{}", "[1, 2]", R"({"version": 99, "findings": []})",
                           R"({"version": 1, "findings": [{"rule": "no-such-rule"}]})"})
    EXPECT_FALSE(parse_findings(text, "findings.json").has_value()) << text;
}

}  // namespace
}  // namespace cudep::audit
