// Writing one function per alternative of a variant in place: std::visit(Overloaded{[](Load) {…}, [](Store) {…}}, v).
#pragma once

namespace cudep::program {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace cudep::program
