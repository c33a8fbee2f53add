// cudaMemcpyBatchAsync by source order: when it reads its sources, and what the destinations end up with.
#include <unistd.h>

#include <csignal>

#include "memory.cuh"

namespace probe {
namespace {

constexpr std::size_t kSizes[] = {4, 4u << 10, 64u << 10, 1u << 20, 8u << 20};
constexpr std::size_t kCopies = 4;
constexpr int kOld = 1, kNew = 2;

const char* name(cudaMemcpySrcAccessOrder order) {
  if (order == cudaMemcpySrcAccessOrderStream) return "stream";
  return order == cudaMemcpySrcAccessOrderDuringApiCall ? "during-call" : "any";
}

/// A batch of equal copies behind a spin on its own stream.
class Batch {
 public:
  Batch(cudaMemcpySrcAccessOrder order, Memory memory, std::size_t bytes) : order_(order), bytes_(bytes) {
    for (std::size_t i = 0; i < kCopies; ++i) {
      sources_.push_back(allocate(memory, bytes));
      destinations_.push_back(allocate(Memory::Device, bytes));
    }
  }

  void fill_sources(int value) {
    for (int* source : sources_) std::fill_n(source, words(), value);
  }

  void start_spin() {
    for (int* destination : destinations_) CHECK(cudaMemset(destination, 0, bytes_));
    spin_.reset();
    CHECK(cudaDeviceSynchronize());
    spin_.start(stream_);
  }

  /// Work of the stream, between the spin and the copies.
  void write_on_stream(bool to_sources, int value) {
    for (int* memory : to_sources ? sources_ : destinations_) write(memory, words(), value, stream_);
  }

  /// Returns whether the host waited for the spin.
  bool submit() {
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = order_;
    std::size_t first = 0;
    std::vector<void*> to(destinations_.begin(), destinations_.end());
    std::vector<const void*> from(sources_.begin(), sources_.end());
    const std::vector<std::size_t> sizes(kCopies, bytes_);
    CHECK(cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), kCopies, &attributes, &first, 1, stream_));
    return spin_.over();
  }

  /// The words of all destinations that are not the value; first and last say where they lie. Waits for all.
  struct Difference {
    std::size_t count = 0, first = 0, last = 0;
  };
  Difference difference(int value) {
    Difference result;
    std::vector<int> copy(words());
    CHECK(cudaDeviceSynchronize());
    for (const int* destination : destinations_) {
      CHECK(cudaMemcpy(copy.data(), destination, bytes_, cudaMemcpyDeviceToHost));
      for (std::size_t i = 0; i < words(); ++i) {
        if (copy[i] == value) continue;
        if (result.count++ == 0) result.first = i;
        result.last = i;
      }
    }
    return result;
  }

  /// Ends the life of pageable sources, and gets new ones for the next round.
  void renew_sources() {
    for (int*& source : sources_) {
      std::memset(source, 0x55, bytes_);
      std::free(source);
    }
    for (int*& source : sources_) source = allocate(Memory::Pageable, bytes_);
  }

 private:
  std::size_t words() const { return bytes_ / sizeof(int); }

  cudaMemcpySrcAccessOrder order_;
  std::size_t bytes_;
  std::vector<int*> sources_, destinations_;
  cudaStream_t stream_ = make_stream(cudaStreamNonBlocking);
  Spin spin_;
};

/// What happens between submission and the end of the spin, and what the destinations should hold.
struct Case {
  std::function<void(Batch&)> before = [](Batch&) {};
  std::function<void(Batch&)> after = [](Batch&) {};
  int expected = kOld;
};

char fault_answer[2048];

void tell_of_fault(int) {
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, fault_answer, std::strlen(fault_answer));
  _exit(0);
}

/// A copy that reads a source after its end makes the process fault: what was seen until then is the answer.
void prepare_for_fault(const std::string& probe, const std::string& seen, std::size_t bytes) {
  std::snprintf(fault_answer, sizeof fault_answer, "fact 17 %s: %s%s%s: the copy faulted in reading its source\n",
                probe.c_str(), seen.c_str(), seen.empty() ? "" : "; ", shown_bytes(bytes).c_str());
  std::signal(SIGSEGV, tell_of_fault);
  std::signal(SIGBUS, tell_of_fault);
}

std::string wrong_data(const std::string& probe, cudaMemcpySrcAccessOrder order, Memory memory, const Case& what) {
  std::string line;
  for (const std::size_t bytes : kSizes) {
    prepare_for_fault(probe, line, bytes);
    Batch batch(order, memory, bytes);
    Count wrong, host_waited;
    Batch::Difference example;
    for (int round = 0; round < kRepeats; ++round) {
      batch.fill_sources(kOld);
      batch.start_spin();
      what.before(batch);
      host_waited.add(batch.submit());
      what.after(batch);
      const Batch::Difference difference = batch.difference(what.expected);
      wrong.add(difference.count > 0);
      if (difference.count > 0) example = difference;
    }
    line += (line.empty() ? "" : "; ") + shown_bytes(bytes) + ": wrong " + wrong.shown() + ", host waited " +
            host_waited.shown();
    if (example.count) line += text(" (%zu words, %zu to %zu)", example.count, example.first, example.last);
  }
  return line;
}

std::vector<Probe> probes() {
  const Case untouched;
  const Case overwritten = {.after = [](Batch& batch) { batch.fill_sources(kNew); }};
  const Case freed = {.after = [](Batch& batch) { batch.renew_sources(); }};
  const Case written_before = {.before = [](Batch& batch) { batch.write_on_stream(true, kNew); }, .expected = kNew};
  const Case destination_before = {.before = [](Batch& batch) { batch.write_on_stream(false, kNew); }};
  std::vector<Probe> all;
  const auto add = [&](const char* what, cudaMemcpySrcAccessOrder order, Memory memory, const Case& of) {
    const std::string probe = text("batch-%s-%s-source-%s", name(order), name(memory), what);
    all.push_back({17, probe, [=] { return wrong_data(probe, order, memory, of); }});
  };
  for (const auto order :
       {cudaMemcpySrcAccessOrderStream, cudaMemcpySrcAccessOrderDuringApiCall, cudaMemcpySrcAccessOrderAny}) {
    add("untouched", order, Memory::Pageable, untouched);
    add("overwritten", order, Memory::Pageable, overwritten);
    if (order == cudaMemcpySrcAccessOrderDuringApiCall) add("freed", order, Memory::Pageable, freed);
    add("overwritten", order, Memory::Pinned, overwritten);
    add("written-by-earlier-kernel", order, Memory::Pinned, written_before);
    add("destination-written-by-earlier-kernel", order, Memory::Pageable, destination_before);
  }
  return all;
}

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::probes(), probe::Loading::Eager); }
