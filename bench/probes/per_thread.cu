// Stream 0 of copies that have no per-thread variant, in a unit built with `--default-stream per-thread`. A copy of the
// word that the spin writes last tells whether the copy waited. A blocking stream delays legacy work but no per-thread
// work, and the same holds for the per-thread stream of another host thread: there the two differ.
#include "probe.cuh"

namespace probe {
namespace {

using Copy = std::function<void(float* to, const float* from)>;

/// The copy, seen from the word that it brought.
Observer copy_of_word(const Spin& spin, const Copy& copy) {
  float* copied = on_device<float>();
  const auto saw_over = [=] {
    float word = 0;
    CHECK(cudaMemcpy(&word, copied, sizeof word, cudaMemcpyDeviceToHost));
    return word == 1.0f;
  };
  return {[=, from = spin.over_on_device()] { copy(copied, from); }, saw_over};
}

std::string copy_behind(const std::function<void(Spin&)>& start, const Copy& copy) {
  Spin spin;
  return behind(spin, {[&] { start(spin); }, [](int) {}, copy_of_word(spin, copy)}).waited.shown();
}

/// Spins on the per-thread stream of a thread that lives until the spin is over.
void start_in_other_thread(Spin& spin) {
  static std::vector<std::jthread> threads;
  threads.emplace_back([&spin] {
    spin.submit(cudaStreamPerThread);
    while (!spin.over()) sleep_milliseconds(1);
    sleep_milliseconds(20);
  });
  spin.wait_until_running();
}

std::string delayed_by(const Copy& copy) {
  const cudaStream_t blocking = make_stream(cudaStreamDefault);
  const auto on = [](cudaStream_t stream) { return [stream](Spin& spin) { spin.start(stream); }; };
  return "the copy waited: legacy spins " + copy_behind(on(cudaStreamLegacy), copy) + ", own per-thread spins " +
         copy_behind(on(cudaStreamPerThread), copy) + ", blocking spins " + copy_behind(on(blocking), copy) +
         ", another per-thread spins " + copy_behind(start_in_other_thread, copy);
}

void peer_async(float* to, const float* from) { CHECK(cudaMemcpyPeerAsync(to, 0, from, 0, sizeof(float), nullptr)); }

void peer(float* to, const float* from) { CHECK(cudaMemcpyPeer(to, 0, from, 0, sizeof(float))); }

void plain_async(float* to, const float* from) {
  CHECK(cudaMemcpyAsync(to, from, sizeof(float), cudaMemcpyDeviceToDevice, nullptr));
}

void legacy_async(float* to, const float* from) {
  CHECK(cudaMemcpyAsync(to, from, sizeof(float), cudaMemcpyDeviceToDevice, cudaStreamLegacy));
}

const std::vector<Probe> kProbes = {
    {3, "peer-async-copy-on-stream-0", [] { return delayed_by(peer_async); }},
    {3, "peer-copy", [] { return delayed_by(peer); }},
    {3, "control-async-copy-on-stream-0", [] { return delayed_by(plain_async); }},
    {3, "control-async-copy-on-legacy", [] { return delayed_by(legacy_async); }},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
