// Bounds of a form over the variables of a kernel, as forms over launch shape and arguments alone. A variable is
// eliminated by adding a multiple of a fact that cancels it; each way to eliminate all of them gives one bound.
#pragma once
#include <vector>

#include "analyzer/kernels/variables.h"

namespace cudep::kernels {

class Bounds {
 public:
  /// `facts` hold in addition to what always holds of the variables.
  Bounds(const Variables& variables, const Facts& facts) : variables_(variables), facts_(facts) {}

  /// The form is at most each of these.
  [[nodiscard]] std::vector<Limit> upper(const model::Form& form) const;
  /// The form is at least each of these; `end` is the bound.
  [[nodiscard]] std::vector<Limit> lower(const model::Form& form) const;
  /// The form is never negative, taken that parameters are not.
  [[nodiscard]] bool non_negative(const model::Form& form) const;

 private:
  const Variables& variables_;
  const Facts& facts_;
};

}  // namespace cudep::kernels
