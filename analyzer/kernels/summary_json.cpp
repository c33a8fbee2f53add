// Writes and reads summary files.
#include "analyzer/kernels/summary_json.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "analyzer/json/read_json.h"

namespace cudep::kernels {
namespace {

using Json = nlohmann::ordered_json;
using model::Form;
using model::SymbolId;

constexpr int kFormatVersion = 1;
constexpr std::array<std::string_view, 6> kDimensions = {"grid.x", "grid.y", "grid.z", "block.x", "block.y", "block.z"};
constexpr std::array<std::string_view, 4> kKinds = {"read", "write", "may-write", "atomic"};

// --- writing ---------------------------------------------------------------------------------------------------------

/// Symbols get the numbers of their place in the summary's list.
using Numbers = std::map<SymbolId, std::size_t>;

Json to_json(const Form& form, const Numbers& numbers) {
  Json terms = Json::array();
  if (form.constant() != 0) terms.push_back(Json::array({form.constant()}));
  for (const Form::Term& term : form.terms()) {
    Json json = Json::array({term.coefficient});
    for (const SymbolId symbol : term.symbols) json.push_back(numbers.at(symbol));
    terms.push_back(std::move(json));
  }
  return terms;
}

Json to_json(const std::vector<Form>& forms, const Numbers& numbers) {
  Json json = Json::array();
  for (const Form& form : forms) json.push_back(to_json(form, numbers));
  return json;
}

Json to_json(const ParameterField& field) { return {{"parameter", field.parameter}, {"offset", field.offset}}; }

Json to_json(const KernelSymbol& symbol) {
  if (const auto* dimension = std::get_if<LaunchDimension>(&symbol))
    return kDimensions[static_cast<std::size_t>(*dimension)];
  return to_json(std::get<ParameterField>(symbol));
}

Json to_json(const Root& root, const std::vector<std::string>& variables) {
  if (const auto* field = std::get_if<ParameterField>(&root)) return to_json(*field);
  return variables[program::index(std::get<program::GlobalId>(root))];
}

Json to_json(const KernelAccess& access, const Numbers& numbers, const std::vector<std::string>& variables) {
  Json high = Json::array();
  for (const Limit& limit : access.high)
    high.push_back({{"end", to_json(limit.end, numbers)}, {"assumed", to_json(limit.assumed, numbers)}});
  return {{"root", to_json(access.root, variables)},
          {"kind", kKinds[static_cast<std::size_t>(access.kind)]},
          {"low", to_json(access.low, numbers)},
          {"high", std::move(high)},
          {"dense", access.dense},
          {"dense_if", to_json(access.dense_if, numbers)},
          {"sliced", access.sliced},
          {"indirect", access.indirect},
          {"only_if", to_json(access.only_if, numbers)}};
}

Json to_json(const Summary& summary, const std::vector<std::string>& variables) {
  Numbers numbers;
  Json symbols = Json::array();
  for (const auto& [id, symbol] : summary.symbols) {
    numbers[id] = symbols.size();
    symbols.push_back(to_json(symbol));
  }
  Json accesses = Json::array();
  for (const KernelAccess& access : summary.accesses) accesses.push_back(to_json(access, numbers, variables));
  return {{"parameters", summary.parameter_bytes},
          {"body_seen", summary.body_seen},
          {"reaches_unknown_memory", summary.reaches_unknown_memory},
          {"calls_unknown_functions", summary.calls_unknown_functions},
          {"symbols", std::move(symbols)},
          {"accesses", std::move(accesses)}};
}

// --- reading: what does not fit throws, and `parse_summaries` makes an error of it -----------------------------------

template <std::size_t Count>
std::size_t position_of(std::string_view word, const std::array<std::string_view, Count>& words) {
  const auto at = std::ranges::find(words, word);
  if (at == words.end()) throw std::invalid_argument("unknown word `" + std::string(word) + "`");
  return static_cast<std::size_t>(at - words.begin());
}

Form read_form(const nlohmann::json& json, std::size_t symbols) {
  Form form;
  for (const nlohmann::json& term : json) {
    Form product(term.at(0).get<std::int64_t>());
    for (std::size_t i = 1; i < term.size(); ++i) {
      const auto symbol = term[i].get<std::uint32_t>();
      if (symbol >= symbols) throw std::invalid_argument("a form names a symbol that is not listed");
      product = product * Form::symbol(SymbolId{symbol});
    }
    form += product;
  }
  return form;
}

std::vector<Form> read_forms(const nlohmann::json& json, std::size_t symbols) {
  std::vector<Form> forms;
  for (const nlohmann::json& form : json) forms.push_back(read_form(form, symbols));
  return forms;
}

ParameterField read_field(const nlohmann::json& json) {
  return {json.at("parameter").get<std::uint32_t>(), json.at("offset").get<std::int64_t>()};
}

KernelSymbol read_symbol(const nlohmann::json& json) {
  if (json.is_string()) return static_cast<LaunchDimension>(position_of(json.get<std::string>(), kDimensions));
  return read_field(json);
}

program::GlobalId variable(const std::string& name, std::vector<std::string>& variables) {
  auto at = std::ranges::find(variables, name);
  if (at == variables.end()) at = variables.insert(at, name);
  return program::GlobalId{static_cast<std::uint32_t>(at - variables.begin())};
}

KernelAccess read_access(const nlohmann::json& json, std::size_t symbols, std::vector<std::string>& variables) {
  const nlohmann::json& root = json.at("root");
  KernelAccess access{.root = root.is_string() ? Root(variable(root.get<std::string>(), variables)) : read_field(root)};
  access.kind = static_cast<model::AccessKind>(position_of(json.at("kind").get<std::string>(), kKinds));
  access.low = read_form(json.at("low"), symbols);
  for (const nlohmann::json& limit : json.at("high"))
    access.high.push_back({read_form(limit.at("end"), symbols), read_forms(limit.at("assumed"), symbols)});
  access.dense = json.at("dense").get<bool>();
  access.dense_if = read_forms(json.at("dense_if"), symbols);
  access.sliced = json.at("sliced").get<bool>();
  access.indirect = json.at("indirect").get<bool>();
  if (json.contains("only_if")) access.only_if = read_forms(json.at("only_if"), symbols);
  return access;
}

Summary read_summary(const nlohmann::json& json, std::vector<std::string>& variables) {
  Summary summary;
  const nlohmann::json& symbols = json.at("symbols");
  for (std::uint32_t i = 0; i < symbols.size(); ++i) summary.symbols[SymbolId{i}] = read_symbol(symbols[i]);
  for (const nlohmann::json& access : json.at("accesses"))
    summary.accesses.push_back(read_access(access, symbols.size(), variables));
  if (json.contains("parameters")) summary.parameter_bytes = json["parameters"].get<std::vector<std::uint32_t>>();
  summary.body_seen = json.at("body_seen").get<bool>();
  summary.reaches_unknown_memory = json.at("reaches_unknown_memory").get<bool>();
  summary.calls_unknown_functions = json.at("calls_unknown_functions").get<bool>();
  return summary;
}

}  // namespace

void add_summaries(const program::Program& program, SummaryFile& file) {
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const program::Function& function = program.functions[i];
    const auto known = file.kernels.find(function.name);
    if (!function.is_kernel || (known != file.kernels.end() && (known->second.body_seen || !function.has_body())))
      continue;
    Summary summary = summarize(program, program::FunctionId{i});
    for (KernelAccess& access : summary.accesses)
      if (const auto* global = std::get_if<program::GlobalId>(&access.root))
        access.root = variable(program.globals[program::index(*global)].name, file.variables);
    file.kernels.insert_or_assign(function.name, std::move(summary));
  }
}

