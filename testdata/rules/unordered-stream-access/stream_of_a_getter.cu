// A function of which only the declaration is seen hands out streams: asked the same, it gives the same one.
#include "../program.h"

class Resources {
 public:
  virtual ~Resources() = default;
  virtual cudaStream_t stream(int device) = 0;
};

void fill_and_add(Resources& resources, float* data) {
  fill<<<kBlocks, kThreads, 0, resources.stream(0)>>>(data, kCount, 1.0f);
#ifdef ORDERED
  add<<<kBlocks, kThreads, 0, resources.stream(0)>>>(data, kCount, 1.0f);
#else
  add<<<kBlocks, kThreads, 0, resources.stream(1)>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
#endif
}

void fill_and_add_somewhere(Resources& resources, float* data, int first, int second) {
  fill<<<kBlocks, kThreads, 0, resources.stream(first)>>>(data, kCount, 1.0f);
  add<<<kBlocks, kThreads, 0, resources.stream(second)>>>(data, kCount, 1.0f);
}
