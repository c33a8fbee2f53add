// One way to write a file, and one error.
#include "cli/report/write_file.h"

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "cli/report/message.h"

namespace cudep::report {

namespace {

/// While it lives, what would end this process waits: a report is written to its end, or not begun.
class HeldInterrupts {
 public:
  HeldInterrupts() {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&interrupts, signal);
    pthread_sigmask(SIG_BLOCK, &interrupts, &before_);
  }
  ~HeldInterrupts() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;

 private:
  sigset_t before_{};
};

/// Writing to a pipe may wait for its reader for ever.
bool ends_by_itself(const std::string& file) {
  std::error_code failed;
  return !std::filesystem::is_fifo(file, failed);
}

}  // namespace

bool write_file(const std::string& file, std::string_view text, std::ostream& err) {
  std::optional<HeldInterrupts> held;
  if (ends_by_itself(file)) held.emplace();
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out.good())
    err << error_message(
        fmt::format("{}: cannot be written; check that its folder exists and may be written to", file));
  return out.good();
}

}  // namespace cudep::report
