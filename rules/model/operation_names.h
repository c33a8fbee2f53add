// The ids that a `.ops` text has declared, and what each stands for.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rules/model/nearest_word.h"
#include "rules/model/operation.h"
#include "rules/model/operation_words.h"
#include "rules/model/text_cursor.h"

namespace cudep::model {

class OperationNames {
 public:
  using Named = std::variant<StreamId, EventId, BufferId, SymbolId, HostId, GraphId, AssumptionId>;

  /// Reads a new id; fails at one that is taken or a word of the language.
  std::string read_new(TextCursor& cursor) const {
    const std::string word(cursor.peek_word());
    if (word.empty()) cursor.fail(fmt::format("expected a new id, got {}", cursor.found()));
    if (is_reserved(word)) {
      cursor.fail(
          fmt::format("`{}` has a meaning where ids stand: give another id, and the name in quotes after it", word));
    }
    if (named_.contains(word)) cursor.fail(fmt::format("`{}` is declared already", word));
    cursor.accept_word(word);
    return word;
  }

  void add(std::string id, Named named) { named_.emplace(std::move(id), named); }

  /// Whether `id` is declared as an `Id`.
  template <class Id>
  [[nodiscard]] const Id* find(std::string_view id) const {
    const auto found = named_.find(id);
    return found == named_.end() ? nullptr : std::get_if<Id>(&found->second);
  }

  /// Reads an id that is declared as an `Id`; `what` names that in the error.
  template <class Id>
  Id read(TextCursor& cursor, std::string_view what) const {
    return checked<Id>(cursor, cursor.peek_word(), what);
  }

  /// The same in a form, where `-` subtracts.
  SymbolId read_symbol(TextCursor& cursor) const {
    TextCursor ahead = cursor;
    return checked<SymbolId>(cursor, ahead.read_identifier(), "a number or a symbol");
  }

 private:
  template <class Id>
  Id checked(TextCursor& cursor, std::string_view word, std::string_view what) const {
    if (const Id* id = find<Id>(word)) {
      cursor.accept(word);
      return *id;
    }
    std::vector<std::string_view> candidates;
    for (const auto& [name, named] : named_) {
      if (std::holds_alternative<Id>(named)) candidates.push_back(name);
    }
    const std::string found = word.empty() ? cursor.found() : fmt::format("`{}`", word);
    cursor.fail(fmt::format("expected {}, got {}{}", what, found, suggestion(word, candidates)));
    return {};
  }

  std::map<std::string, Named, std::less<>> named_;
};

}  // namespace cudep::model
