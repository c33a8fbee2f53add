// The engine and the oracle agree on random programs, and would not if the engine made one of the classic mistakes.
#include "rules/oracle/oracle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "rules/model/operation_text.h"
#include "rules/oracle/agreement.h"
#include "rules/oracle/mistakes.h"
#include "rules/oracle/random_program.h"

namespace cudep::oracle {
namespace {

std::optional<std::string> engine_differs(const model::OperationList& list) {
  return disagreement(engine_conflicts(list), list);
}

TEST(Oracle, AgreesWithTheEngineOnRandomPrograms) {
  constexpr std::uint64_t kPrograms = 20'000;
  int shown = 0;
  for (std::uint64_t seed = 0; seed < kPrograms && shown < 5; ++seed) {
    const model::OperationList program = random_program(seed);
    if (!engine_differs(program)) continue;
    const auto smallest = shrink(program, [](const auto& list) { return engine_differs(list).has_value(); });
    ADD_FAILURE() << fmt::format("seed {}: {}\n{}", seed, *engine_differs(smallest), model::print(smallest));
    ++shown;
  }
}

TEST(Oracle, SeesEveryStrengthOfOrderInRandomPrograms) {
  std::map<Order, int> count;
  for (std::uint64_t seed = 0; seed < 1'000; ++seed)
    for (const Conflict& conflict : conflicts(random_program(seed))) ++count[conflict.order];
  for (const Order order : {Order::Doc, Order::Seen, Order::Open, Order::None}) EXPECT_GT(count[order], 100);
}

// Facts that no random program depends on: no record node leaves work of its graph beside it.
bool is_beside_the_programs(engine::Fact fact) { return fact == engine::Fact::ExternalRecordMayCoverLaunch; }

TEST(Oracle, FindsAnEngineThatLacksAnyFact) {
  for (std::size_t i = 0; i < engine::kEncodedFacts; ++i) {
    const auto fact = engine::Fact(i);
    if (is_beside_the_programs(fact)) continue;
    const engine::FactSet facts = engine::FactSet().without(fact);
    bool found = false;
    for (std::uint64_t seed = 0; seed < 200'000 && !found; ++seed) {
      const model::OperationList program = random_program(seed);
      found = disagreement(engine_conflicts(program, facts), program).has_value();
    }
    EXPECT_TRUE(found) << engine::row(fact).id;
  }
}

/// True when an engine that makes the mistake is found out by twenty random programs, which the right engine passes.
bool is_found_out(Changed (*mistake)(const model::OperationList&)) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < 2'000 && count < 20; ++seed) {
    const model::OperationList program = random_program(seed);
    const Changed changed = mistake(program);
    std::vector<Conflict> said = engine_conflicts(changed.list);
    for (Conflict& conflict : said) {
      conflict.earlier = changed.original[conflict.earlier];
      conflict.later = changed.original[conflict.later];
    }
    if (disagreement(said, program) && !engine_differs(program)) ++count;
  }
  return count == 20;
}

TEST(Oracle, FindsAnEngineWhoseEventsKeepTheirStream) { EXPECT_TRUE(is_found_out(event_keeps_its_stream)); }
TEST(Oracle, FindsAnEngineWhoseFirstRecordWins) { EXPECT_TRUE(is_found_out(first_record_wins)); }
TEST(Oracle, FindsAnEngineThatTakesLegacyForOrdinary) { EXPECT_TRUE(is_found_out(legacy_is_ordinary)); }
TEST(Oracle, FindsAnEngineWhoseWaitsReachBack) { EXPECT_TRUE(is_found_out(wait_orders_what_came_before)); }

}  // namespace
}  // namespace cudep::oracle
