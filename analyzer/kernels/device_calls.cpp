// The table. Sources: CUDA C++ Programming Guide, "Atomic Functions", "Read-Only Data Cache Load Function", "Load
// Functions Using Cache Hints", "Store Functions Using Cache Hints"; CUDA Math API, "Integer Intrinsics".
#include "analyzer/kernels/device_calls.h"

#include <algorithm>
#include <iterator>

namespace cudep::kernels {
namespace {

using enum DeviceCall;

constexpr DeviceCallRow kRows[] = {
    {"atomicAdd", Atomic},
    {"atomicSub", Atomic},
    {"atomicExch", Atomic},
    {"atomicMin", Atomic},
    {"atomicMax", Atomic},
    {"atomicInc", Atomic},
    {"atomicDec", Atomic},
    {"atomicCAS", Atomic},
    {"atomicAnd", Atomic},
    {"atomicOr", Atomic},
    {"atomicXor", Atomic},
    {"__ldg", Load},
    {"__ldcg", Load},
    {"__ldca", Load},
    {"__ldcs", Load},
    {"__ldlu", Load},
    {"__ldcv", Load},
    {"__stwb", Store},
    {"__stcg", Store},
    {"__stcs", Store},
    {"__stwt", Store},
    {"memcpy", CopyBytes},
    {"memmove", CopyBytes},
    {"memset", SetBytes},
    {"std::memcpy", CopyBytes},
    {"std::memset", SetBytes},
    {"__builtin_memcpy", CopyBytes},
    {"__builtin_memset", SetBytes},
    {"min", Minimum},
    {"umin", Minimum},
    {"llmin", Minimum},
    {"ullmin", Minimum},
    {"std::min", Minimum},
    {"max", Maximum},
    {"umax", Maximum},
    {"llmax", Maximum},
    {"ullmax", Maximum},
    {"std::max", Maximum},
    {"abs", Magnitude},
    {"labs", Magnitude},
    {"std::abs", Magnitude},
    {"__mul24", Product},
    {"__umul24", Product},
    {"__threadfence", Nothing},
    {"printf", Nothing},
    {"__assertfail", Nothing},
    {"__assert_fail", Nothing},
};

std::string_view without_scope(std::string_view name) {
  for (const std::string_view suffix : {"_block", "_system"})
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return name;
}

}  // namespace

bool reaches_other_devices(std::string_view qualified) { return qualified.ends_with("_system"); }

const DeviceCallRow* find_device_call(std::string_view qualified) {
  const auto* row = std::ranges::find(kRows, without_scope(qualified), &DeviceCallRow::name);
  return row == std::end(kRows) ? nullptr : row;
}

}  // namespace cudep::kernels
