// Writes launches with the bytes of their arguments.
#include "tracer/record/decode_launches.h"

#include <algorithm>
#include <cstring>

namespace cudep::record {
namespace {

struct ArgumentBlock {
  const void* begin = nullptr;
  std::size_t bytes = 0;
};

/// The block that `extra` names.
ArgumentBlock block_of(void** extra) noexcept {
  ArgumentBlock block;
  if (extra == nullptr) return block;
  for (std::size_t i = 0; extra[i] != CU_LAUNCH_PARAM_END && i < 16; i += 2) {
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) block.begin = extra[i + 1];
    if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) block.bytes = *static_cast<const std::size_t*>(extra[i + 1]);
  }
  return block.begin == nullptr ? ArgumentBlock{} : block;
}

void copy_arguments(const LaunchShape& shape, const KernelLayout& layout, std::byte* target) noexcept {
  if (shape.arguments == nullptr) {
    const ArgumentBlock block = block_of(shape.extra);
    if (block.begin != nullptr) std::memcpy(target, block.begin, std::min<std::size_t>(block.bytes, layout.bytes));
    return;
  }
  std::size_t position = 0;
  for (const format::ParameterLayout& parameter : layout.all()) {
    const void* const argument = shape.arguments[position++];
    if (argument != nullptr) std::memcpy(target + parameter.offset, argument, parameter.bytes);
  }
}

void write_shape(const LaunchShape& shape, format::LaunchEntry& entry) noexcept {
  entry.grid_x = shape.grid[0];
  entry.grid_y = static_cast<std::uint16_t>(shape.grid[1]);
  entry.grid_z = static_cast<std::uint16_t>(shape.grid[2]);
  entry.block_x = static_cast<std::uint16_t>(shape.block[0]);
  entry.block_y = static_cast<std::uint16_t>(shape.block[1]);
  entry.block_z = static_cast<std::uint16_t>(shape.block[2]);
  entry.flags = shape.flags;
  entry.shared_bytes = shape.shared_bytes;
}

void write_launch_event(Call& call, CUevent event, format::LaunchEventKind kind) noexcept {
  auto* const entry = call.begin_fact<format::LaunchEventEntry>(format::EntryKind::LaunchEvent);
  if (entry == nullptr) return;
  entry->event = Call::number(event);
  entry->kind = kind;
  call.commit();
}

}  // namespace

void write_launch(Call& call, CUstream stream, bool is_node, const LaunchShape& shape) noexcept {
  Recorder& recorder = call.recorder;
  const char* const name = is_node ? nullptr : call.kernel_name;
  const KernelLayout* const layout =
      recorder.kernels.find(recorder.driver, recorder.file, call.thread.writer, shape.function, name);
  const bool has_arguments = layout != nullptr && (shape.arguments != nullptr || shape.extra != nullptr);
  const std::size_t bytes = has_arguments ? layout->bytes : 0;
  auto* const entry = is_node ? call.begin<format::LaunchEntry>(format::EntryKind::Launch, bytes)
                              : call.begin_on<format::LaunchEntry>(stream, format::EntryKind::Launch, bytes);
  if (entry == nullptr) return;
  entry->kernel = layout != nullptr ? layout->kernel : 0;
  write_shape(shape, *entry);
  if (bytes != 0) copy_arguments(shape, *layout, format::ChunkWriter::trail_of(entry));
  call.commit();
}

void write_launch_config(Call& call, const CUlaunchConfig& config, const LaunchShape& kernel) noexcept {
  LaunchShape shape = kernel;
  std::copy_n(&config.gridDimX, 3, shape.grid);
  std::copy_n(&config.blockDimX, 3, shape.block);
  shape.shared_bytes = config.sharedMemBytes;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config.attrs[i];
    const auto& value = attribute.value;
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && value.cooperative != 0) {
      shape.flags |= format::kCooperative;
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
               value.programmaticStreamSerializationAllowed != 0) {
      shape.flags |= format::kProgrammatic;
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT) {
      write_launch_event(call, value.programmaticEvent.event, format::LaunchEventKind::Programmatic);
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT) {
      write_launch_event(call, value.launchCompletionEvent.event, format::LaunchEventKind::LaunchCompletion);
    }
  }
  write_launch(call, config.hStream, false, shape);
}

}  // namespace cudep::record
