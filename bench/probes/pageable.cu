// Uploads from pageable memory: from which size the asynchronous copy waits for its stream, when it has read its
// source, and whether cudaDeviceSyncMemops makes the synchronous one complete.
#include <cuda.h>

#include "memory.cuh"

namespace probe {
namespace {

constexpr std::size_t kKilobyte = 1024, kMegabyte = 1024 * kKilobyte;

class Upload {
 public:
  /// Behind a spin on the copy's own stream.
  Behind behind_spin(std::size_t bytes, int repeats) {
    const auto copy = [=, this](int) { submit(bytes); };
    return behind(
        spin_, {.start = [this] { spin_.start(stream_); }, .act = copy, .rehearse = repeats > 1, .repeats = repeats});
  }

  bool waits(std::size_t bytes) { return behind_spin(bytes, 1).host_waited.seen > 0; }

  /// Overwrites the source as soon as the call has returned: counts the times that the device got any of that.
  Count damaged(std::size_t bytes, bool behind_a_spin, int times) {
    Count count;
    for (int time = 0; time < times; ++time) {
      place(Memory::Pageable, source_, bytes, 1);
      spin_.reset();
      CHECK(cudaDeviceSynchronize());
      if (behind_a_spin) spin_.start(stream_);
      submit(bytes);
      std::memset(source_, 0x55, bytes);
      comparison_.submit(destination_, bytes, 1, stream_);
      CHECK(cudaDeviceSynchronize());
      count.add(comparison_.unlike() != 0);
    }
    return count;
  }

 private:
  void submit(std::size_t bytes) {
    CHECK(cudaMemcpyAsync(destination_, source_, bytes, cudaMemcpyHostToDevice, stream_));
  }

  Spin spin_;
  cudaStream_t stream_ = make_stream(cudaStreamNonBlocking);
  int* source_ = allocate(Memory::Pageable, 64 * kMegabyte);
  int* destination_ = allocate(Memory::Device, 64 * kMegabyte);
  Comparison comparison_;
};

std::string threshold() {
  Upload upload;
  std::size_t staged = kMegabyte, waited = 64 * kMegabyte;
  if (upload.waits(staged) || !upload.waits(waited)) return "none between 1 and 64 MiB";
  while (waited - staged > 16 * kKilobyte) {
    const std::size_t middle = staged + (waited - staged) / 2;
    (upload.waits(middle) ? waited : staged) = middle;
  }
  return text("%zu KiB: ", staged / kKilobyte) + upload.behind_spin(staged, kRepeats).shown() +
         text("; %zu KiB: ", waited / kKilobyte) + upload.behind_spin(waited, kRepeats).shown();
}

std::string overwritten(bool behind_a_spin) {
  Upload upload;
  std::string line = "wrong data";
  for (const std::size_t bytes : {kKilobyte, 64 * kKilobyte, 64 * kKilobyte + 4, kMegabyte, 2 * kMegabyte,
                                  4 * kMegabyte, 8 * kMegabyte, 16 * kMegabyte, 64 * kMegabyte})
    line += ", " + text("%zu B ", bytes) + upload.damaged(bytes, behind_a_spin, behind_a_spin ? kRepeats : 20).shown();
  return line;
}

/// cudaMemcpy, then a kernel on a non-blocking stream: counts the times that it still saw old data.
std::string stale(const std::function<void(void* destination)>& prepare) {
  constexpr int kTimes = 100;
  const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  Comparison comparison;
  int* source = allocate(Memory::Pageable, 8 * kMegabyte);
  int* destination = allocate(Memory::Device, 8 * kMegabyte);
  prepare(destination);
  comparison.submit(destination, 4, 0, stream);
  std::string line = "stale";
  for (const std::size_t bytes : {64 * kKilobyte, 256 * kKilobyte, kMegabyte, 8 * kMegabyte}) {
    Count count;
    for (int time = 1; time <= kTimes; ++time) {
      place(Memory::Pageable, source, bytes, time);
      CHECK(cudaMemset(destination, 0, bytes));
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaMemcpy(destination, source, bytes, cudaMemcpyHostToDevice));
      comparison.submit(destination, bytes, time, stream);
      CHECK(cudaDeviceSynchronize());
      count.add(comparison.unlike() != 0);
    }
    line += ", " + shown_bytes(bytes) + " " + count.shown();
  }
  return line;
}

std::string stale_with_device_flag() {
  CHECK(cudaSetDeviceFlags(cudaDeviceSyncMemops));
  return stale([](void*) {});
}

std::string stale_with_pointer_attribute() {
  return stale([](void* destination) {
    const unsigned on = 1;
    const CUresult result =
        cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, reinterpret_cast<CUdeviceptr>(destination));
    if (result != CUDA_SUCCESS) give_up(__FILE__, __LINE__, "cuPointerSetAttribute", "refused");
  });
}

const std::vector<Probe> kProbes = {
    {7, "async-upload-threshold", threshold},
    {7, "async-upload-source-overwritten", [] { return overwritten(false); }},
    {7, "async-upload-source-overwritten-behind-a-spin", [] { return overwritten(true); }},
    {19, "upload-with-device-flag", stale_with_device_flag},
    {19, "upload-with-pointer-attribute", stale_with_pointer_attribute},
    {19, "control-upload", [] { return stale([](void*) {}); }},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
