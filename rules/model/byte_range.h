// Which bytes of a buffer an access covers: two numbers where they are known, forms otherwise, or only where it begins.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "rules/model/form.h"

namespace cudep::model {

/// Bytes [low, high) of a buffer, both numbers.
struct Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool operator==(const Interval&) const = default;
};

/// A range whose ends are not all numbers.
struct SymbolicRange {
  Form low;
  std::vector<Form> high;  // one past the last byte is at most each of these; empty: the end is not known
  bool sliced = false;     // the end is not known, and an integer argument of the kernel flows into the index
  bool operator==(const SymbolicRange&) const = default;
};

class ByteRange {
 public:
  /// All the bytes of [low, high); `dense` is false when some bytes between may be left out.
  static ByteRange bytes(std::int64_t low, std::int64_t high, bool dense = true) {
    ByteRange range;
    range.interval_ = {low, high};
    range.dense_ = dense;
    return range;
  }
  /// Becomes a number range when every end is a number.
  static ByteRange symbolic(SymbolicRange range, bool dense = true);
  /// From `low` on, to an end that is not known.
  static ByteRange open_ended(Form low, bool sliced = false);
  /// Everything, wherever the buffer begins and ends: a whole allocation of unknown size.
  static ByteRange whole() { return open_ended(Form(0)); }

  [[nodiscard]] bool is_concrete() const { return symbolic_ == nullptr; }
  /// Only for concrete ranges.
  [[nodiscard]] Interval interval() const { return interval_; }
  /// Any range, as forms.
  [[nodiscard]] SymbolicRange forms() const;
  [[nodiscard]] bool dense() const { return dense_; }
  [[nodiscard]] bool end_known() const { return is_concrete() || !symbolic_->high.empty(); }
  friend bool operator==(const ByteRange& a, const ByteRange& b);

 private:
  Interval interval_;
  std::shared_ptr<const SymbolicRange> symbolic_;  // immutable, so that copies of a range may share it
  bool dense_ = true;
};

/// What is known of two ranges of one buffer.
enum class Overlap : std::uint8_t {
  None,      // provably disjoint
  Certain,   // provably a byte in common
  Likely,    // both ends unknown, both begin at the start of a buffer that is never used in part
  Possible,  // neither can be shown
};

/// The answer for numbers alone. A hull that is not dense is known to hold its first byte only.
inline Overlap compare(Interval a, bool a_dense, Interval b, bool b_dense) {
  const bool meet = a.low < a.high && b.low < b.high && a.low < b.high && b.low < a.high;
  if (!meet) return Overlap::None;
  return (a_dense && b_dense) || a.low == b.low ? Overlap::Certain : Overlap::Possible;
}

/// The answer when an end is a form, or unknown.
Overlap compare_forms(const ByteRange& a, const ByteRange& b, bool whole_buffer, const SymbolTable& symbols);

/// `whole_buffer`: no operation of the path uses a part of this buffer.
inline Overlap compare(const ByteRange& a, const ByteRange& b, bool whole_buffer, const SymbolTable& symbols) {
  if (a.is_concrete() && b.is_concrete()) return compare(a.interval(), a.dense(), b.interval(), b.dense());
  return compare_forms(a, b, whole_buffer, symbols);
}

}  // namespace cudep::model
