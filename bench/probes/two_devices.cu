// Which streams of which device a copy between two devices waits for, and which wait for it. The copy brings the word
// of device 0 that a spin writes last, also from device 1: peer access is on.
#include "probe.cuh"

namespace probe {
namespace {

void enable_peer_access() {
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  if (devices < 2) give_up(__FILE__, __LINE__, "two devices", "this machine has fewer");
  for (int device = 0; device < 2; ++device) {
    int can = 0;
    CHECK(cudaDeviceCanAccessPeer(&can, device, 1 - device));
    if (!can) give_up(__FILE__, __LINE__, "peer access", "not between these devices");
    CHECK(cudaSetDevice(device));
    CHECK(cudaDeviceEnablePeerAccess(1 - device, 0));
  }
}

struct Place {
  const char* name;
  int device;
  cudaStream_t stream;
};

/// Streams of both devices, those of the legacy kind first.
std::vector<Place> places() {
  std::vector<Place> all;
  for (int device = 0; device < 2; ++device) {
    CHECK(cudaSetDevice(device));
    all.push_back({"legacy", device, cudaStreamLegacy});
    all.push_back({"blocking", device, make_stream(cudaStreamDefault)});
    all.push_back({"non-blocking", device, make_stream(cudaStreamNonBlocking)});
  }
  return all;
}

void synchronize_both() {
  for (int device = 1; device >= 0; --device) {
    CHECK(cudaSetDevice(device));
    CHECK(cudaDeviceSynchronize());
  }
}

/// A copy of one word from device 0 to device 1, or of any bytes.
using Copy = std::function<void(void* to, const void* from, std::size_t bytes)>;

void peer(void* to, const void* from, std::size_t bytes) { CHECK(cudaMemcpyPeer(to, 1, from, 0, bytes)); }

void device_to_device(void* to, const void* from, std::size_t bytes) {
  CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
}

class Machine {
 public:
  Machine() {
    enable_peer_access();
    places_ = places();
    CHECK(cudaSetDevice(1));
    copied_ = on_device<float>();
    warm_up();
  }

  const std::vector<Place>& streams() const { return places_; }

  /// A spin on the place's stream, then the copy: did the copy wait, and did the host?
  std::string behind_spin(const Place& place, const Copy& copy) {
    Count copy_waited, host_waited;
    for (int round = 0; round < kRepeats; ++round) {
      reset();
      CHECK(cudaSetDevice(place.device));
      spin_.start(place.stream);
      CHECK(cudaSetDevice(0));
      copy(copied_, spin_.over_on_device(), sizeof(float));
      host_waited.add(spin_.over());
      synchronize_both();
      copy_waited.add(copied() == 1.0f);
    }
    return text("%s of %d: copy %s, host %s", place.name, place.device, copy_waited.shown().c_str(),
                host_waited.shown().c_str());
  }

  /// A copy that the spin of `holder` holds up, then a kernel on the place's stream: counts the rounds in which the
  /// kernel ran only after the copy, of those in which the copy was held up.
  std::string kernel_behind_copy(const Place& holder, const Place& place, const Copy& copy) {
    Count waited;
    const Observer observer = kernel_on(place.stream, spin_);
    for (int round = 0; round < kRepeats; ++round) {
      reset();
      CHECK(cudaSetDevice(holder.device));
      spin_.start(holder.stream);
      CHECK(cudaSetDevice(0));
      copy(copied_, spin_.over_on_device(), sizeof(float));
      CHECK(cudaSetDevice(place.device));
      observer.submit();
      const bool over_at_submission = spin_.over();
      synchronize_both();
      if (!over_at_submission && copied() == 1.0f) waited.add(observer.saw_over());
    }
    return text("%s of %d %s", place.name, place.device, waited.shown().c_str());
  }

 private:
  void reset() {
    synchronize_both();
    spin_.reset();
    CHECK(cudaMemcpyPeer(copied_, 1, spin_.over_on_device(), 0, sizeof(float)));
    synchronize_both();
  }

  /// Loads the kernels on both devices and sets up the way of the copies.
  void warm_up() {
    CHECK(cudaSetDevice(1));
    Spin here(0.01);
    CHECK(cudaSetDevice(0));
    peer(copied_, spin_.over_on_device(), sizeof(float));
    device_to_device(copied_, spin_.over_on_device(), sizeof(float));
    synchronize_both();
  }

  float copied() const {
    float word = 0;
    CHECK(cudaMemcpy(&word, copied_, sizeof word, cudaMemcpyDeviceToHost));
    return word;
  }

  std::vector<Place> places_;
  Spin spin_ = [] {
    CHECK(cudaSetDevice(0));
    return Spin();
  }();
  float* copied_ = nullptr;
};

std::string what_it_waits_for(const Copy& copy) {
  Machine machine;
  std::string line = "waited";
  for (const Place& place : machine.streams()) line += "; " + machine.behind_spin(place, copy);
  return line;
}

/// `holder`: the number of the stream whose spin holds the copy up.
std::string what_waits_for_it(const Copy& copy, std::size_t holder) {
  Machine machine;
  const Place& held_by = machine.streams()[holder];
  std::string line = text("held by %s of %d, the later kernel waited", held_by.name, held_by.device);
  for (const Place& place : machine.streams()) {
    const bool waits_for_the_spin_itself =
        place.device == held_by.device && (place.stream == held_by.stream || place.stream == cudaStreamLegacy);
    if (!waits_for_the_spin_itself) line += "; " + machine.kernel_behind_copy(held_by, place, copy);
  }
  return line;
}

std::string async_of_device_0() {
  Machine machine;
  const cudaStream_t stream = machine.streams()[2].stream;
  const Copy copy = [=](void* to, const void* from, std::size_t bytes) {
    CHECK(cudaMemcpyPeerAsync(to, 1, from, 0, bytes, stream));
  };
  std::string line = "waited";
  for (const Place& place : machine.streams()) line += "; " + machine.behind_spin(place, copy);
  return line;
}

constexpr std::size_t kBlockingOf0 = 1, kNonblockingOf0 = 2, kBlockingOf1 = 4, kNonblockingOf1 = 5;

const std::vector<Probe> kProbes = {
    {5, "peer-copy-behind", [] { return what_it_waits_for(peer); }},
    {5, "device-to-device-copy-behind", [] { return what_it_waits_for(device_to_device); }},
    {5, "peer-async-copy-on-nonblocking-of-0-behind", async_of_device_0},
    {5, "kernel-behind-peer-copy-held-by-blocking-of-0", [] { return what_waits_for_it(peer, kBlockingOf0); }},
    {5, "kernel-behind-peer-copy-held-by-nonblocking-of-0", [] { return what_waits_for_it(peer, kNonblockingOf0); }},
    {5, "kernel-behind-peer-copy-held-by-blocking-of-1", [] { return what_waits_for_it(peer, kBlockingOf1); }},
    {5, "kernel-behind-peer-copy-held-by-nonblocking-of-1", [] { return what_waits_for_it(peer, kNonblockingOf1); }},
    {5, "kernel-behind-d2d-copy-held-by-blocking-of-0",
     [] { return what_waits_for_it(device_to_device, kBlockingOf0); }},
    {5, "kernel-behind-d2d-copy-held-by-blocking-of-1",
     [] { return what_waits_for_it(device_to_device, kBlockingOf1); }},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
