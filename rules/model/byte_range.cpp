// Ranges of bytes and what can be proven of two of them.
#include "rules/model/byte_range.h"

#include <algorithm>
#include <utility>

namespace cudep::model {
namespace {

/// One number at most, then the other forms; sorted, each once.
std::vector<Form> simplified(std::vector<Form> ends) {
  std::optional<std::int64_t> least;
  std::vector<Form> result;
  for (Form& end : ends) {
    if (const auto number = end.as_number()) {
      least = least ? std::min(*least, *number) : *number;
    } else {
      result.push_back(std::move(end));
    }
  }
  if (least) result.emplace_back(*least);
  std::sort(result.begin(), result.end());
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

/// Both ends are numbers: nothing in it needs the bounds of symbols.
std::optional<Interval> as_interval(const SymbolicRange& range) {
  const auto low = range.low.as_number();
  if (!low || range.high.size() != 1) return std::nullopt;
  const auto high = range.high.front().as_number();
  if (!high) return std::nullopt;
  return Interval{*low, *high};
}

/// `a < b`, from the bounds of the symbols.
bool provably_less(const Form& a, const Form& b, const SymbolTable& symbols) {
  return provably_non_negative(b - a - 1, symbols);
}

/// Every byte of the range is below `end`: some upper limit of it is.
bool provably_ends_before(const SymbolicRange& range, const Form& end, const SymbolTable& symbols) {
  return std::ranges::any_of(range.high, [&](const Form& high) { return provably_non_negative(end - high, symbols); });
}

/// The range goes on past `byte`: every upper limit of it does.
bool provably_ends_after(const SymbolicRange& range, const Form& byte, const SymbolTable& symbols) {
  return !range.high.empty() &&
         std::ranges::all_of(range.high, [&](const Form& high) { return provably_less(byte, high, symbols); });
}

bool provably_empty(const SymbolicRange& range, const SymbolTable& symbols) {
  return provably_ends_before(range, range.low, symbols);
}

bool provably_not_empty(const SymbolicRange& range, const SymbolTable& symbols) {
  return provably_ends_after(range, range.low, symbols);
}

bool provably_disjoint(const SymbolicRange& a, const SymbolicRange& b, const SymbolTable& symbols) {
  return provably_empty(a, symbols) || provably_empty(b, symbols) || provably_ends_before(a, b.low, symbols) ||
         provably_ends_before(b, a.low, symbols);
}

/// The larger of both lows lies in both hulls.
bool hulls_provably_meet(const SymbolicRange& a, const SymbolicRange& b, const SymbolTable& symbols) {
  return provably_ends_after(a, b.low, symbols) && provably_ends_after(b, a.low, symbols);
}

/// Most likely all of a buffer, from its start on.
bool covers_from_start(const SymbolicRange& range) {
  return range.high.empty() && !range.sliced && range.low == Form(0);
}

}  // namespace

ByteRange ByteRange::symbolic(SymbolicRange range, bool dense) {
  range.high = simplified(std::move(range.high));
  if (!range.high.empty()) range.sliced = false;
  if (const auto interval = as_interval(range)) return bytes(interval->low, interval->high, dense);
  ByteRange result;
  result.symbolic_ = std::make_shared<const SymbolicRange>(std::move(range));
  result.dense_ = dense;
  return result;
}

ByteRange ByteRange::open_ended(Form low, bool sliced) {
  return symbolic({.low = std::move(low), .high = {}, .sliced = sliced});
}

SymbolicRange ByteRange::forms() const {
  if (symbolic_) return *symbolic_;
  return {.low = Form(interval_.low), .high = {Form(interval_.high)}};
}

bool operator==(const ByteRange& a, const ByteRange& b) {
  if (a.dense_ != b.dense_ || a.is_concrete() != b.is_concrete()) return false;
  if (a.is_concrete()) return a.interval_ == b.interval_;
  return a.symbolic_ == b.symbolic_ || *a.symbolic_ == *b.symbolic_;
}

Overlap compare_forms(const ByteRange& a, const ByteRange& b, bool whole_buffer, const SymbolTable& symbols) {
  const SymbolicRange x = a.forms();
  const SymbolicRange y = b.forms();
  if (provably_disjoint(x, y, symbols)) return Overlap::None;
  if (x.high.empty() || y.high.empty()) {
    // A known range lies in the buffer, so the one that covers the buffer holds it.
    const bool likely = (a.end_known() || covers_from_start(x)) && (b.end_known() || covers_from_start(y));
    return whole_buffer && likely ? Overlap::Likely : Overlap::Possible;
  }
  const bool same_first_byte = x.low == y.low && provably_not_empty(x, symbols) && provably_not_empty(y, symbols);
  const bool dense_meet = a.dense() && b.dense() && provably_not_empty(x, symbols) && provably_not_empty(y, symbols) &&
                          hulls_provably_meet(x, y, symbols);
  return same_first_byte || dense_meet ? Overlap::Certain : Overlap::Possible;
}

}  // namespace cudep::model
