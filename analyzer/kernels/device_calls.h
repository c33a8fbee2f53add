// The functions of the CUDA device library whose effect on memory or on indices is known. One row each.
#pragma once
#include <cstdint>
#include <string_view>

namespace cudep::kernels {

enum class DeviceCall : std::uint8_t {
  Atomic,     // of what the first argument points to
  Load,       // likewise
  Store,      // likewise
  CopyBytes,  // memcpy
  SetBytes,   // memset
  Minimum,    // of two integers, also by reference
  Maximum,
  Magnitude,  // an integer that is not negative
  Product,    // of two integers
  Nothing,    // neither memory nor an index: synchronization, formatted output
};
struct DeviceCallRow {
  std::string_view name;  // qualified; without the suffixes `_block` and `_system`
  DeviceCall effect;
};

/// True for fences and atomics at system scope: the kernel speaks with the host or with other kernels while it runs.
bool reaches_other_devices(std::string_view qualified);
/// The row of a function; null for all others.
const DeviceCallRow* find_device_call(std::string_view qualified);

}  // namespace cudep::kernels
