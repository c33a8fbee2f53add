// Small sources for tests, lowered, and what to ask of the result.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "analyzer/frontend/lower.h"
#include "analyzer/program/text.h"
#include "analyzer/program/verify.h"

namespace cudep::frontend {

using program::Program;

inline std::string cuda_path() {
  const char* path = std::getenv("CUDA_PATH");
  return path != nullptr ? path : "/usr/local/cuda";
}

/// A folder of the running test's own.
inline std::filesystem::path test_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("{}_{}", test->test_suite_name(), test->name());
  std::filesystem::create_directories(folder);
  return folder;
}

/// Lowers `source` as unit.cu of the test's folder; without a toolkit when `toolkit` is empty.
inline Lowered lower_text(const std::string& source, const std::string& toolkit = cuda_path(),
                          const std::string& name = "unit.cu") {
  const auto folder = test_folder();
  std::ofstream(folder / name) << source;
  auto lowered = lower({.directory = folder.string(), .file = name}, toolkit);
  EXPECT_TRUE(lowered) << lowered.error();
  if (!lowered) return {};
  EXPECT_EQ(program::verify(lowered->program), std::vector<std::string>{});
  return *std::move(lowered);
}

inline const program::Function* find(const Program& program, std::string_view display) {
  const auto found = std::ranges::find(program.functions, display, &program::Function::display);
  EXPECT_NE(found, program.functions.end()) << display;
  return found == program.functions.end() ? nullptr : &*found;
}

inline std::string text_of(const Program& program, std::string_view display) {
  const program::Function* function = find(program, display);
  return function == nullptr ? "" : program::print(*function, program);
}

/// Whether the parts occur one after the other.
inline testing::AssertionResult in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t from = 0;
  for (const std::string& part : parts) {
    const std::size_t found = text.find(part, from);
    if (found == std::string::npos) return testing::AssertionFailure() << "no `" << part << "` there in:\n" << text;
    from = found + part.size();
  }
  return testing::AssertionSuccess();
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace cudep::frontend
