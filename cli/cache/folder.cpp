// Entries as files: a head of fixed size with the hash of what follows, which is mapped into memory when it is read.
#include "cli/cache/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace cudep::cache {
namespace {

namespace fs = std::filesystem;
using std::chrono::file_clock;

constexpr std::string_view kMagic = "cudep-cache 1 ";
constexpr std::size_t kHead = 64;  // bytes; what follows is aligned for everything
constexpr auto kHour = std::chrono::hours(1);
constexpr std::string_view kTemporary = ".tmp";

std::string head_of(std::string_view bytes) {
  return fmt::format("{:<{}}\n", fmt::format("{}{}", kMagic, inputs::to_text(inputs::hash_of(bytes))), kHead - 1);
}

/// The file in memory; empty when there is none.
std::string_view map_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  struct stat status{};
  void* start = MAP_FAILED;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    start = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (start == MAP_FAILED) return {};
  return {static_cast<const char*>(start), static_cast<std::size_t>(status.st_size)};
}

bool is_older(const fs::path& file, std::chrono::hours age) {
  std::error_code failed;
  const auto time = fs::last_write_time(file, failed);
  return failed || time < file_clock::now() - age;
}

/// Entries are trimmed by the time of their last use; an hour more or less does not matter.
void note_use(const std::string& file) {
  std::error_code ignored;
  if (is_older(file, kHour)) fs::last_write_time(file, file_clock::now(), ignored);
}

/// A file of its own for this thread; it is gone, or has its name, when this returns.
void write_whole(const fs::path& file, std::string_view head, std::string_view bytes) {
  std::string name = file.string() + ".XXXXXX" + std::string(kTemporary);
  const int descriptor = mkostemps(name.data(), static_cast<int>(kTemporary.size()), O_CLOEXEC);
  if (descriptor < 0) return;
  close(descriptor);
  std::ofstream out(name, std::ios::binary | std::ios::trunc);
  out << head << bytes;
  out.close();
  std::error_code failed;
  if (out.good()) fs::rename(name, file, failed);
  if (!out.good() || failed) fs::remove(name, failed);
}

struct Kept {
  fs::path file;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

std::vector<Kept> entries_below(const std::string& folder) {
  std::vector<Kept> all;
  std::error_code failed;
  for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    std::error_code gone;
    Kept kept{.file = entry->path(), .used = entry->last_write_time(gone)};
    if (gone || !entry->is_regular_file(gone) || entry.depth() == 0) continue;
    kept.bytes = entry->file_size(gone);
    if (!gone) all.push_back(std::move(kept));
  }
  return all;
}

bool is_left_over(const Kept& entry) {
  return entry.file.extension() == kTemporary && entry.used < file_clock::now() - kHour;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

Entry::Entry(Entry&& other) noexcept : file_(std::exchange(other.file_, {})) {}

Entry::~Entry() {
  if (!file_.empty()) munmap(const_cast<char*>(file_.data()), file_.size());
}

std::string_view Entry::bytes() const { return file_.substr(kHead); }

Lock::~Lock() {
  if (file_ >= 0) close(file_);
}

std::string Folder::file(std::string_view kind, const inputs::Hash& key) const {
  const std::string name = inputs::to_text(key);
  return fmt::format("{}/{}/{}.{}", path_, name.substr(0, 2), name.substr(2), kind);
}

std::optional<Entry> Folder::find(std::string_view kind, const inputs::Hash& key) const {
  const std::string name = file(kind, key);
  Entry entry(map_file(name));
  if (entry.file_.size() < kHead || entry.file_.substr(0, kHead) != head_of(entry.bytes())) return std::nullopt;
  note_use(name);
  return entry;
}

void Folder::store(std::string_view kind, const inputs::Hash& key, std::string_view bytes) const {
  const fs::path place = file(kind, key);
  std::error_code failed;
  fs::create_directories(place.parent_path(), failed);
  if (!failed) write_whole(place, head_of(bytes), bytes);
}

std::optional<Lock> Folder::lock(const inputs::Hash& key) const {
  const fs::path place = file("lock", key);
  std::error_code failed;
  fs::create_directories(place.parent_path(), failed);
  Lock lock(open(place.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.file_ < 0 || flock(lock.file_, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return lock;
}

void Folder::trim(std::uint64_t limit) const {
  const fs::path stamp = fs::path(path_) / "trimmed";
  if (!is_older(stamp, kHour)) return;
  std::ofstream(stamp, std::ios::trunc).flush();
  std::vector<Kept> all = entries_below(path_);
  std::ranges::sort(all, std::greater<>{}, &Kept::used);
  std::uint64_t kept = 0;
  for (const Kept& entry : all) {
    std::error_code ignored;
    if (is_left_over(entry) || kept + entry.bytes > limit)
      fs::remove(entry.file, ignored);
    else
      kept += entry.bytes;
  }
}

std::string Folder::obstacle() const {
  std::error_code failed;
  fs::path place = path_;  // or the folder where it would be made
  while (!fs::exists(fs::symlink_status(place, failed)) && place.has_relative_path()) place = place.parent_path();
  if (!fs::is_directory(place, failed)) return fmt::format("{} is no folder", place.string());
  return access(place.c_str(), W_OK | X_OK) == 0 ? "" : fmt::format("{}: {}", place.string(), std::strerror(errno));
}

std::uint64_t Folder::bytes() const {
  std::uint64_t sum = 0;
  for (const Kept& entry : entries_below(path_)) sum += entry.bytes;
  return sum;
}

std::optional<std::string> default_folder() {
  if (const std::string folder = environment("XDG_CACHE_HOME"); folder.starts_with('/')) return folder + "/cudep";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/cudep";
  return std::nullopt;
}

}  // namespace cudep::cache