void merge_summaries(const SummaryFile& from, SummaryFile& to) {
  for (const auto& [name, known] : from.kernels) {
    if (to.kernels.contains(name)) continue;
    Summary summary = known;
    for (KernelAccess& access : summary.accesses)
      if (const auto* global = std::get_if<program::GlobalId>(&access.root))
        access.root = variable(from.variables[program::index(*global)], to.variables);
    to.kernels.emplace(name, std::move(summary));
  }
}

std::string to_json(const SummaryFile& file) {
  Json kernels = Json::object();
  for (const auto& [name, summary] : file.kernels) kernels[name] = to_json(summary, file.variables);
  const Json document = {{"version", kFormatVersion}, {"kernels", std::move(kernels)}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::expected<SummaryFile, std::string> parse_summaries(std::string_view text, const std::string& name) {
  return json::read(text,
                    {.name = name,
                     .what = "summaries of kernels",
                     .remedy = "give what `cudep lint --kernels-out FILE` of this version writes"},
                    [](const nlohmann::json& document) {
                      SummaryFile file;
                      json::for_each_entry(document.at("kernels"), "kernel",
                                           [&](const std::string& kernel, const nlohmann::json& summary) {
                                             file.kernels.emplace(kernel, read_summary(summary, file.variables));
                                           });
                      return file;
                    });
}

}  // namespace cudep::kernels
