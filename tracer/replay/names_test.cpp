// Names, signatures, and what a line of source calls an object.
#include "tracer/replay/names.h"

#include <gtest/gtest.h>

#include "tracer/replay/symbols.h"

namespace cudep::replay {
namespace {

using enum ParameterKind;
using Kinds = std::vector<ParameterKind>;

TEST(Names, FunctionWithoutTypes) {
  EXPECT_EQ(function_of("main"), "main");
  EXPECT_EQ(function_of("void gpu::scale<float, 4>(float*, int)"), "gpu::scale");
  EXPECT_EQ(function_of("Ring::load(int)"), "Ring::load");
  EXPECT_EQ(function_of("(anonymous namespace)::fill(float*)"), "(anonymous namespace)::fill");
  EXPECT_EQ(function_of("std::vector<int>::~vector()"), "std::vector::~vector");
}

TEST(Names, ParametersOfSignatures) {
  EXPECT_EQ(parameters_of(demangled("_Z3addPKfPfi")), (Kinds{ConstPointer, Pointer, Scalar}));
  EXPECT_EQ(parameters_of(demangled("_Z4work6Tensorm")), (Kinds{Object, Scalar}));
  EXPECT_EQ(parameters_of("void k<float>(std::pair<int, int>, float const* const*)"), (Kinds{Object, ConstPointer}));
  EXPECT_EQ(parameters_of("k()"), Kinds{});
  EXPECT_EQ(parameters_of("extern_c_kernel"), std::nullopt);
}

TEST(Names, KernelsOfInternalLinkage) {
  EXPECT_EQ(common_kernel_name("_ZN12_GLOBAL__N_15scaleEPf"), "scale(float*)");
  EXPECT_EQ(common_kernel_name("_ZL5scalePf"), "scale(float*)");
  EXPECT_EQ(common_kernel_name("src/gpu.cu:_ZL5scalePf"), "scale(float*)");
}

TEST(Names, FirstArgumentOfACall) {
  EXPECT_EQ(first_argument("  cudaMalloc(&ring.slots[1], bytes);", "cudaMalloc"), "ring.slots[1]");
  EXPECT_EQ(first_argument("CHECK(cudaMalloc((void**)&device, n * sizeof(float)));", "cudaMalloc"), "device");
  EXPECT_EQ(first_argument("cudaEventCreate(&done);", "cudaEventCreate"), "done");
  EXPECT_EQ(first_argument("my_cudaMalloc(&a); cudaMalloc(&b, 4);", "cudaMalloc"), "b");
  EXPECT_EQ(first_argument("cudaMalloc(make(1, 2) + 3, n);", "cudaMalloc"), std::nullopt);
  EXPECT_EQ(first_argument("allocate(&a);", "cudaMalloc"), std::nullopt);
  EXPECT_EQ(first_argument("cudaMalloc(", "cudaMalloc"), std::nullopt);
}

TEST(Names, IntermediateFilesOfNvcc) {
  EXPECT_EQ(stem_of_intermediate_file("/tmp/tmpxft_00001a2b_00000000-6_scale.cudafe1.cpp"), "scale");
  EXPECT_EQ(stem_of_intermediate_file("tmpxft_0_0-6_my_app.cudafe1.cpp"), "my_app");
  EXPECT_EQ(stem_of_intermediate_file("/src/scale.cu"), "");
}

}  // namespace
}  // namespace cudep::replay
