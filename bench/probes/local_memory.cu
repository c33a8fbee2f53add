// A larger stack, and kernels that need more local memory than any before, while a non-blocking stream spins.
#include "probe.cuh"

namespace probe {
namespace {

/// Looks with a frame of so many KiB a thread.
template <int Kilobytes>
__global__ void deep_look(const volatile int* over, volatile int* seen, int index) {
  volatile char frame[Kilobytes * 1024];
  for (int i = 0; i < index; ++i) frame[(i * 977) % (Kilobytes * 1024)] = static_cast<char>(i);
  *seen = *over + 1 + frame[index] * 0;
}

using DeepLook = void (*)(const volatile int*, volatile int*, int);

constexpr DeepLook kDeeper[kRepeats] = {deep_look<4>, deep_look<8>, deep_look<12>, deep_look<16>, deep_look<20>};

std::string deeper_launches() {
  Streams streams;
  Spin spin;
  int* seen = pinned<int>(kRepeats);
  for (const DeepLook kernel : kDeeper) {
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));  // loads it
  }
  int last = 0;
  const auto act = [&](int round) {
    last = round - 1;
    kDeeper[last]<<<1, 1, 0, streams.nonblocking_b>>>(spin.over_flag(), &seen[last], 1);
    CHECK(cudaGetLastError());
  };
  const Observer itself = {[] {}, [&] { return seen[last] == 2; }};
  return behind(spin, {[&] { spin.start(streams.nonblocking_a); }, act, itself, false}).shown();
}

/// A new limit each round, then a kernel.
std::string new_stack_limit(const std::function<std::size_t(int round)>& bytes) {
  Streams streams;
  Spin spin;
  const auto act = [=](int round) { CHECK(cudaDeviceSetLimit(cudaLimitStackSize, bytes(round))); };
  const auto start = [&] { spin.start(streams.nonblocking_a); };
  return behind(spin, {start, act, kernel_on(streams.nonblocking_b, spin)}).shown();
}

const std::vector<Probe> kProbes = {
    {13, "larger-stack-limit", [] { return new_stack_limit([](int round) { return 2048 + round * 1024u; }); }},
    {13, "smaller-stack-limit", [] { return new_stack_limit([](int round) { return 16384 - round * 1024u; }); }},
    {13, "kernel-that-needs-more-local-memory", deeper_launches},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
