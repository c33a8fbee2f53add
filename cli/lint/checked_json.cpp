// Findings and units, field by field.
#include "cli/lint/checked_json.h"

#include <nlohmann/json.hpp>

#include "rules/check.h"

namespace nlohmann {

template <typename Value>
struct adl_serializer<std::optional<Value>> {
  static void to_json(json& to, const std::optional<Value>& from) { to = from ? json(*from) : json(); }
  static void from_json(const json& from, std::optional<Value>& to) {
    if (!from.is_null()) to = from.get<Value>();
  }
};

}  // namespace nlohmann

namespace cudep::model {

using nlohmann::json;

void to_json(json& to, const Site& from) {
  const auto& [file, line, column] = from;
  to = json::array({file, line, column});
}
void from_json(const json& from, Site& to) {
  auto& [file, line, column] = to;
  from.at(0).get_to(file), from.at(1).get_to(line), from.at(2).get_to(column);
}

void to_json(json& to, const Assumption& from) {
  const auto& [kind, first, second] = from;
  to = json::array({kind, first, second});
}
void from_json(const json& from, Assumption& to) {
  auto& [kind, first, second] = to;
  from.at(0).get_to(kind), from.at(1).get_to(first), from.at(2).get_to(second);
}

}  // namespace cudep::model

namespace cudep::rules {

using nlohmann::json;

void to_json(json& to, const SourceFrame& from) {
  const auto& [site, function] = from;
  to = json::array({site, function});
}
void from_json(const json& from, SourceFrame& to) {
  auto& [site, function] = to;
  from.at(0).get_to(site), from.at(1).get_to(function);
}

void to_json(json& to, const Place& from) {
  const auto& [label, agent, event, on_host, frames] = from;
  to = json::array({label, agent, event, on_host, frames});
}
void from_json(const json& from, Place& to) {
  auto& [label, agent, event, on_host, frames] = to;
  from.at(0).get_to(label), from.at(1).get_to(agent), from.at(2).get_to(event);
  from.at(3).get_to(on_host), from.at(4).get_to(frames);
}

void to_json(json& to, const Finding& from) {
  const auto& [rule, severity, confidence, hazard, reason, primary, earlier, later, more_earlier, evidence, counterpart,
               buffer, memory, allocated, assumptions, path, refutes] = from;
  to = json::array({rule, severity, confidence, hazard, reason, primary, earlier, later, more_earlier, evidence,
                    counterpart, buffer, memory, allocated, assumptions, path, refutes});
}
void from_json(const json& from, Finding& to) {
  const Rule* rule = find_rule(from.at(0).get<std::string>());
  to = {.rule = rule ? rule->id : std::string_view(),
        .severity = from.at(1),
        .confidence = from.at(2),
        .hazard = from.at(3).get<std::optional<Hazard>>(),
        .reason = from.at(4),
        .primary = from.at(5),
        .earlier = from.at(6),
        .later = from.at(7),
        .more_earlier = from.at(8).get<std::vector<Place>>(),
        .evidence = from.at(9).get<std::optional<Place>>(),
        .counterpart = from.at(10).get<std::optional<Place>>(),
        .buffer = from.at(11),
        .memory = from.at(12),
        .allocated = from.at(13).get<std::optional<model::Site>>(),
        .assumptions = from.at(14).get<std::vector<model::Assumption>>(),
        .path = from.at(15).get<std::vector<Place>>(),
        .refutes = from.at(16)};
}

}  // namespace cudep::rules

namespace cudep::report {

using nlohmann::json;

void to_json(json& to, const Problem& from) {
  const auto& [kind, site, message] = from;
  to = json::array({kind, site, message});
}
void from_json(const json& from, Problem& to) { to = {.kind = from.at(0), .site = from.at(1), .message = from.at(2)}; }

void to_json(json& to, const Remark& from) {
  const auto& [site, message] = from;
  to = json::array({site, message});
}
void from_json(const json& from, Remark& to) { to = {.site = from.at(0), .message = from.at(1)}; }

void to_json(json& to, const CutRoot& from) {
  const auto& [name, site, reasons, multi_stream] = from;
  to = json::array({name, site, reasons, multi_stream});
}
void from_json(const json& from, CutRoot& to) {
  to = {.name = from.at(0),
        .site = from.at(1),
        .reasons = from.at(2).get<std::vector<std::string>>(),
        .multi_stream = from.at(3)};
}

void to_json(json& to, const Unit& from) {
  const auto& [file, problems, remarks, roots, multi_stream_roots, paths, operations, cut_roots, opaque_functions,
               unknown_functions, seconds] = from;
  to = json::array({file, problems, remarks, roots, multi_stream_roots, paths, operations, cut_roots, opaque_functions,
                    unknown_functions});
}
void from_json(const json& from, Unit& to) {
  to = {.file = from.at(0),
        .problems = from.at(1).get<std::vector<Problem>>(),
        .remarks = from.at(2).get<std::vector<Remark>>(),
        .roots = from.at(3),
        .multi_stream_roots = from.at(4),
        .paths = from.at(5),
        .operations = from.at(6),
        .cut_roots = from.at(7).get<std::vector<CutRoot>>(),
        .opaque_functions = from.at(8).get<std::vector<std::string>>(),
        .unknown_functions = from.at(9).get<std::vector<std::string>>()};
}

}  // namespace cudep::report

namespace cudep::lint {

using nlohmann::json;

void to_json(json& to, const RootResult& from) {
  const auto& [paths, operations, multi_stream, cut, unknown, entered, findings, error, seconds] = from;
  to = json::array({paths, operations, multi_stream, cut, unknown, entered, findings, error});
}
void from_json(const json& from, RootResult& to) {
  to = {.paths = from.at(0),
        .operations = from.at(1),
        .multi_stream = from.at(2),
        .cut = from.at(3).get<std::optional<report::CutRoot>>(),
        .unknown = from.at(4).get<std::vector<std::string>>(),
        .entered = from.at(5).get<std::vector<std::string>>(),
        .findings = from.at(6).get<std::vector<rules::Finding>>(),
        .error = from.at(7).get<std::optional<std::string>>()};
}

namespace {

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// What `read` makes of the text, unless it is not of the form that it expects.
auto read(std::string_view text, auto read) -> std::optional<decltype(read(json()))> {
  try {
    return read(json::parse(text));
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string to_json(const Checked& checked) {
  const auto& [findings, units] = checked;
  return dump(json::array({findings, units}));
}

std::optional<Checked> checked_of(std::string_view text) {
  return read(text, [](const json& value) {
    return Checked{.findings = value.at(0).get<std::vector<rules::Finding>>(),
                   .units = value.at(1).get<std::vector<report::Unit>>()};
  });
}

std::string to_json(const RootResults& roots) {
  json all = json::object();
  for (const auto& [hash, result] : roots) all[inputs::to_text(hash)] = result;
  return dump(all);
}

std::optional<RootResults> roots_of(std::string_view text) {
  return read(text, [](const json& value) {
    RootResults roots;
    for (const auto& [hash, result] : value.items())
      if (const auto key = inputs::parse_hash(hash)) roots.emplace(*key, result.get<RootResult>());
    return roots;
  });
}

}  // namespace cudep::lint
