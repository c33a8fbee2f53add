// Synchronous copies and memsets of managed memory: whether the host waits for the legacy stream, and whether they are
// complete when they return.
#include "memory.cuh"

namespace probe {
namespace {

constexpr std::size_t kSizes[] = {4u << 10, 4u << 20};

/// A synchronous call on memory that is placed anew before each spin on the legacy stream.
std::string host_behind_legacy(std::size_t bytes, const std::function<void()>& place_memory,
                               const std::function<void()>& call) {
  Spin spin;
  const auto start = [&] {
    place_memory();
    spin.start(cudaStreamLegacy);
  };
  return shown_bytes(bytes) + ": " + behind(spin, {start, [&](int) { call(); }}).shown();
}

std::string copy(Memory from, Memory to) {
  std::string line;
  for (const std::size_t bytes : kSizes) {
    int* source = allocate(from, bytes);
    int* destination = allocate(to, bytes);
    const auto place_both = [=] {
      place(from, source, bytes, 1);
      place(to, destination, bytes, 0);
    };
    const auto call = [=] { CHECK(cudaMemcpy(destination, source, bytes, cudaMemcpyDefault)); };
    line += (line.empty() ? "" : "; ") + host_behind_legacy(bytes, place_both, call);
  }
  return line;
}

std::string memset_of(Memory memory) {
  std::string line;
  for (const std::size_t bytes : kSizes) {
    int* words = allocate(memory, bytes);
    const auto call = [=] { CHECK(cudaMemset(words, 1, bytes)); };
    line += (line.empty() ? "" : "; ") + host_behind_legacy(bytes, [=] { place(memory, words, bytes, 0); }, call);
  }
  return line;
}

/// The copy, then a kernel on a non-blocking stream: counts the times that it still saw old data.
std::string stale_after_copy(Memory from, Memory to) {
  constexpr int kTimes = 50;
  const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  Comparison comparison;
  std::string line;
  for (const std::size_t bytes : {std::size_t{256} << 10, std::size_t{1} << 20, std::size_t{8} << 20}) {
    int* source = allocate(from, bytes);
    int* destination = allocate(to, bytes);
    comparison.submit(destination, bytes, 0, stream);
    Count stale;
    for (int time = 1; time <= kTimes; ++time) {
      place(from, source, bytes, time);
      place(to, destination, bytes, 0);
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaMemcpy(destination, source, bytes, cudaMemcpyDefault));
      comparison.submit(destination, bytes, time, stream);
      CHECK(cudaDeviceSynchronize());
      stale.add(comparison.unlike() != 0);
    }
    line += (line.empty() ? "stale " : ", ") + shown_bytes(bytes) + " " + stale.shown();
  }
  return line;
}

/// cudaMemset, then the host reads the last word.
std::string stale_after_memset(Memory memory) {
  constexpr int kTimes = 50;
  constexpr std::size_t kBytes = 16u << 20;
  int* words = allocate(memory, kBytes);
  Count stale;
  for (int time = 0; time < kTimes; ++time) {
    place(memory, words, kBytes, 0);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemset(words, 1, kBytes));
    stale.add(static_cast<volatile int*>(words)[kBytes / sizeof(int) - 1] != 0x01010101);
  }
  return "the host read old data " + stale.shown();
}

/// What the answers may depend on.
std::string attributes() {
  const auto attribute = [](cudaDeviceAttr which) {
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
  };
  return text("concurrentManagedAccess %d, pageableMemoryAccess %d, pageableMemoryAccessUsesHostPageTables %d",
              attribute(cudaDevAttrConcurrentManagedAccess), attribute(cudaDevAttrPageableMemoryAccess),
              attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables));
}

std::vector<Probe> probes() {
  std::vector<Probe> all = {{6, "device-attributes", attributes}};
  const auto add_copy = [&](Memory from, Memory to) {
    all.push_back({6, text("copy-from-%s-to-%s", name(from), name(to)), [=] { return copy(from, to); }});
  };
  for (const Memory managed : {Memory::ManagedOnHost, Memory::ManagedOnDevice}) {
    for (const Memory other : {Memory::Pageable, Memory::Pinned, Memory::Device}) {
      add_copy(managed, other);
      add_copy(other, managed);
    }
    add_copy(managed, managed);
    all.push_back({6, text("memset-%s", name(managed)), [=] { return memset_of(managed); }});
    all.push_back({6, text("read-after-memset-%s", name(managed)), [=] { return stale_after_memset(managed); }});
  }
  for (const auto& [from, to] :
       {std::pair{Memory::Pageable, Memory::ManagedOnDevice}, std::pair{Memory::Pageable, Memory::ManagedOnHost},
        std::pair{Memory::ManagedOnHost, Memory::Device}})
    all.push_back(
        {6, text("stale-after-copy-from-%s-to-%s", name(from), name(to)), [=] { return stale_after_copy(from, to); }});
  return all;
}

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::probes(), probe::Loading::Eager); }
