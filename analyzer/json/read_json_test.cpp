// Errors of files that are no JSON, or not the JSON they should be.
#include "analyzer/json/read_json.h"

#include <gtest/gtest.h>

namespace cudep::json {
namespace {

std::string error(std::string_view text) {
  const auto value = read(text, {.name = "list.json", .what = "a list of names", .remedy = "write it anew"},
                          [](const nlohmann::json& document) {
                            std::vector<std::string> names;
                            for_each_entry(document.at("names"), "name", [&](const auto&, const nlohmann::json& entry) {
                              names.push_back(entry.at("text").get<std::string>());
                            });
                            return names;
                          });
  return value ? "none" : value.error();
}

TEST(ReadJson, WhatFitsIsRead) { EXPECT_EQ(error(R"({"version": 1, "names": [{"text": "a"}]})"), "none"); }

TEST(ReadJson, TextThatIsNoJsonIsToldWithItsPlace) {
  EXPECT_EQ(error(""), "list.json: not a list of names: it is empty; write it anew");
  EXPECT_EQ(error("{\n  \"version\": 1,\n  \"names\": [1 2]}"),
            "list.json:3:15: not valid JSON: unexpected number literal; expected ']'; write it anew");
  EXPECT_EQ(error("__global__ void f();"), "list.json:1:1: not valid JSON: invalid literal; write it anew");
}

TEST(ReadJson, OtherJsonIsToldByWhatIsMissing) {
  EXPECT_EQ(error("[1]"), "list.json: not a list of names: it holds a list; write it anew");
  EXPECT_EQ(error("7"), "list.json: not a list of names: it holds number; write it anew");
  EXPECT_EQ(error("{}"), "list.json: not a list of names: `version` is missing; write it anew");
  EXPECT_EQ(error(R"({"version": "1"})"), "list.json: not a list of names: `version` is no number; write it anew");
  EXPECT_EQ(error(R"({"version": 2})"),
            "list.json: a list of names of format 2, which this cudep cannot read; write it anew");
  EXPECT_EQ(error(R"({"version": 1})"), "list.json: not a list of names: `names` is missing; write it anew");
  EXPECT_EQ(error(R"({"version": 1, "names": [{"text": "a"}, {"text": 5}]})"),
            "list.json: not a list of names: name 2: type must be string, but is number; write it anew");
  EXPECT_EQ(error(R"({"version": 1, "names": ["a"]})"),
            "list.json: not a list of names: name 1: expected keys and values, not string; write it anew");
  EXPECT_EQ(error(R"({"version": 1, "names": {"first": {}}})"),
            "list.json: not a list of names: name `first`: `text` is missing; write it anew");
}

}  // namespace
}  // namespace cudep::json
