// A folder of results that may be made again at any time. Any number of processes share it without waiting for each
// other: an entry is written beside its place and renamed into it, carries the hash of its bytes, and is not there when
// anything about it is wrong. A folder that is missing, full or read-only only costs time.
//
//   const Folder cache("/home/me/.cache/cudep");
//   if (const auto entry = cache.find("facts", key)) use(entry->bytes());
//   else cache.store("facts", key, made());
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/inputs/hash.h"

namespace cudep::cache {

/// The bytes of an entry, as long as it lives.
class Entry {
 public:
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  Entry(Entry&& other) noexcept;
  Entry& operator=(Entry&&) = delete;
  ~Entry();

  [[nodiscard]] std::string_view bytes() const;

 private:
  friend class Folder;
  explicit Entry(std::string_view file) : file_(file) {}

  std::string_view file_;  // mapped; with its head
};

/// While it lives, no other process gets the same one.
class Lock {
 public:
  explicit Lock(int file) : file_(file) {}
  Lock(Lock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  Lock& operator=(Lock&&) = delete;
  ~Lock();

 private:
  friend class Folder;
  int file_;
};

class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  /// `kind` is a word that the names of the entries end in.
  [[nodiscard]] std::optional<Entry> find(std::string_view kind, const inputs::Hash& key) const;
  void store(std::string_view kind, const inputs::Hash& key, std::string_view bytes) const;

  /// Nothing when another process has it, or the folder cannot be written to.
  [[nodiscard]] std::optional<Lock> lock(const inputs::Hash& key) const;

  /// Removes those entries that were not used for the longest time until at most `limit` bytes are left. Looks at them
  /// once an hour; does nothing in between.
  void trim(std::uint64_t limit) const;

  /// Why nothing can be kept there, with the path that is in the way; empty when it can.
  [[nodiscard]] std::string obstacle() const;
  /// What its entries take.
  [[nodiscard]] std::uint64_t bytes() const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] std::string file(std::string_view kind, const inputs::Hash& key) const;

  std::string path_;
};

/// Where results are kept unless another place is named: `cudep` in XDG_CACHE_HOME, else in ~/.cache; nothing when
/// there is no home.
std::optional<std::string> default_folder();

}  // namespace cudep::cache
