// Operations of the `.ops` text form, their clauses and frames.
#include "rules/model/parse_operations.h"

#include "rules/model/operation_text.h"

namespace cudep::model {

OperationReader::OperationReader(std::string_view text, std::string_view file) : cursor_(text, file) {
  list_.entities.hosts.emplace_back(kMainHostName);
  names_.add(std::string(kMainHost), HostId{0});
}

bool OperationReader::read() {
  while (cursor_.next_statement()) read_statement();
  return !cursor_.failed();
}

void OperationReader::read_statement() {
  const Site site = cursor_.here();
  HostId host{0};
  if (cursor_.accept_word("by")) {
    host = names_.read<HostId>(cursor_, "a host thread");
    if (!cursor_.accept(":")) cursor_.fail(fmt::format("expected `:` after the host thread, got {}", cursor_.found()));
  }
  const VerbWords* words = match_phrase();
  for (const Word<AccessKind>& shorthand : kHostAccesses) {
    if (words == nullptr && cursor_.peek_word() == shorthand.text) words = &words_of(Verb::HostAccess);
  }
  if (words != nullptr) {
    read_operation(words, host, site);
  } else {
    read_declaration();
  }
  if (!cursor_.at_statement_end())
    cursor_.fail(fmt::format("expected the end of the statement, got {}", cursor_.found()));
}

const VerbWords* OperationReader::match_phrase() {
  const VerbWords* longest = nullptr;
  TextCursor after = cursor_;
  for (const VerbWords& words : verb_words()) {
    if (longest != nullptr && words.phrase.size() < longest->phrase.size()) continue;
    TextCursor ahead = cursor_;
    const std::size_t space = words.phrase.find(' ');
    if (!ahead.accept_word(words.phrase.substr(0, space))) continue;
    if (space != std::string_view::npos && !ahead.accept_word(words.phrase.substr(space + 1))) continue;
    longest = &words;
    after = ahead;
  }
  cursor_ = after;
  return longest;
}

void OperationReader::read_operation(const VerbWords* words, HostId host, const Site& site) {
  Operation op{.verb = words->verb, .host = host};
  std::optional<std::string> label;
  if (op.verb == Verb::Launch) label = read_kernel();
  if (op.verb == Verb::HostAccess) {
    for (const Word<AccessKind>& shorthand : kHostAccesses) {
      if (cursor_.accept_word(shorthand.text)) read_accesses(shorthand.value, op);
    }
  }
  read_object(words->object, op);
  bool has_frames = false;
  bool has_stream = !is_submitted(op.verb);
  while (!cursor_.at_statement_end()) read_clause(op, {label, has_frames, has_stream});
  if (!has_stream) cursor_.fail(fmt::format("expected `on` and a stream, got {}", cursor_.found()));
  if (cursor_.failed()) return;
  if (!has_frames) op.frames = {{.site = site_id(site), .function = function_id("")}};
  op.label = label ? *std::move(label) : usual_label(op, list_.entities);
  list_.operations.push_back(std::move(op));
}

std::optional<std::string> OperationReader::read_kernel() {
  const std::string word(cursor_.peek_word());
  if (word.empty() || is_reserved(word)) return std::nullopt;
  cursor_.accept_word(word);
  return fmt::format("kernel `{}`", word);
}

void OperationReader::read_object(Object object, Operation& op) {
  if (object == Object::None) return;
  if (object == Object::Device) {
    if (cursor_.at_number()) op.device = read_device();
    return;
  }
  if (cursor_.accept_word("none")) return;
  switch (object) {
    case Object::Stream:
      op.stream = names_.read<StreamId>(cursor_, "a stream");
      break;
    case Object::Event:
      op.event = names_.read<EventId>(cursor_, "an event");
      break;
    case Object::Buffer:
      op.buffer = names_.read<BufferId>(cursor_, "a buffer");
      break;
    case Object::Graph:
      op.graph = names_.read<GraphId>(cursor_, "a graph");
      break;
    default:
      op.thread = names_.read<HostId>(cursor_, "a host thread");
      break;
  }
}

void OperationReader::read_clause(Operation& op, ClausesSeen seen) {
  if (auto quoted = cursor_.read_quoted()) {
    if (seen.label) cursor_.fail("the label is given twice");
    seen.label = std::move(quoted);
    return;
  }
  if (cursor_.accept("@")) {
    if (seen.frames) cursor_.fail("the site is given twice");
    seen.frames = true;
    return read_frames(op);
  }
  if (cursor_.accept_word("on")) {
    seen.stream = true;
    if (!cursor_.accept_word("none")) set(op.stream, names_.read<StreamId>(cursor_, "a stream"), "the stream");
    return;
  }
  if (cursor_.accept_word("uses")) return read_uses(op);
  if (cursor_.accept_word("assuming")) return read_assuming(op);
  if (read_flag(op) || read_entity(op)) return;
  for (const Word<AccessKind>& word : kAccessKinds) {
    if (cursor_.accept_word(word.text)) return read_accesses(word.value, op);
  }
  fail_expected("a clause", clause_words());
}

bool OperationReader::read_flag(Operation& op) {
  if (cursor_.accept_word("sync")) return op.synchronous = true;
  if (cursor_.accept_word("external")) return op.external = true;
  if (cursor_.accept_word("programmatic")) return op.programmatic = true;
  if (cursor_.accept_word("synchronizes")) return op.synchronizes_all = true;
  if (cursor_.accept_word("dropped")) return op.result_dropped = true;
  for (const Word<SourceOrder>& word : kSourceOrders) {
    if (!cursor_.accept_word(word.text)) continue;
    op.source_order = word.value;
    return true;
  }
  return false;
}

bool OperationReader::read_entity(Operation& op) {
  if (cursor_.accept_word("event")) {
    set(op.event, names_.read<EventId>(cursor_, "an event"), "the event");
  } else if (cursor_.accept_word("buffer")) {
    set(op.buffer, names_.read<BufferId>(cursor_, "a buffer"), "the buffer");
  } else if (cursor_.accept_word("graph") || cursor_.accept_word("into")) {
    set(op.graph, names_.read<GraphId>(cursor_, "a graph"), "the graph");
  } else if (cursor_.accept_word("as")) {
    set(op.executable, names_.read<GraphId>(cursor_, "an executable"), "the executable");
  } else if (cursor_.accept_word("thread")) {
    set(op.thread, names_.read<HostId>(cursor_, "a host thread"), "the host thread");
  } else if (cursor_.accept_word("device")) {
    set(op.device, read_device(), "the device");
  } else {
    return false;
  }
  return true;
}

DeviceId OperationReader::read_device() {
  const auto number = cursor_.read_number();
  if (!number) cursor_.fail(fmt::format("expected the number of a device, got {}", cursor_.found()));
  return static_cast<DeviceId>(number.value_or(0));
}

void OperationReader::read_uses(Operation& op) {
  const std::size_t before = op.streams.size() + op.events.size();
  while (true) {
    const std::string_view word = cursor_.peek_word();
    if (const StreamId* stream = names_.find<StreamId>(word)) {
      op.streams.push_back(*stream);
    } else if (const EventId* event = names_.find<EventId>(word)) {
      op.events.push_back(*event);
    } else {
      break;
    }
    cursor_.accept_word(word);
  }
  if (op.streams.size() + op.events.size() == before) names_.read<StreamId>(cursor_, "a stream or an event");
}

void OperationReader::read_assuming(Operation& op) {
  do {
    op.assumptions.push_back(names_.read<AssumptionId>(cursor_, "an assumption"));
  } while (names_.find<AssumptionId>(cursor_.peek_word()) != nullptr);
}

void OperationReader::read_frames(Operation& op) {
  if (cursor_.accept_word("none")) return;
  do {
    const Site site = cursor_.read_site();
    const std::string function = cursor_.accept_word("in") ? cursor_.read_function() : "";
    op.frames.push_back({.site = site_id(site), .function = function_id(function)});
  } while (cursor_.accept("<"));
}

void OperationReader::fail_expected(std::string_view what, std::span<const std::string_view> words) {
  cursor_.fail(fmt::format("expected {}, got {}{}", what, cursor_.found(), suggestion(cursor_.peek_word(), words)));
}

SiteId OperationReader::site_id(const Site& site) {
  const auto [entry, is_new] = sites_.emplace(site, static_cast<SiteId>(list_.entities.sites.size()));
  if (is_new) list_.entities.sites.push_back(site);
  return entry->second;
}

FunctionNameId OperationReader::function_id(const std::string& name) {
  const auto [entry, is_new] = functions_.emplace(name, static_cast<FunctionNameId>(list_.entities.functions.size()));
  if (is_new) list_.entities.functions.push_back(name);
  return entry->second;
}

std::expected<OperationList, std::string> parse(std::string_view text, std::string_view file) {
  OperationReader reader(text, file);
  if (!reader.read()) return std::unexpected(reader.error());
  return reader.take();
}

}  // namespace cudep::model
