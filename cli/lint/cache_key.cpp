// Keys are hashes of JSON texts.
#include "cli/lint/cache_key.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/lint/request.h"
#include "tracer/process/process.h"

namespace cudep::lint {
namespace {

using nlohmann::json;

/// Variables that clang's driver and its parser look at.
constexpr std::array kVariables = {"CCC_OVERRIDE_OPTIONS",
                                   "CLANG_NO_DEFAULT_CONFIG",
                                   "COMPILER_PATH",
                                   "CPATH",
                                   "CPLUS_INCLUDE_PATH",
                                   "C_INCLUDE_PATH",
                                   "GCC_EXEC_PREFIX",
                                   "LIBRARY_PATH",
                                   "PWD",
                                   "SDKROOT",
                                   "SYSROOT"};

json environment() {
  json values = json::array();
  for (const char* name : kVariables) {
    const char* value = std::getenv(name);
    values.push_back(value ? json(value) : json());
  }
  return values;
}

inputs::Hash key_of(std::string_view kind, json question) {
  std::error_code ignored;
  const json all = json::array({kind, CUDEP_VERSION, process::beside_this("cudep-lower"),
                                std::filesystem::current_path(ignored).string(), environment(), std::move(question)});
  return inputs::hash_of(all.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

inputs::Hash answer_key(const UnitRequest& request) {
  UnitRequest question = request;
  question.cache.clear();
  return key_of("answer", print_request(question));
}

inputs::Hash prelude_key(const UnitRequest& request) {
  return key_of("prelude", json::array({request.command.directory, request.command.arguments, request.cuda_path}));
}

}  // namespace cudep::lint
