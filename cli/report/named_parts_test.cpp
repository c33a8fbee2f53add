// What is underlined in a line beside the operation.
#include "cli/report/named_parts.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

TEST(NamesOf, AreThoseThatASourceMayHave) {
  rules::Finding finding = race_of_other_event();
  finding.buffer = "slots[0].data";
  finding.earlier.agent = "trainer.upload_";
  finding.later.agent = "the default stream";
  EXPECT_EQ(names_of(finding), (std::vector<std::string>{"consumer", "done", "producer", "ready", "slots", "upload_"}));
}

TEST(NamedParts, AreWholeWordsWithTheirIndex) {
  EXPECT_EQ(named_parts("add<<<1, 1, 0, s[i % 2]>>>(dev, device);", {"dev", "s"}),
            (std::vector<ByteRange>{{15, 8}, {27, 3}}));
}

}  // namespace
}  // namespace cudep::report
