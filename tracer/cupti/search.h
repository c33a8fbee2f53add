// The search for CUPTI, by the recorder and by those who tell a user whether the recorder will find it. Knows none of
// its functions.
#pragma once

namespace cudep::cupti {

/// A handle of dlopen, null when there is none. In order: where CUDEP_CUPTI points to, one that the program has loaded,
/// the search path of libraries, the toolkit of CUDA_HOME or CUDA_PATH, /usr/local/cuda, and a Python wheel in
/// VIRTUAL_ENV.
void* open_library() noexcept;

}  // namespace cudep::cupti
