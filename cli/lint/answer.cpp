// Writes and reads answers.
#include "cli/lint/answer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/lint/facts.h"

namespace cudep::lint {
namespace {

using nlohmann::json;

constexpr std::string_view kHead = "cudep-answer 1 ";

constexpr std::array<std::pair<PreludeUse, std::string_view>, 3> kUses = {{
    {PreludeUse::None, "none"},
    {PreludeUse::Missing, "missing"},
    {PreludeUse::Used, "used"},
}};

std::string_view word(PreludeUse use) {
  return std::ranges::find(kUses, use, &std::pair<PreludeUse, std::string_view>::first)->second;
}

PreludeUse use_named(std::string_view word) {
  const auto found = std::ranges::find(kUses, word, &std::pair<PreludeUse, std::string_view>::second);
  return found == kUses.end() ? PreludeUse::None : found->first;
}

std::unexpected<std::string> no_answer() { return std::unexpected<std::string>("not an answer of cudep-lower"); }

}  // namespace

std::string print_answer(const Answer& answer) {
  const auto inputs = inputs::print(answer.inputs);
  const std::string lines = inputs.value_or("");
  const json head = {
      {"inputs", lines.size()}, {"keep", inputs.has_value() && answer.is_steady}, {"prelude", word(answer.prelude)}};
  return std::string(kHead) + head.dump() + "\n" + lines + print_facts({answer.facts});
}

std::vector<std::string> files_read(const std::vector<inputs::Input>& inputs) {
  std::vector<std::string> files;
  std::error_code gone;
  for (const inputs::Input& input : inputs)
    if (input.kind == inputs::Input::Kind::Content)
      files.push_back(std::filesystem::weakly_canonical(input.path, gone).string());
  return files;
}

std::expected<AnswerText, std::string> parse_answer(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (!line.starts_with(kHead)) return no_answer();
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  AnswerText answer;
  try {
    const json head = json::parse(line.substr(kHead.size()));
    const auto bytes = head.at("inputs").get<std::size_t>();
    auto inputs = inputs::parse(text.substr(0, bytes));
    if (bytes > text.size() || !inputs) return no_answer();
    answer.inputs = *std::move(inputs);
    answer.may_be_kept = head.at("keep");
    answer.prelude = use_named(head.at("prelude").get<std::string>());
    answer.facts = text.substr(bytes);
  } catch (const json::exception&) {
    return no_answer();
  }
  return answer;
}

}  // namespace cudep::lint
