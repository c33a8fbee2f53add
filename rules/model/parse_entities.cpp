// Declarations of the `.ops` text form.
#include "rules/model/parse_operations.h"

namespace cudep::model {
namespace {

template <class Id, class Value>
Id append(std::vector<Value>& table, Value value) {
  table.push_back(std::move(value));
  return static_cast<Id>(table.size() - 1);
}

}  // namespace

std::string OperationReader::read_name(const std::string& id) { return cursor_.read_quoted().value_or(id); }

std::string OperationReader::read_text() {
  auto text = cursor_.read_quoted();
  if (!text) cursor_.fail(fmt::format("expected text in quotes, got {}", cursor_.found()));
  return std::move(text).value_or("");
}

void OperationReader::read_declaration() {
  if (cursor_.accept_word("stream")) return read_stream();
  if (cursor_.accept_word("event")) return read_event();
  if (cursor_.accept_word("buffer")) return read_buffer();
  if (cursor_.accept_word("symbol")) return read_symbol();
  if (cursor_.accept_word("host")) return read_host();
  if (cursor_.accept_word("graph") || cursor_.accept_word("executable")) return read_graph();
  if (cursor_.accept_word("assumption")) return read_assumption();
  std::vector<std::string_view> words(declaration_words().begin(), declaration_words().end());
  for (const VerbWords& verb : verb_words()) words.push_back(verb.phrase.substr(0, verb.phrase.find(' ')));
  for (const Word<AccessKind>& word : kHostAccesses) words.push_back(word.text);
  fail_expected("a declaration or an operation", words);
}

void OperationReader::read_stream() {
  const std::string id = names_.read_new(cursor_);
  Stream stream{.name = read_name(id), .kind = read_word("the kind of the stream", kStreamKinds)};
  if (cursor_.accept_word("device")) stream.device = read_device();
  stream.is_element = cursor_.accept_word("element");
  names_.add(id, append<StreamId>(list_.entities.streams, std::move(stream)));
}

void OperationReader::read_event() {
  const std::string id = names_.read_new(cursor_);
  Event event{.name = read_name(id)};
  while (!cursor_.at_statement_end()) {
    if (cursor_.accept_word("timing")) {
      event.timing = true;
    } else if (cursor_.accept_word("outside")) {
      event.from_outside = true;
    } else if (cursor_.accept_word("element")) {
      event.is_element = true;
    } else {
      static constexpr std::string_view kWords[] = {"timing", "outside", "element"};
      fail_expected("`timing`, `outside` or `element`", kWords);
    }
  }
  names_.add(id, append<EventId>(list_.entities.events, std::move(event)));
}

void OperationReader::read_buffer() {
  const std::string id = names_.read_new(cursor_);
  Buffer buffer{.name = read_name(id), .kind = read_word("the kind of memory", kMemoryKinds)};
  bool has_site = cursor_.accept("@");
  if (!has_site && !cursor_.at_statement_end()) {
    buffer.bytes = read_form();
    has_site = cursor_.accept("@");
  }
  if (has_site) buffer.allocated = site_id(cursor_.read_site());
  names_.add(id, append<BufferId>(list_.entities.buffers, std::move(buffer)));
}

void OperationReader::read_symbol() {
  const std::string id = names_.read_new(cursor_);
  Symbol symbol{.name = read_name(id)};
  const auto bound = [&](std::optional<std::int64_t>& limit) {
    const Form value = read_form();
    limit = value.as_number();
    if (!limit) cursor_.fail("a bound is a number");
  };
  if (cursor_.accept(">=")) bound(symbol.low);
  if (cursor_.accept("<=")) bound(symbol.high);
  names_.add(id, list_.entities.symbols.add(std::move(symbol)));
}

void OperationReader::read_host() {
  if (cursor_.accept_word(kMainHost)) {
    list_.entities.hosts.front() = read_name(std::string(kMainHostName));
    return;
  }
  const std::string id = names_.read_new(cursor_);
  names_.add(id, append<HostId>(list_.entities.hosts, read_name(id)));
}

void OperationReader::read_graph() {
  const std::string id = names_.read_new(cursor_);
  names_.add(id, append<GraphId>(list_.entities.graphs, read_name(id)));
}

void OperationReader::read_assumption() {
  const std::string id = names_.read_new(cursor_);
  Assumption assumption{.kind = read_word("the kind of the assumption", kAssumptionKinds), .first = {}, .second = {}};
  assumption.first = read_text();
  assumption.second = read_text();
  names_.add(id, append<AssumptionId>(list_.entities.assumptions, std::move(assumption)));
}

}  // namespace cudep::model
