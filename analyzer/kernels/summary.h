// What a kernel may read and write, found once per kernel from its body: for each pointer it gets and each device
// variable it uses, a range of bytes as formulas over the launch shape and the integer arguments. At a launch the
// formulas become ranges:
//
//   const Summary summary = summarize(program, kernel);          // x: write [0, min(4*n, 4*gridDim.x*blockDim.x))
//   for (const LaunchAccess& access : instantiate(summary, arguments))
//     use(access.root, access.kind, shift(access.range, offset_of_argument(access.root)));
//
// Indices are assumed not to overflow, and not to be negative when they come from memory.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "analyzer/program/program.h"
#include "rules/model/byte_range.h"
#include "rules/model/operation.h"

namespace cudep::kernels {

/// A scalar in the arguments of a launch: a plain parameter at offset 0, or a field of a by-value struct.
struct ParameterField {
  std::uint32_t parameter = 0;
  std::int64_t offset = 0;
  auto operator<=>(const ParameterField&) const = default;
};
enum class LaunchDimension : std::uint8_t { GridX, GridY, GridZ, BlockX, BlockY, BlockZ };
/// What a symbol of a summary's forms stands for.
using KernelSymbol = std::variant<LaunchDimension, ParameterField>;

/// Where an accessed pointer comes from: an argument (the access is relative to what it points to), or a variable.
using Root = std::variant<ParameterField, program::GlobalId>;

/// An upper limit that holds when none of `assumed` is negative.
struct Limit {
  model::Form end;
  std::vector<model::Form> assumed;
  bool operator==(const Limit&) const = default;
};

struct KernelAccess {
  Root root;
  model::AccessKind kind = model::AccessKind::Read;
  model::Form low;
  std::vector<Limit> high;  // one past the last byte is at most each of these; empty: not known
  bool dense = false;       // all bytes of the range are touched, if each of `dense_if` is >= 0
  std::vector<model::Form> dense_if;
  bool sliced = false;    // an integer argument flows into the index
  bool indirect = false;  // only known to get the pointer inside a struct, or the kernel orders by flags of its own
  std::vector<model::Form> only_if;  // made only where each is >= 0: conditions on flags among the arguments
  bool operator==(const KernelAccess&) const = default;
};

struct Summary {
  std::map<model::SymbolId, KernelSymbol> symbols;
  std::vector<KernelAccess> accesses;
  std::vector<std::uint32_t> parameter_bytes;  // of each parameter
  bool body_seen = false;                      // false: accesses follow from the types of the parameters alone
  bool reaches_unknown_memory = false;         // through pointers that lie in device memory
  bool calls_unknown_functions = false;
  bool communicates = false;  // with the host or other kernels while it runs: volatile flags, system-scope fences
};

struct Limits {
  std::uint64_t instructions = 200'000;
  std::uint32_t call_depth = 12;
};

Summary summarize(const program::Program& program, program::FunctionId kernel, const Limits& limits = {});

/// What is known of the arguments of one launch. An absent form is an unknown number.
struct LaunchArguments {
  std::array<std::optional<model::Form>, 3> grid;
  std::array<std::optional<model::Form>, 3> block;
  std::function<std::optional<model::Form>(const ParameterField&)> integer;
};

struct LaunchAccess {
  Root root;
  model::AccessKind kind = model::AccessKind::Read;
  model::ByteRange range;  // relative to what the argument points to, or to the beginning of the variable
  bool indirect = false;   // also when a flag decides that is not known
};

/// The accesses of one launch. `symbols` are those of the arguments' forms. Ranges that are provably empty are left
/// out.
std::vector<LaunchAccess> instantiate(const Summary& summary, const LaunchArguments& arguments,
                                      const model::SymbolTable& symbols);

/// The range `bytes` further on.
model::ByteRange shift(const model::ByteRange& range, const model::Form& bytes);

}  // namespace cudep::kernels
