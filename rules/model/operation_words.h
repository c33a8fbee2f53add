// The words of the `.ops` text form, in tables that both the reader and the printer use.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/model/operation.h"

namespace cudep::model {

/// What stands right after the words of an operation.
enum class Object : std::uint8_t { None, Stream, Event, Buffer, Graph, Device, Host };

struct VerbWords {
  Verb verb;
  std::string_view phrase;
  Object object;
  std::string_view label;              // how messages name the operation, unless it says otherwise
  std::string_view synchronous_label;  // likewise for the `sync` form
};

/// One row for each verb.
std::span<const VerbWords> verb_words();
const VerbWords& words_of(Verb verb);
/// True for what goes to a stream: such an operation is written with `on`.
bool is_submitted(Verb verb);
/// How messages name an operation without a label of its own.
std::string usual_label(const Operation& op, const Entities& entities);

/// A word and the value it stands for.
template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

inline constexpr std::array<Word<StreamKind>, 5> kStreamKinds{{{"legacy", StreamKind::Legacy},
                                                               {"per-thread", StreamKind::PerThread},
                                                               {"blocking", StreamKind::Blocking},
                                                               {"nonblocking", StreamKind::NonBlocking},
                                                               {"unknown", StreamKind::Unknown}}};
inline constexpr std::array<Word<MemoryKind>, 6> kMemoryKinds{{{"device", MemoryKind::Device},
                                                               {"pool", MemoryKind::Pool},
                                                               {"pinned", MemoryKind::Pinned},
                                                               {"managed", MemoryKind::Managed},
                                                               {"pageable", MemoryKind::Pageable},
                                                               {"unknown", MemoryKind::Unknown}}};
inline constexpr std::array<Word<Assumption::Kind>, 4> kAssumptionKinds{
    {{"distinct", Assumption::Kind::DistinctParameters},
     {"count", Assumption::Kind::CountChosen},
     {"branch", Assumption::Kind::BranchTaken},
     {"repeated", Assumption::Kind::RepeatedCall}}};
inline constexpr std::array<Word<AccessKind>, 4> kAccessKinds{{{"reads", AccessKind::Read},
                                                               {"writes", AccessKind::Write},
                                                               {"may-write", AccessKind::MayWrite},
                                                               {"atomic", AccessKind::Atomic}}};
/// The usual order has no word.
inline constexpr std::array<Word<SourceOrder>, 2> kSourceOrders{
    {{"during-call", SourceOrder::DuringCall}, {"any-time", SourceOrder::AnyTime}}};
/// The short forms of a host access.
inline constexpr std::array<Word<AccessKind>, 2> kHostAccesses{
    {{"read", AccessKind::Read}, {"write", AccessKind::Write}}};

template <class Value, std::size_t n>
constexpr std::string_view text_of(const std::array<Word<Value>, n>& words, Value value) {
  for (const Word<Value>& word : words) {
    if (word.value == value) return word.text;
  }
  return {};
}

/// The words that begin a declaration.
std::span<const std::string_view> declaration_words();
/// The words that begin a clause.
std::span<const std::string_view> clause_words();
/// True for words that an id would be taken for: those of clauses, the second words of operations, `none` and `min`.
bool is_reserved(std::string_view word);

inline constexpr std::string_view kMainHost = "main";             // the id of the host thread that always exists
inline constexpr std::string_view kMainHostName = "main thread";  // and its name

}  // namespace cudep::model
