// Copies structures out of the bytes of an entry, never past its end.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace cudep::format {

using Bytes = std::span<const std::byte>;

/// A copy of the `T` that `bytes` begins with, zeros where it is shorter.
template <class T>
T copied(Bytes bytes) {
  T value{};
  if (!bytes.empty()) std::memcpy(&value, bytes.data(), std::min(sizeof(T), bytes.size()));
  return value;
}

/// What follows the first `length` bytes.
inline Bytes after(Bytes bytes, std::size_t length) { return bytes.subspan(std::min(length, bytes.size())); }

/// As many `T` as fit, `count` at most.
template <class T>
std::vector<T> list_of(Bytes bytes, std::size_t count) {
  std::vector<T> list(std::min(count, bytes.size() / sizeof(T)));
  if (!list.empty()) std::memcpy(list.data(), bytes.data(), list.size() * sizeof(T));
  return list;
}

/// `length` characters at most.
inline std::string text_of(Bytes bytes, std::size_t length) {
  const std::size_t taken = std::min(length, bytes.size());
  return {reinterpret_cast<const char*>(bytes.data()), taken};
}

}  // namespace cudep::format
