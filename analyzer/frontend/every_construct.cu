// One of every construct that the frontend lowers; the test checks that the result is sound and nothing was given up.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>
__managed__ int shared_counter = 3;
__device__ float table[64];
__constant__ float coefficients[16];
__global__ void k(float* p, int n) {
  __shared__ float tile[32];
  tile[threadIdx.x] = p[n];
  __syncthreads();
  p[0] = tile[0] + warpSize;
}
template <class T>
__global__ void tk(T* p) {
  p[blockIdx.y * gridDim.z] = T();
}
struct Base {
  virtual ~Base() {}
  virtual void run(cudaStream_t s) = 0;
  int b = 1;
};
struct Derived : Base {
  cudaStream_t s_{};
  std::string name;
  void run(cudaStream_t s) override { k<<<1, 2, 0, s>>>(nullptr, 1); }
};
struct Pair {
  int a;
  float b = 2.5f;
  Base* base = nullptr;
};
struct Copyable {
  std::vector<int> v;
  int arr[3];
  std::string s[2];
};
struct Guard {
  cudaStream_t s;
  explicit Guard(cudaStream_t s) : s(s) {}
  Guard(Guard&& o) noexcept : s(std::exchange(o.s, nullptr)) {}
  ~Guard() {
    if (s) cudaStreamDestroy(s);
  }
};
struct Delegating {
  int x;
  Delegating() : Delegating(3) {}
  Delegating(int v) : x(v) {}
};
struct Inherits : Delegating {
  using Delegating::Delegating;
};
struct Bits {
  unsigned a : 3;
  unsigned b : 5;
};
union U {
  int i;
  float f;
};
enum class Mode { A, B };
Guard make_guard() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  Guard g(s);
  return g;
}
Guard make_two(bool c) {
  if (c) return Guard(nullptr);
  return make_guard();
}
static Derived global_object;
static int counter = 7;
const char* names[2] = {"a", "b"};
int (*function_pointer)(int) = nullptr;
int twice(int x) { return 2 * x; }
void host_callback(void* data) { *static_cast<int*>(data) += 1; }
template <class F>
void apply(F&& f) {
  f(1);
  f(2);
}
int sw(int x) {
  switch (x) {
    case 1:
      x = 2;
      break;
    case 2:
    case 3: {
      int y = x;
      x = y + 1;
    }
    default:
      return 9;
    case 4 ... 6:
      x = 8;
  }
  return x;
}
int gotos(int n) {
  int i = 0;
again: {
  Guard g(nullptr);
  if (i < n) {
    ++i;
    goto again;
  }
  if (n == 3) goto out;
}
  i = 5;
out:
  return i;
}
Mode mode(Mode m) { return m == Mode::A ? Mode::B : throw 3; }
struct Deleter {
  void operator()(float* p) const { cudaFree(p); }
};
int main(int argc, char** argv) {
  std::array<cudaStream_t, 2> streams{};
  for (auto& s : streams) cudaStreamCreate(&s);
  auto launch = [&, n = 3](int i) { k<<<dim3(1, 2), dim3{3}, sizeof(float) * n, streams[i]>>>(table, i); };
  launch(1);
  apply([&](int i) { launch(i); });
  apply([](auto i) { std::printf("%d", i); });
  std::unique_ptr<float, Deleter> owner([] {
    float* p;
    cudaMalloc(&p, 4);
    return p;
  }());
  std::unique_ptr<Base> base = std::make_unique<Derived>();
  base->run(streams[0]);
  auto shared = std::make_shared<Derived>();
  shared->run(streams[1]);
  std::function<void(int)> f = launch;
  f(1);
  auto [a, b] = std::make_pair(1, 2.0f);
  auto t = std::make_tuple(1, streams[0]);
  auto& [x, y] = t;
  int raw[3] = {1, 2};
  auto [r0, r1, r2] = raw;
  std::optional<int> o;
  if (o.has_value()) a = *o;
  o = 3;
  std::map<int, std::vector<float>> m;
  m[1].push_back(2.f);
  for (const auto& [key, value] : m) a += key + value.size();
  Pair p{1};
  Pair q = p;
  p = q;
  Pair* heap = new Pair[3]{{1}, {2}};
  delete[] heap;
  Guard* guards = static_cast<Guard*>(operator new(16));
  new (guards) Guard(nullptr);
  guards->~Guard();
  auto* strings = new std::string[argc];
  delete[] strings;
  Copyable c1, c2 = c1;
  c2 = c1;
  c2 = std::move(c1);
  static Guard once = make_two(argc > 1 && argv[0] != nullptr);
  static int calls = 0;
  ++calls;
  Guard arr[2] = {Guard(nullptr), make_guard()};
  const Guard& extended = make_guard();
  cudaStream_t chosen = (argc ? make_guard() : make_two(false)).s;
  if (auto g = make_guard(); g.s && twice(sw(2)) > 2) function_pointer = twice;
  function_pointer(2);
  function_pointer = [](int z) { return z; };
  cudaLaunchHostFunc(streams[0], host_callback, &a);
  cudaLaunchHostFunc(streams[0], [](void* d) { *(int*)d = 3; }, &a);
  void (*kp)(float*, int) = k;
  kp<<<1, 1>>>(table, 3);
  tk<double><<<1, 32>>>((double*)nullptr);
  tk<<<argc, 1, 0, streams[0]>>>(&raw[0]);
  void (Base::*method)(cudaStream_t) = &Base::run;
  (base.get()->*method)(nullptr);
  int Pair::* field = &Pair::a;
  p.*field = 3;
  std::thread worker([&] { cudaStreamSynchronize(streams[0]); });
  worker.join();
  std::thread member(&Derived::run, shared.get(), streams[1]);
  member.join();
  std::vector<Guard> gs;
  gs.emplace_back(nullptr);
  gs.reserve(4);
  std::sort(raw, raw + 3, [](int l, int r) { return l > r; });
  do {
    int k2 = a--;
    if (k2 == 3) continue;
    if (k2 == 2) break;
  } while (a > 0 || b < 2);
  while (int left = argc--) {
    if (left == 2) continue;
  }
  Bits bits{1, 2};
  bits.a += 1;
  U u{3};
  u.f = 2;
  Inherits in(4);
  Delegating d;
  int z = ({
    int w = 3;
    w + a;
  });
  z <<= 2;
  z = -z + ~z + !z;
  raw[z & 1]++;
  unsigned long n = sizeof(Pair) * argc;
  float* end = &table[3] - 1;
  ptrdiff_t dist = end - table;
  n += dist;
  std::swap(streams[0], streams[1]);
  std::string text = std::string("a") + "b";
  cudaMemcpyToSymbolAsync(coefficients, raw, 12, 0, cudaMemcpyHostToDevice, streams[0]);
  try {
    throw std::string("x");
  } catch (const std::string& e) {
    return 2;
  }
  shared_counter = gotos(3) + int(mode(Mode::A)) + (extended.s ? 1 : 0);
  return a ?: 4;
}
