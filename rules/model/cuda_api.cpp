// Looking up CUDA calls, the meaning of their flags, and words in the names of functions that the table does not know.
#include "rules/model/cuda_api.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace cudep::model {
namespace {

// cudaStreamNonBlocking and CU_STREAM_NON_BLOCKING; cudaEventDisableTiming and CU_EVENT_DISABLE_TIMING;
// cudaEventRecordExternal, cudaEventWaitExternal and their driver names.
constexpr std::int64_t kStreamNonBlocking = 1;
constexpr std::int64_t kEventDisableTiming = 2;
constexpr std::int64_t kExternal = 1;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `_ptsz`, `_ptds` (per-thread default stream) or `_v2`.
bool is_suffix(std::string_view text) {
  if (text == "_ptsz" || text == "_ptds") return true;
  return text.size() > 2 && text.starts_with("_v") && std::ranges::all_of(text.substr(2), is_digit);
}

std::string_view without_suffixes(std::string_view name) {
  for (std::size_t at = name.rfind('_'); at != std::string_view::npos && at > 0; at = name.rfind('_')) {
    if (!is_suffix(name.substr(at))) break;
    name = name.substr(0, at);
  }
  return name;
}

std::vector<const Call*> sorted_calls() {
  std::vector<const Call*> sorted;
  for (const Call& call : calls()) sorted.push_back(&call);
  std::ranges::sort(sorted, {}, &Call::name);
  return sorted;
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// The name without its template arguments and parameters.
std::string without_arguments(std::string_view function) {
  std::string name;
  int depth = 0;
  for (const char c : function.substr(0, function.find('('))) {
    if (c == '<') ++depth;
    if (depth == 0) name += c;
    if (c == '>' && depth > 0) --depth;
  }
  return name;
}

/// Whether a camelCase word ends before position `at`: `d|S` in `streamAndSync`, `U|S` in `GPUSync`.
bool word_begins(std::string_view name, std::size_t at) {
  if (at == 0 || !is_letter(name[at - 1])) return true;
  if (!is_upper(name[at])) return false;
  const bool lower_follows = at + 1 < name.size() && is_letter(name[at + 1]) && !is_upper(name[at + 1]);
  return !is_upper(name[at - 1]) || lower_follows;
}

bool is_synchronizing_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {"sync",  "synchronize", "wait",   "fence", "barrier",
                                                "flush", "drain",       "finish", "join"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

}  // namespace

const Call* find_call(std::string_view name, std::size_t arguments) {
  static const std::vector<const Call*> kSorted = sorted_calls();
  const auto rows = std::ranges::equal_range(kSorted, without_suffixes(name), {}, &Call::name);
  const Call* usual = nullptr;
  for (const Call* call : rows) {
    if (call->only_with != 0 && call->only_with == arguments) return call;
    if (call->only_with == 0) usual = call;
  }
  return usual;
}

std::optional<std::size_t> argument(const Call& call, Role role) {
  const auto found = std::ranges::find(call.roles, role);
  if (found == call.roles.end()) return std::nullopt;
  return static_cast<std::size_t>(found - call.roles.begin());
}

StreamKind stream_kind(const Call& call, std::optional<std::int64_t> flags) {
  if (call.creates == StreamKind::NonBlocking || !argument(call, Role::Flags)) return call.creates;
  if (!flags) return StreamKind::Unknown;
  return (*flags & kStreamNonBlocking) != 0 ? StreamKind::NonBlocking : call.creates;
}

bool event_timing(const Call& call, std::optional<std::int64_t> flags) {
  return call.event_timing && (!flags || (*flags & kEventDisableTiming) == 0);
}

bool is_external(const Call& call, std::optional<std::int64_t> flags) {
  const bool has_flag = call.verb == Verb::Record || call.verb == Verb::StreamWait;
  return has_flag && flags && (*flags & kExternal) != 0;
}

Direction copy_direction(const Call& call, std::optional<std::int64_t> copy_kind) {
  if (!argument(call, Role::CopyKind) || !copy_kind) return call.direction;
  switch (*copy_kind) {  // cudaMemcpyKind; cudaMemcpyDefault is inferred from the pointers
    case 0:
      return Direction::HostToHost;
    case 1:
      return Direction::HostToDevice;
    case 2:
      return Direction::DeviceToHost;
    case 3:
      return Direction::DeviceToDevice;
    default:
      return Direction::Unknown;
  }
}

bool may_synchronize_by_name(std::string_view function) {
  const std::string name = without_arguments(function);
  std::string word;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_letter(name[i]) || word_begins(name, i)) {
      if (is_synchronizing_word(word)) return true;
      word.clear();
    }
    if (is_letter(name[i])) word += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return is_synchronizing_word(word);
}

}  // namespace cudep::model
