// Thrust: algorithms run on the stream of their execution policy, or on the default stream, and wait for their result.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {
namespace {

constexpr const char* kInputs[] = {"first*", "keys_first*", "values_first*", "map*", "stencil", "input"};
constexpr const char* kOutputs[] = {"result*",       "output*",     "keys_output",
                                    "values_output", "keys_result", "values_result"};
constexpr const char* kChangeTheirInput[] = {"sort",
                                             "stable_sort",
                                             "sort_by_key",
                                             "stable_sort_by_key",
                                             "fill",
                                             "fill_n",
                                             "sequence",
                                             "generate",
                                             "generate_n",
                                             "replace",
                                             "replace_if",
                                             "tabulate",
                                             "reverse",
                                             "for_each",
                                             "for_each_n",
                                             "uninitialized_fill",
                                             "uninitialized_fill_n"};
constexpr const char* kReadTheirInput[] = {
    "copy",           "copy_n",        "copy_if",       "transform",    "transform_if",     "inclusive_scan",
    "exclusive_scan", "gather",        "scatter",       "reverse_copy", "replace_copy",     "adjacent_difference",
    "unique_copy",    "merge",         "reduce_by_key", "reduce",       "transform_reduce", "count",
    "count_if",       "inner_product", "min_element",   "max_element",  "minmax_element",   "all_of",
    "any_of",         "none_of",       "equal",         "find",         "find_if",          "is_sorted"};

std::vector<ArgumentPlace> parameters(std::span<const char* const> names) { return {names.begin(), names.end()}; }

/// Both with an execution policy, which holds the stream, and without.
void add(std::vector<LibraryCall>& calls, const char* name, std::vector<LibraryEffect> effects) {
  effects.push_back(synchronizes());
  calls.push_back({.name = std::string("thrust::") + name, .effects = effects});
  effects.insert(effects.begin(), stream("exec"));
  calls.insert(calls.begin(), {.name = std::string("thrust::") + name, .effects = std::move(effects)});
}

}  // namespace

Library thrust() {
  Library library{.name = "Thrust",
                  .prefixes = {"thrust::"},
                  .source = "Thrust, \"Execution policies\", \"Asynchronous execution\", thrust::device_vector",
                  .calls = {
                      {"thrust::*::par_t::on", {{Effect::Return, {0}}}},
                      {"thrust::*::par_nosync_t::on", {{Effect::Return, {0}}}},
                      {"thrust::*::execute_on_stream*::on", {{Effect::Return, {0}}}},
                      {"thrust::raw_pointer_cast", {{Effect::Return, {0}}}},
                      {"thrust::device_pointer_cast", {{Effect::Return, {0}}}},
                      {"thrust::device_vector::device_vector", {{Effect::Allocate, {kReceiver}}}},
                      {"thrust::device_vector::~device_vector", {{Effect::Free, {kReceiver}}}},
                      {"thrust::device_vector::operator=", {writes({kReceiver}), synchronizes()}},
                      {"thrust::*vector_base::data", {{Effect::Return, {kReceiver}}}},
                      {"thrust::*vector_base::begin", {{Effect::Return, {kReceiver}}}},
                      {"thrust::*vector_base::cbegin", {{Effect::Return, {kReceiver}}}},
                  }};
  for (const char* name : kReadTheirInput)
    add(library.calls, name, {reads(parameters(kInputs)), writes(parameters(kOutputs))});
  for (const char* name : kChangeTheirInput) add(library.calls, name, {writes(parameters(kInputs))});
  return library;
}

}  // namespace cudep::model::library_tables
