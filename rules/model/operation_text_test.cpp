// The `.ops` text form: what is written is read back, lines mean what the grammar says, and errors help.
#include "rules/model/operation_text.h"

#include <gtest/gtest.h>

#include <map>

#include "rules/model/nearest_word.h"
#include "rules/model/random_operations.h"

namespace cudep::model {
namespace {

/// The list with its sites and functions numbered in order of appearance, as reading numbers them.
class Renumbered {
 public:
  explicit Renumbered(OperationList list) : result_(std::move(list)), old_(result_.entities) {
    result_.entities.sites.clear();
    result_.entities.functions.clear();
    for (Buffer& buffer : result_.entities.buffers) renumber(buffer.allocated);
    for (Operation& op : result_.operations) {
      for (Access& access : op.accesses) renumber(access.place);
      for (Frame& frame : op.frames) {
        frame.site = renumbered(frame.site, old_.sites, result_.entities.sites, sites_);
        frame.function = renumbered(frame.function, old_.functions, result_.entities.functions, functions_);
      }
    }
  }
  OperationList take() { return std::move(result_); }

 private:
  template <class Id, class Value>
  static Id renumbered(Id id, const std::vector<Value>& from, std::vector<Value>& to, std::map<Value, Id>& known) {
    const auto [entry, is_new] = known.emplace(from[index(id)], static_cast<Id>(to.size()));
    if (is_new) to.push_back(entry->first);
    return entry->second;
  }
  void renumber(std::optional<SiteId>& site) {
    if (site) site = renumbered(*site, old_.sites, result_.entities.sites, sites_);
  }

