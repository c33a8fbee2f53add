// Writing an operation list in the `.ops` text form.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "rules/model/operation_text.h"
#include "rules/model/operation_words.h"

namespace cudep::model {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Only word characters and `signs`, and none of the words of the language.
bool is_plain(std::string_view text, std::string_view signs) {
  return !text.empty() && !is_reserved(text) && std::ranges::all_of(text, [&](char c) {
    return is_word_character(c) || signs.find(c) != std::string_view::npos;
  });
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return result + '"';
}

/// Ids for the entities of one list, each unlike all others.
class Ids {
 public:
  std::string add(std::string_view name) {
    std::string base;
    for (const char c : name) {
      if (is_word_character(c)) {
        base += c;
      } else if (!base.empty() && base.back() != '_') {
        base += '_';
      }
    }
    while (base.ends_with('_') && base.size() > 1 && !is_word_character(name.back())) base.pop_back();
    if (base.empty() || std::isdigit(static_cast<unsigned char>(base.front())) != 0) base.insert(0, 1, '_');
    std::string id = base;
    for (int number = 2; is_reserved(id) || !taken_.insert(id).second; ++number)
      id = fmt::format("{}_{}", base, number);
    return id;
  }

 private:
  std::set<std::string> taken_;
};

class Printer {
 public:
  explicit Printer(const OperationList& list) : list_(list), entities_(list.entities) {}

