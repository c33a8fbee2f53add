// A queue and the thread that serves it.
#include "tracer/simulate/host_functions.h"

#include <chrono>
#include <thread>

#include "tracer/record/thread_state.h"

namespace cudep::simulate {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);

}  // namespace

void HostFunctions::serve() {
  // Its accesses are ordered by the stream: they are not those of a host thread.
  if (record::ThreadState* const thread = record::thread_state()) thread->inside = true;
  std::unique_lock lock(mutex_);
  while (true) {
    submitted_.wait(lock, [&] { return !functions_.empty(); });
    const std::function<void()> function = std::move(functions_.front());
    functions_.pop();
    lock.unlock();
    function();
    lock.lock();
    --open_;
    ended_.notify_all();
  }
}

void HostFunctions::run(std::function<void()> function) {
  std::unique_lock lock(mutex_);
  if (!started_) std::thread([this] { serve(); }).detach();
  started_ = true;
  functions_.push(std::move(function));
  ++open_;
  submitted_.notify_one();
  ended_.wait_for(lock, kPatience, [&] { return open_ == 0; });
}

void HostFunctions::wait() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return open_ == 0; });
}

}  // namespace cudep::simulate