  OperationList result_;
  Entities old_;
  std::map<Site, SiteId> sites_;
  std::map<std::string, FunctionNameId> functions_;
};

OperationList parsed(std::string_view text) {
  auto list = parse(text, "test.ops");
  EXPECT_TRUE(list.has_value()) << list.error();
  return std::move(list).value_or(OperationList());
}

Operation only_operation(std::string_view text) {
  const OperationList list = parsed(text);
  EXPECT_EQ(list.operations.size(), 1U);
  return list.operations.empty() ? Operation() : list.operations.front();
}

std::string error_of(std::string_view text) {
  const auto list = parse(text, "test.ops");
  return list ? "no error" : list.error();
}

TEST(OperationText, WhatIsWrittenIsReadBack) {
  RandomOperations random(7);
  for (int round = 0; round < 500; ++round) {
    const OperationList list = random.list();
    const std::string text = print(list);
    const auto again = parse(text, "test.ops");
    ASSERT_TRUE(again.has_value()) << again.error() << '\n' << text;
    ASSERT_TRUE(*again == Renumbered(list).take()) << text << "--- read back as\n" << print(*again);
  }
}

TEST(OperationText, ReadsEntities) {
  const OperationList list = parsed(R"(
    stream s1 "streams[1]" nonblocking device 1 element
    event done timing outside
    symbol n >= 1 <= 8
    buffer dev pool 4*n + 16 @ app.cu:3:7
    host worker; graph g; executable x
    assumption picked count "n" "3"
  )");
  const Entities& entities = list.entities;
  EXPECT_EQ(entities.streams, (std::vector<Stream>{{"streams[1]", StreamKind::NonBlocking, DeviceId{1}, true}}));
  EXPECT_EQ(entities.events, (std::vector<Event>{{"done", true, true, false}}));
  EXPECT_EQ(entities.symbols[SymbolId{0}], (Symbol{.name = "n", .low = 1, .high = 8}));
  const Form bytes = Form::symbol(SymbolId{0}) * 4 + 16;
  EXPECT_EQ(entities.buffers, (std::vector<Buffer>{{"dev", MemoryKind::Pool, SiteId{0}, bytes}}));
  EXPECT_EQ(entities.sites, (std::vector<Site>{{"app.cu", 3, 7}}));
  EXPECT_EQ(entities.hosts, (std::vector<std::string>{"main thread", "worker"}));
  EXPECT_EQ(entities.graphs, (std::vector<std::string>{"g", "x"}));
  EXPECT_EQ(entities.assumptions, (std::vector<Assumption>{{Assumption::Kind::CountChosen, "n", "3"}}));
}

TEST(OperationText, ReadsALaunch) {
  const Operation op = only_operation("stream s blocking; buffer in device; launch scale on s reads in[4,8) sparse");
  EXPECT_EQ(op.verb, Verb::Launch);
  EXPECT_EQ(op.label, "kernel `scale`");
  EXPECT_EQ(op.stream, StreamId{0});
  EXPECT_EQ(op.accesses, (std::vector<Access>{{BufferId{0}, AccessKind::Read, ByteRange::bytes(4, 8, false)}}));
}

TEST(OperationText, ARangeIsTheWholeBufferUnlessGiven) {
  const OperationList list = parsed("buffer known device 64; buffer open device; access reads known, open");
  const std::vector<Access>& accesses = list.operations.front().accesses;
  EXPECT_EQ(accesses[0].range, ByteRange::bytes(0, 64));
  EXPECT_EQ(accesses[1].range, ByteRange::whole());
}

TEST(OperationText, ReadsFramesAndWhoDoesIt) {
  const OperationList list =
      parsed("host worker\nbuffer b managed\nby worker: read b @ app.cu:1:2 in ns::f < \"a b.cu\":3:4 in main");
  const Operation& op = list.operations.front();
  EXPECT_EQ(op.host, HostId{1});
  EXPECT_EQ(op.label, "read of `b`");
  EXPECT_EQ(list.entities.sites, (std::vector<Site>{{"app.cu", 1, 2}, {"a b.cu", 3, 4}}));
  EXPECT_EQ(list.entities.functions, (std::vector<std::string>{"ns::f", "main"}));
}

TEST(OperationText, TheTextIsTheSiteUnlessGiven) {
  const OperationList list = parsed("# first\nevent e;   synchronize event e\n");
  EXPECT_EQ(list.entities.sites, (std::vector<Site>{{"test.ops", 2, 12}}));
}

TEST(OperationText, TheLongestPhraseIsMeant) {
  const std::string_view declared = "stream s blocking; buffer b device; graph g;";
  const auto verb = [&](std::string_view text) {
    return only_operation(std::string(declared) + std::string(text)).verb;
  };
  EXPECT_EQ(verb("launch graph g on s"), Verb::GraphLaunch);
  EXPECT_EQ(verb("launch on s"), Verb::Launch);
  EXPECT_EQ(verb("free async b on s"), Verb::FreeAsync);
  EXPECT_EQ(verb("free host b"), Verb::FreePinned);
  EXPECT_EQ(verb("free b"), Verb::FreeDevice);
  EXPECT_EQ(verb("allocate b"), Verb::Allocate);
  EXPECT_EQ(verb("host function on s"), Verb::HostFunction);
}

TEST(OperationText, MostWordsCanBeIds) {
  const Operation op =
      only_operation("stream copy blocking; buffer in pinned; buffer pool device; copy on copy reads in writes pool");
  EXPECT_EQ(op.stream, StreamId{0});
  EXPECT_EQ(op.accesses.size(), 2U);
}

TEST(OperationText, ErrorsNameThePlaceAndTheNearestWord) {
  EXPECT_EQ(error_of("stream s nonblokcing"),
            "test.ops:1:10: expected the kind of the stream, got `nonblokcing`; did you mean `nonblocking`?");
  EXPECT_EQ(error_of("stream consumer blocking\n  synchronize stream consumr"),
            "test.ops:2:22: expected a stream, got `consumr`; did you mean `consumer`?");
  EXPECT_EQ(error_of("lanch k on s"),
            "test.ops:1:1: expected a declaration or an operation, got `lanch`; did you mean `launch`?");
  EXPECT_EQ(error_of("stream s blocking; copy on s raeds s"),
            "test.ops:1:30: expected a clause, got `raeds`; did you mean `reads`?");
}

TEST(OperationText, ErrorsNameWhatIsMissing) {
  EXPECT_EQ(error_of("launch scale"), "test.ops:1:13: expected `on` and a stream, got the end of the statement");
  EXPECT_EQ(error_of("stream s blocking; record on s"), "test.ops:1:27: expected an event, got `on`");
  EXPECT_EQ(error_of("buffer b device; read b[0;"),
            "test.ops:1:26: expected `,` and the end of the range, got the end of the statement");
  EXPECT_EQ(error_of("stream s \"x"), "test.ops:1:10: the quote is not closed on its line");
}

TEST(OperationText, ErrorsNameWhatIsTooMuch) {
  EXPECT_EQ(error_of("stream host blocking"),
            "test.ops:1:8: `host` has a meaning where ids stand: give another id, and the name in quotes after it");
  EXPECT_EQ(error_of("event s; stream s blocking"), "test.ops:1:17: `s` is declared already");
  EXPECT_EQ(error_of("stream s blocking; copy on s on s"), "test.ops:1:34: the stream is given twice");
  EXPECT_EQ(error_of("buffer b device 99999999999999999999"),
            "test.ops:1:17: the number 99999999999999999999 does not fit into 64 bits");
}

TEST(OperationText, AnyTextIsReadOrRefused) {
  RandomOperations random(8);
  RandomForms choice(9);
  for (int round = 0; round < 500; ++round) {
    std::string text = print(random.list());
    const auto last = static_cast<std::int64_t>(text.size()) - 1;
    for (int change = 0; change < 3 && last > 0; ++change) {
      text[static_cast<std::size_t>(choice.number(0, last))] = static_cast<char>(choice.number(1, 126));
    }
    const auto list = parse(text, "test.ops");
    if (!list) EXPECT_TRUE(list.error().starts_with("test.ops:")) << list.error();
  }
}

TEST(NearestWord, IsNearInItsLength) {
  static constexpr std::string_view kWords[] = {"reads", "writes", "on"};
  EXPECT_EQ(nearest_word("raeds", kWords), "reads");
  EXPECT_EQ(nearest_word("write", kWords), "writes");
  EXPECT_EQ(nearest_word("synchronize", kWords), std::nullopt);
  EXPECT_EQ(nearest_word("x", {}), std::nullopt);
  EXPECT_EQ(suggestion("raeds", kWords), "; did you mean `reads`?");
  EXPECT_EQ(suggestion("synchronize", kWords), "");
}

}  // namespace
}  // namespace cudep::model
