// The reader of the `.ops` text form, one function for each kind of line; `parse` of operation_text.h drives it.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/model/operation.h"
#include "rules/model/operation_names.h"
#include "rules/model/operation_words.h"
#include "rules/model/text_cursor.h"

namespace cudep::model {

class OperationReader {
 public:
  OperationReader(std::string_view text, std::string_view file);

  /// Reads all of the text; false at an error.
  bool read();
  [[nodiscard]] const std::string& error() const { return cursor_.error(); }
  OperationList take() { return std::move(list_); }

 private:
  /// What an operation may have once, and cannot tell by itself.
  struct ClausesSeen {
    std::optional<std::string>& label;
    bool& frames;
    bool& stream;
  };

  // Declarations: parse_entities.cpp.
  void read_declaration();
  void read_stream();
  void read_event();
  void read_buffer();
  void read_symbol();
  void read_host();
  void read_graph();
  void read_assumption();
  /// The name in quotes after an id, or else the id.
  std::string read_name(const std::string& id);
  std::string read_text();

  // Operations and their clauses: parse_operations.cpp.
  void read_statement();
  void read_operation(const VerbWords* words, HostId host, const Site& site);
  const VerbWords* match_phrase();
  void read_object(Object object, Operation& op);
  std::optional<std::string> read_kernel();
  void read_clause(Operation& op, ClausesSeen seen);
  bool read_flag(Operation& op);
  bool read_entity(Operation& op);
  DeviceId read_device();
  void read_uses(Operation& op);
  void read_assuming(Operation& op);
  void read_frames(Operation& op);

  // Accesses, ranges and forms: parse_accesses.cpp.
  void read_accesses(AccessKind kind, Operation& op);
  Access read_access(AccessKind kind);
  SymbolicRange read_range();
  std::vector<Form> read_end();
  Form read_form();
  Form read_product();
  Form read_factor();

  /// Fails with what was expected, what came, and the nearest of the right words.
  void fail_expected(std::string_view what, std::span<const std::string_view> words);
  template <class Value, std::size_t n>
  Value read_word(std::string_view what, const std::array<Word<Value>, n>& words);
  /// Sets what a clause gives; fails when the operation has it already.
  template <class Id>
  void set(std::optional<Id>& field, Id value, std::string_view what);

  SiteId site_id(const Site& site);
  FunctionNameId function_id(const std::string& name);

  TextCursor cursor_;
  OperationNames names_;
  std::map<Site, SiteId> sites_;
  std::map<std::string, FunctionNameId> functions_;
  OperationList list_;
};

template <class Value, std::size_t n>
Value OperationReader::read_word(std::string_view what, const std::array<Word<Value>, n>& words) {
  std::array<std::string_view, n> texts;
  for (std::size_t i = 0; i < n; ++i) {
    if (cursor_.accept_word(words[i].text)) return words[i].value;
    texts[i] = words[i].text;
  }
  fail_expected(what, texts);
  return {};
}

template <class Id>
void OperationReader::set(std::optional<Id>& field, Id value, std::string_view what) {
  if (field) cursor_.fail(fmt::format("{} is given twice", what));
  field = value;
}

}  // namespace cudep::model
