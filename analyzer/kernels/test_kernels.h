// Kernels as the frontend lowers them, one for each shape of index that summaries must understand; for tests.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cudep::kernels {

struct TestKernel {
  std::string_view name;
  std::string_view summary;  // as summary_text.h prints it
  std::string text;
};

/// `int i = blockIdx.x * blockDim.x + threadIdx.x;` in registers 90 to 92.
inline const std::string kGlobalIndex = R"(
  begin &i
  %90 = multiply u32 blockIdx.x, blockDim.x
  %91 = add u32 %90, threadIdx.x
  %92 = convert u32 %91 -> i32
  store i32 %92 -> &i
)";
/// `if (i < n)` with the body in block `body`, registers 80 to 82.
inline const std::string kGuard = R"(
  %80 = load i32, &i
  %81 = load i32, &n
  %82 = less i32 %80, %81
  branch %82, body, done "i < n"
body:
)";
inline const std::string kEnd = R"(
  jump done
done:
  end &i
  return
}
)";

/// Every test kernel. Register numbers differ between the pieces, so that they can be put together.
std::vector<TestKernel> test_kernels();

}  // namespace cudep::kernels
