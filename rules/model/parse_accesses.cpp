// Accesses, byte ranges and forms of the `.ops` text form.
#include "rules/model/parse_operations.h"

namespace cudep::model {

void OperationReader::read_accesses(AccessKind kind, Operation& op) {
  do {
    op.accesses.push_back(read_access(kind));
  } while (cursor_.accept(","));
}

Access OperationReader::read_access(AccessKind kind) {
  Access access{.buffer = names_.read<BufferId>(cursor_, "a buffer"), .kind = kind};
  if (cursor_.failed()) return access;
  SymbolicRange range{.low = Form(0)};
  if (cursor_.accept("[")) {
    range = read_range();
  } else if (const auto& bytes = list_.entities.buffers[index(access.buffer)].bytes) {
    range.high = {*bytes};
  }
  bool dense = true;
  while (true) {
    if (cursor_.accept_word("sparse")) {
      dense = false;
    } else if (cursor_.accept_word("indirect")) {
      access.indirect = true;
    } else if (cursor_.accept_word("sliced")) {
      if (!range.high.empty()) cursor_.fail("`sliced` is said of a range that ends with `?`");
      range.sliced = true;
    } else if (cursor_.accept_word("at")) {
      access.place = site_id(cursor_.read_site());
    } else {
      break;
    }
  }
  access.range = ByteRange::symbolic(std::move(range), dense);
  return access;
}

SymbolicRange OperationReader::read_range() {
  SymbolicRange range{.low = read_form()};
  if (!cursor_.accept(",")) cursor_.fail(fmt::format("expected `,` and the end of the range, got {}", cursor_.found()));
  if (!cursor_.accept("?")) range.high = read_end();
  if (!cursor_.accept(")")) cursor_.fail(fmt::format("expected `)` after the range, got {}", cursor_.found()));
  return range;
}

std::vector<Form> OperationReader::read_end() {
  if (!cursor_.accept_word("min")) return {read_form()};
  std::vector<Form> limits;
  if (!cursor_.accept("(")) cursor_.fail(fmt::format("expected `(` after `min`, got {}", cursor_.found()));
  do {
    limits.push_back(read_form());
  } while (cursor_.accept(","));
  if (!cursor_.accept(")")) cursor_.fail(fmt::format("expected `)` after the limits, got {}", cursor_.found()));
  return limits;
}

Form OperationReader::read_form() {
  Form sum;
  if (cursor_.accept("-")) {
    sum -= read_product();
  } else {
    sum += read_product();
  }
  while (!cursor_.failed()) {
    if (cursor_.accept("+")) {
      sum += read_product();
    } else if (cursor_.accept("-")) {
      sum -= read_product();
    } else {
      break;
    }
  }
  return sum;
}

Form OperationReader::read_product() {
  Form product = read_factor();
  while (cursor_.accept("*")) product = product * read_factor();
  return product;
}

Form OperationReader::read_factor() {
  if (cursor_.at_number()) return {cursor_.read_number().value_or(0)};
  if (!cursor_.accept("(")) return Form::symbol(names_.read_symbol(cursor_));
  Form inner = read_form();
  if (!cursor_.accept(")")) cursor_.fail(fmt::format("expected `)`, got {}", cursor_.found()));
  return inner;
}

}  // namespace cudep::model
