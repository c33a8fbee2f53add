// How many bytes the parameters of a kernel have, without a GPU that could be asked.
#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

namespace cudep::simulate {

/// From the mangled name: pointers, numbers and CUDA's vector types. 0 for a class or an enumeration, of which the name
/// does not tell; nothing at all for a name without a signature.
std::vector<std::uint32_t> sizes_by_signature(const std::string& mangled);

/// By mangled name, from a file that `cudep lint --kernels-out` wrote; an error names the file.
std::expected<std::map<std::string, std::vector<std::uint32_t>>, std::string> sizes_in_summaries(
    const std::string& path);

}  // namespace cudep::simulate