  std::string print() {
    name_hosts();
    declare_symbols();
    declare_streams();
    declare_events();
    declare_buffers();
    declare_graphs();
    declare_assumptions();
    for (const Operation& op : list_.operations) operation(op);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  /// `ID`, and the name where it differs.
  std::string declare(std::string_view what, std::string_view name) {
    const std::string id = ids_.add(name);
    write("{} {}", what, id);
    if (id != name) write(" {}", quoted(name));
    return id;
  }

  void name_hosts() {
    hosts_.push_back(ids_.add(kMainHost));
    for (std::size_t i = 0; i < entities_.hosts.size(); ++i) {
      if (i > 0) {
        hosts_.push_back(declare("host", entities_.hosts[i]));
        write("\n");
      } else if (entities_.hosts[i] != kMainHostName) {
        write("host {} {}\n", kMainHost, quoted(entities_.hosts[i]));
      }
    }
  }

  void declare_symbols() {
    for (std::size_t i = 0; i < entities_.symbols.size(); ++i) {
      const Symbol& symbol = entities_.symbols[static_cast<SymbolId>(i)];
      symbols_.add({.name = declare("symbol", symbol.name)});
      if (symbol.low) write(" >= {}", *symbol.low);
      if (symbol.high) write(" <= {}", *symbol.high);
      write("\n");
    }
  }

  void declare_streams() {
    for (const Stream& stream : entities_.streams) {
      streams_.push_back(declare("stream", stream.name));
      write(" {}", text_of(kStreamKinds, stream.kind));
      if (stream.device != DeviceId{}) write(" device {}", index(stream.device));
      write("{}\n", stream.is_element ? " element" : "");
    }
  }

  void declare_events() {
    for (const Event& event : entities_.events) {
      events_.push_back(declare("event", event.name));
      write("{}{}{}\n", event.timing ? " timing" : "", event.from_outside ? " outside" : "",
            event.is_element ? " element" : "");
    }
  }

  void declare_buffers() {
    for (const Buffer& buffer : entities_.buffers) {
      buffers_.push_back(declare("buffer", buffer.name));
      write(" {}", text_of(kMemoryKinds, buffer.kind));
      if (buffer.bytes) write(" {}", to_string(*buffer.bytes, symbols_));
      if (buffer.allocated) write(" @ {}", site(*buffer.allocated));
      write("\n");
    }
  }

  void declare_graphs() {
    for (const std::string& graph : entities_.graphs) {
      graphs_.push_back(declare("graph", graph));
      write("\n");
    }
  }

  void declare_assumptions() {
    for (const Assumption& assumption : entities_.assumptions) {
      assumptions_.push_back(ids_.add("assumed"));
      write("assumption {} {} {} {}\n", assumptions_.back(), text_of(kAssumptionKinds, assumption.kind),
            quoted(assumption.first), quoted(assumption.second));
    }
  }

  [[nodiscard]] std::string site(SiteId id) const {
    const Site& site = entities_.sites[index(id)];
    const std::string file = is_plain(site.file, "./+-") ? site.file : quoted(site.file);
    return fmt::format("{}:{}:{}", file, site.line, site.column);
  }

  void operation(const Operation& op) {
    if (op.host != HostId{0}) write("by {}: ", hosts_[index(op.host)]);
    const bool kernel_named = begin(op);
    clauses(op);
    if (!kernel_named && op.label != usual_label(op, entities_)) write(" {}", quoted(op.label));
    if (!op.assumptions.empty()) write(" assuming");
    for (const AssumptionId assumption : op.assumptions) write(" {}", assumptions_[index(assumption)]);
    frames(op);
    write("\n");
  }

  /// The words, the object and the short forms. True when the kernel's name stands for the label.
  bool begin(const Operation& op) {
    const VerbWords& words = words_of(op.verb);
    if (has_short_form(op)) {
      write("{}", text_of(kHostAccesses, op.accesses.front().kind));
      target(op.accesses.front());
      return false;
    }
    write("{}", words.phrase);
    object(words.object, op);
    static constexpr std::string_view kBefore = "kernel `";
    if (op.verb != Verb::Launch || !op.label.starts_with(kBefore) || !op.label.ends_with('`')) return false;
    const std::string_view kernel =
        std::string_view(op.label).substr(kBefore.size(), op.label.size() - kBefore.size() - 1);
    if (!is_plain(kernel, "") || std::isdigit(static_cast<unsigned char>(kernel.front())) != 0) return false;
    write(" {}", kernel);
    return true;
  }

  static bool has_short_form(const Operation& op) {
    return op.verb == Verb::HostAccess && !op.accesses.empty() &&
           !text_of(kHostAccesses, op.accesses.front().kind).empty();
  }

  template <class Id>
  void id(std::optional<Id> value, const std::vector<std::string>& ids) {
    write(" {}", value ? std::string_view(ids[index(*value)]) : "none");
  }

  void object(Object object, const Operation& op) {
    switch (object) {
      case Object::None:
        return;
      case Object::Stream:
        return id(op.stream, streams_);
      case Object::Event:
        return id(op.event, events_);
      case Object::Buffer:
        return id(op.buffer, buffers_);
      case Object::Graph:
        return id(op.graph, graphs_);
      case Object::Host:
        return id(op.thread, hosts_);
      case Object::Device:
        if (op.device) write(" {}", index(*op.device));
    }
  }

  void clauses(const Operation& op) {
    const Object object = words_of(op.verb).object;
    if (op.synchronous) write(" sync");
    if (op.external) write(" external");
    if (op.programmatic) write(" programmatic");
    if (op.result_dropped) write(" dropped");
    if (op.source_order != SourceOrder::Stream) write(" {}", text_of(kSourceOrders, op.source_order));
    if (is_submitted(op.verb) || (op.stream && object != Object::Stream)) {
      write(" on");
      id(op.stream, streams_);
    }
    const bool captures = op.verb == Verb::BeginCapture || op.verb == Verb::EndCapture;
    clause("event", object != Object::Event, op.event, events_);
    clause("buffer", object != Object::Buffer, op.buffer, buffers_);
    clause(captures ? "into" : "graph", object != Object::Graph, op.graph, graphs_);
    clause("as", true, op.executable, graphs_);
    clause("thread", object != Object::Host, op.thread, hosts_);
    if (op.device && object != Object::Device) write(" device {}", index(*op.device));
    if (!op.streams.empty() || !op.events.empty()) write(" uses");
    for (const StreamId stream : op.streams) write(" {}", streams_[index(stream)]);
    for (const EventId event : op.events) write(" {}", events_[index(event)]);
    if (op.synchronizes_all) write(" synchronizes");
    accesses(op);
  }

  template <class Id>
  void clause(std::string_view word, bool is_open, std::optional<Id> value, const std::vector<std::string>& ids) {
    if (is_open && value) write(" {} {}", word, ids[index(*value)]);
  }

  void accesses(const Operation& op) {
    for (std::size_t i = has_short_form(op) ? 1 : 0; i < op.accesses.size(); ++i) {
      write(" {}", text_of(kAccessKinds, op.accesses[i].kind));
      target(op.accesses[i]);
    }
  }

  void target(const Access& access) {
    write(" {}", buffers_[index(access.buffer)]);
    const auto& bytes = entities_.buffers[index(access.buffer)].bytes;
    const ByteRange usual = bytes ? ByteRange::symbolic({.low = Form(0), .high = {*bytes}}) : ByteRange::whole();
    if (access.range != usual) range(access.range);
    if (access.indirect) write(" indirect");
    if (access.place) write(" at {}", site(*access.place));
  }

  void range(const ByteRange& range) {
    const SymbolicRange forms = range.forms();
    write("[{},", to_string(forms.low, symbols_));
    if (forms.high.empty()) {
      write("?");
    } else if (forms.high.size() == 1) {
      write("{}", to_string(forms.high.front(), symbols_));
    } else {
      std::vector<std::string> limits;
      for (const Form& limit : forms.high) limits.push_back(to_string(limit, symbols_));
      write("min({})", fmt::join(limits, ", "));
    }
    write("){}{}", range.dense() ? "" : " sparse", forms.sliced ? " sliced" : "");
  }

  void frames(const Operation& op) {
    if (op.frames.empty()) write(" @ none");
    std::string_view sign = "@";
    for (const Frame& frame : op.frames) {
      const std::string& function = entities_.functions[index(frame.function)];
      write(" {} {}", sign, site(frame.site));
      if (!function.empty()) write(" in {}", is_plain(function, ":~") ? function : quoted(function));
      sign = "<";
    }
  }

  const OperationList& list_;
  const Entities& entities_;
  Ids ids_;
  SymbolTable symbols_;  // named by id
  std::vector<std::string> hosts_, streams_, events_, buffers_, graphs_, assumptions_;
  std::string text_;
};

}  // namespace

std::string print(const OperationList& list) { return Printer(list).print(); }

}  // namespace cudep::model
