// The tables of libraries: names, overloads, and that every row is one that a configuration could say.
#include "rules/model/library_call.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cudep::model {
namespace {

const Accepts kAny = [](const LibraryCall&) { return true; };

TEST(LibraryCall, StarsStandForAnyLetters) {
  EXPECT_TRUE(fits("cublas*", "cublasSgemm"));
  EXPECT_TRUE(fits("d_*_in", "d_keys_in"));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a*b*", "aXbb"));
  EXPECT_FALSE(fits("d_*_in", "d_in"));
  EXPECT_FALSE(fits("stream", "streams"));
}

TEST(LibraryCall, VersionsOfAFunctionAreOne) {
  EXPECT_EQ(without_version("cublasSgemm_v2_64"), "cublasSgemm");
  EXPECT_EQ(without_version("_v2"), "_v2");
  EXPECT_EQ(find_library_call("cublasSetStream_v2", kAny), find_library_call("cublasSetStream", kAny));
}

TEST(LibraryCall, TheFirstRowThatFitsCounts) {
  EXPECT_EQ(find_library_call("cublasSetMathMode", kAny)->effects.front().effect, Effect::Nothing);
  EXPECT_EQ(find_library_call("cublasSetStream", kAny)->effects.front().effect, Effect::Bind);
  EXPECT_EQ(find_library_call("cublasSgemm", kAny)->effects.front().effect, Effect::Handle);
}

TEST(LibraryCall, OverloadsHaveRowsOfTheirOwn) {
  const Accepts without_stream = [](const LibraryCall& call) {
    return std::ranges::find(call.effects, Effect::Stream, &LibraryEffect::effect) == call.effects.end();
  };
  ASSERT_TRUE(find_library_call("thrust::sort", kAny));
  ASSERT_TRUE(find_library_call("thrust::sort", without_stream));
  EXPECT_NE(find_library_call("thrust::sort", kAny), find_library_call("thrust::sort", without_stream));
}

TEST(LibraryCall, RowsWithoutEffectsAreNotKnown) {
  EXPECT_EQ(find_library_call("cublasXtSgemm", kAny), nullptr);
  EXPECT_EQ(find_library_call("cublas", [](const LibraryCall&) { return false; }), nullptr);
  EXPECT_EQ(find_library_call("user::sort", kAny), nullptr);
  EXPECT_EQ(find_library_call("cusolverSpDcsrlsvluHost", kAny), nullptr);
}

TEST(LibraryCall, EveryRowCanBeFoundAndSaid) {
  for (const Library& library : libraries())
    for (const LibraryCall& call : library.calls) {
      const auto begins = [&](const std::string& prefix) { return call.name.starts_with(prefix); };
      EXPECT_TRUE(std::ranges::any_of(library.prefixes, begins)) << call.name;
      for (const LibraryEffect& effect : call.effects) {
        const EffectWords& words = words_of(effect.effect);
        EXPECT_GE(effect.places.size(), words.least) << call.name << ": " << words.word;
        EXPECT_LE(effect.places.size(), words.most) << call.name << ": " << words.word;
      }
    }
}

TEST(LibraryCall, EveryEffectHasOneWord) {
  std::set<std::string_view> words;
  std::set<Effect> effects;
  for (const EffectWords& effect : effect_words()) {
    EXPECT_TRUE(words.insert(effect.word).second) << effect.word;
    EXPECT_TRUE(effects.insert(effect.effect).second) << effect.word;
  }
  EXPECT_EQ(effects.size(), static_cast<std::size_t>(Effect::Nothing) + 1);
}

}  // namespace
}  // namespace cudep::model
