// The engine and the oracle agree on random programs, and would not if the engine made one of the classic mistakes.
#include "rules/oracle/oracle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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

/// Random programs for which an engine that makes the mistake would be found out.
std::size_t found_out(Changed (*mistake)(const model::OperationList&)) {
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const model::OperationList program = random_program(seed);
    const Changed changed = mistake(program);
    std::vector<Conflict> said = engine_conflicts(changed.list);
    for (Conflict& conflict : said) {
      conflict.earlier = changed.original[conflict.earlier];
      conflict.later = changed.original[conflict.later];
    }
    if (!engine_differs(program) && disagreement(said, program)) ++count;
  }
  return count;
}

TEST(Oracle, FindsAnEngineWhoseEventsKeepTheirStream) { EXPECT_GT(found_out(event_keeps_its_stream), 20U); }
TEST(Oracle, FindsAnEngineWhoseFirstRecordWins) { EXPECT_GT(found_out(first_record_wins), 20U); }
TEST(Oracle, FindsAnEngineThatTakesLegacyForOrdinary) { EXPECT_GT(found_out(legacy_is_ordinary), 20U); }
TEST(Oracle, FindsAnEngineWhoseWaitsReachBack) { EXPECT_GT(found_out(wait_orders_what_came_before), 20U); }

}  // namespace
}  // namespace cudep::oracle
