// Wording of summaries.
#include "analyzer/kernels/summary_text.h"

#include <fmt/format.h>

namespace cudep::kernels {
namespace {

constexpr const char* kKinds[] = {"read", "write", "may write", "atomic"};
constexpr const char* kDimensions[] = {"gridDim.x", "gridDim.y", "gridDim.z", "blockDim.x", "blockDim.y", "blockDim.z"};

class Printer {
 public:
  Printer(const Summary& summary, const program::Program& program, program::FunctionId kernel)
      : summary_(summary), program_(program), kernel_(program.functions[model::index(kernel)]) {
    for (const auto& [id, symbol] : summary.symbols) {
      while (names_.size() < model::index(id)) names_.add({});
      const auto* field = std::get_if<ParameterField>(&symbol);
      names_.add({.name = field != nullptr ? name(*field)
                                           : kDimensions[static_cast<std::size_t>(std::get<LaunchDimension>(symbol))]});
    }
  }

  [[nodiscard]] std::string run() const {
    std::string out;
    for (const KernelAccess& access : summary_.accesses) out += line(access) + "\n";
    if (!summary_.body_seen) out += "no body\n";
    if (summary_.reaches_unknown_memory) out += "reaches unknown memory\n";
    if (summary_.calls_unknown_functions) out += "calls unknown functions\n";
    return out;
  }

 private:
  [[nodiscard]] std::string name(const ParameterField& field) const {
    std::string text = kernel_.parameters[field.parameter].name;
    if (text.empty()) text = fmt::format("parameter {}", field.parameter);
    if (kernel_.parameters[field.parameter].type.kind == program::TypeKind::Aggregate)
      text += fmt::format("+{}", field.offset);
    return text;
  }

  [[nodiscard]] std::string name(const Root& root) const {
    if (const auto* field = std::get_if<ParameterField>(&root)) return name(*field);
    return program_.globals[model::index(std::get<program::GlobalId>(root))].display;
  }

  [[nodiscard]] std::string text(const model::Form& form) const { return model::to_string(form, names_); }

  [[nodiscard]] std::string end(const KernelAccess& access) const {
    if (access.high.empty()) return "?";
    if (access.high.size() == 1) return text(access.high.front().end);
    std::string all;
    for (const Limit& limit : access.high) all += (all.empty() ? "min(" : ", ") + text(limit.end);
    return all + ")";
  }

  [[nodiscard]] std::string line(const KernelAccess& access) const {
    std::string out = fmt::format("{}: {} [{}, {})", name(access.root), kKinds[static_cast<std::size_t>(access.kind)],
                                  text(access.low), end(access));
    if (access.dense) out += " dense";
    for (const model::Form& condition : access.dense_if) out += fmt::format(" if {} >= 0", text(condition));
    if (access.high.empty() && access.sliced) out += " sliced";
    if (access.indirect) out += " indirect";
    for (const model::Form& condition : access.only_if) out += fmt::format(" only if {} >= 0", text(condition));
    return out;
  }

  const Summary& summary_;
  const program::Program& program_;
  const program::Function& kernel_;
  model::SymbolTable names_;
};

}  // namespace

std::string print(const Summary& summary, const program::Program& program, program::FunctionId kernel) {
  return Printer(summary, program, kernel).run();
}

}  // namespace cudep::kernels
