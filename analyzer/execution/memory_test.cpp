// Cells of objects: stores, copies, zero bytes, and what two paths agree on.
#include "analyzer/execution/memory.h"

#include <gtest/gtest.h>

namespace cudep::execution {
namespace {

class MemoryTest : public testing::Test {
 protected:
  [[nodiscard]] Pointer at(std::int64_t offset) const { return {object_, Form(offset)}; }

  Memory memory_{std::make_shared<std::uint32_t>(0)};
  ObjectId object_ = memory_.create({.name = "x"});
};

TEST_F(MemoryTest, AStoreIsReadBackAtItsSizeOnly) {
  memory_.store(at(8), 4, Form(7));
  EXPECT_EQ(memory_.find(at(8), 4), Value(Form(7)));
  EXPECT_EQ(memory_.find(at(8), 8), std::nullopt);
  EXPECT_EQ(memory_.find(at(4), 4), std::nullopt);
}

TEST_F(MemoryTest, AStoreEndsWhatItOverlaps) {
  memory_.store(at(0), 8, Form(1));
  memory_.store(at(8), 8, Form(2));
  memory_.store(at(4), 8, Form(3));
  EXPECT_EQ(memory_.find(at(0), 8), std::nullopt);
  EXPECT_EQ(memory_.find(at(8), 8), std::nullopt);
  EXPECT_EQ(memory_.find(at(4), 8), Value(Form(3)));
}

TEST_F(MemoryTest, AStoreAtAnUnknownPlaceEndsEverything) {
  memory_.store(at(0), 8, Form(1));
  memory_.store({object_, Form::symbol(model::SymbolId{0})}, 8, Form(2));
  EXPECT_EQ(memory_.find(at(0), 8), std::nullopt);
}

TEST_F(MemoryTest, ZeroBytesAreZeroUntilTheyAreWritten) {
  memory_.zero(at(0), 24);
  EXPECT_EQ(memory_.find(at(4), 4), Value(Form(0)));
  EXPECT_EQ(memory_.find(at(16), 8), Value(Form(0)));
  EXPECT_EQ(memory_.find(at(20), 8), std::nullopt);
  memory_.store(at(4), 4, Form(5));
  EXPECT_EQ(memory_.find(at(0), 8), std::nullopt);
  EXPECT_EQ(memory_.find(at(0), 4), Value(Form(0)));
  EXPECT_EQ(memory_.find(at(8), 8), Value(Form(0)));
}

TEST_F(MemoryTest, ACopyMovesCellsAndZeroBytes) {
  memory_.store(at(8), 8, Form(1));
  memory_.zero(at(16), 8);
  const Pointer target{memory_.create({.name = "y"}), Form(100)};
  memory_.copy(target, at(8), 16);
  EXPECT_EQ(memory_.find(target, 8), Value(Form(1)));
  EXPECT_EQ(memory_.find({target.object, Form(108)}, 4), Value(Form(0)));
}

TEST_F(MemoryTest, PathsKeepWhatTheyAgreeOn) {
  memory_.store(at(0), 8, Form(1));
  memory_.store(at(8), 8, Form(2));
  Memory other = memory_;
  other.store(at(8), 8, Form(3));
  EXPECT_EQ(memory_.find(at(8), 8), Value(Form(2))) << "a copy writes its own object";
  memory_.merge(other);
  EXPECT_EQ(memory_.find(at(0), 8), Value(Form(1)));
  EXPECT_EQ(memory_.find(at(8), 8), std::nullopt);
}

TEST_F(MemoryTest, ASymbolBecomesANumberInOffsetsAndValues) {
  const model::SymbolId n{0};
  memory_.store({object_, Form::symbol(n) * Form(4)}, 4, Form::symbol(n) + Form(1));
  memory_.substitute(n, Form(3));
  EXPECT_EQ(memory_.find(at(12), 4), Value(Form(4)));
}

}  // namespace
}  // namespace cudep::execution
