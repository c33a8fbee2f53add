// Writes a file beside each, then renames them.
#include "cli/fix/save.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/read_file.h"

namespace cudep::fix {
namespace {

namespace fs = std::filesystem;

/// A text on disk that is not in its place yet; what is not put there goes.
class Staged {
 public:
  Staged(std::string file, std::string target)
      : file_(std::move(file)), target_(std::move(target)), name_(target_ + ".cudep-XXXXXX") {}
  ~Staged() {
    if (descriptor_ >= 0) close(descriptor_);
    if (written_) unlink(name_.c_str());
  }
  Staged(const Staged&) = delete;
  Staged& operator=(const Staged&) = delete;
  Staged(Staged&& other) noexcept
      : file_(std::move(other.file_)),
        target_(std::move(other.target_)),
        name_(std::move(other.name_)),
        descriptor_(std::exchange(other.descriptor_, -1)),
        written_(std::exchange(other.written_, false)) {}
  Staged& operator=(Staged&&) = delete;

  /// 0, or the error.
  int write(std::string_view text) {
    struct stat status{};
    if (stat(target_.c_str(), &status) != 0) return errno;
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) return errno;
    written_ = true;
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (fchown(descriptor_, status.st_uid, status.st_gid) != 0 && errno != EPERM) return errno;
    if (fchmod(descriptor_, status.st_mode & 07777U) != 0 || fsync(descriptor_) != 0) return errno;
    return close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  }

  int put_in_place() {
    if (rename(name_.c_str(), target_.c_str()) != 0) return errno;
    written_ = false;
    return 0;
  }

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& target() const { return target_; }

 private:
  std::string file_;    // as it is named
  std::string target_;  // where its links lead
  std::string name_;
  int descriptor_ = -1;
  bool written_ = false;
};

/// As far as that can still be done.
void take_back(const Staged& placed, const std::map<std::string, std::string>& before) {
  Staged old(placed.file(), placed.target());
  if (old.write(before.at(placed.file())) == 0) old.put_in_place();
}

std::unexpected<std::string> failed(const std::string& file, int error) {
  return std::unexpected(fmt::format("{}: cannot be written: {}; nothing was fixed", file, strerror(error)));
}

}  // namespace

std::expected<void, std::string> save(const std::map<std::string, std::string>& before,
                                      const std::map<std::string, std::string>& after) {
  std::vector<Staged> all;
  for (const auto& [file, text] : after) {
    std::error_code error;
    const fs::path target = fs::canonical(file, error);
    if (error) return failed(file, error.value());
    Staged& staged = all.emplace_back(file, target.string());
    if (const int code = staged.write(text)) return failed(file, code);
  }
  for (const Staged& staged : all)
    if (report::read_file(staged.file()) != before.at(staged.file()))
      return std::unexpected(fmt::format("{}: has changed since it was read; nothing was fixed", staged.file()));
  for (std::size_t done = 0; done < all.size(); ++done)
    if (const int code = all[done].put_in_place()) {
      for (std::size_t before_it = 0; before_it < done; ++before_it) take_back(all[before_it], before);
      return failed(all[done].file(), code);
    }
  return {};
}

}  // namespace cudep::fix
