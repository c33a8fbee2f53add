// Requests as JSON.
#include "cli/lint/request.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cudep::lint {

using nlohmann::json;

std::string print_request(const UnitRequest& request) {
  const json value = {{"directory", request.command.directory},
                      {"file", request.command.file},
                      {"arguments", request.command.arguments},
                      {"shown", request.shown},
                      {"cuda_path", request.cuda_path},
                      {"cache", request.cache},
                      {"edited", request.edited}};
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::expected<UnitRequest, std::string> parse_request(std::string_view text) {
  try {
    const json value = json::parse(text);
    UnitRequest request;
    request.command.directory = value.at("directory");
    request.command.file = value.at("file");
    request.command.arguments = value.at("arguments").get<std::vector<std::string>>();
    request.shown = value.at("shown");
    request.cuda_path = value.at("cuda_path");
    request.cache = value.at("cache");
    request.edited = value.at("edited").get<std::map<std::string, std::string>>();
    return request;
  } catch (const json::exception& error) {
    return std::unexpected(fmt::format("not a request: {}", error.what()));
  }
}

}  // namespace cudep::lint
