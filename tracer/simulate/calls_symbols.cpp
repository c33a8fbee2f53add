// Variables of the device: they have memory of their own, found by the address of their shadow in the program.
#include <map>
#include <mutex>

#include "tracer/record/decode_memory.h"
#include "tracer/simulate/symbols.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

std::mutex mutex;

std::map<const void*, Symbol>& symbols() {
  static auto& only = *new std::map<const void*, Symbol>;
  return only;
}

struct Variable {
  CUdeviceptr* dptr;
  std::size_t* bytes;
  const char* name;
};

void add(const void* shadow, const char* name, std::size_t bytes, MemoryKind kind) {
  Symbol symbol{.address = process().memory.allocate(bytes, kind, 0), .bytes = bytes};
  {
    const std::lock_guard lock(mutex);
    symbols()[shadow] = symbol;
  }
  TracedCall call(call_id("cuLibraryGetGlobal"), When::After);
  call.end(cudaSuccess, [&](record::Call& entry) {
    record::variable(entry, Variable{reinterpret_cast<CUdeviceptr*>(&symbol.address), &symbol.bytes, name});
  });
}

}  // namespace

std::optional<Symbol> find_symbol(const void* shadow) {
  const std::lock_guard lock(mutex);
  const auto found = symbols().find(shadow);
  return found == symbols().end() ? std::nullopt : std::optional(found->second);
}

extern "C" void __cudaRegisterVar(void**, char* shadow, char*, const char* name, int, std::size_t bytes, int, int) {
  add(shadow, name, bytes, MemoryKind::Device);
}

extern "C" void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}

/// The program reads and writes a managed variable through the pointer at `shadow`.
extern "C" void __cudaRegisterManagedVar(void**, void** shadow, char*, const char* name, int, std::size_t bytes, int,
                                         int) {
  add(shadow, name, bytes, MemoryKind::Managed);
  *shadow = find_symbol(shadow)->address;
}

extern "C" cudaError_t cudaGetSymbolAddress(void** address, const void* shadow) {
  const auto symbol = find_symbol(shadow);
  if (!symbol) return keep_error(cudaErrorInvalidSymbol);
  *address = symbol->address;
  return cudaSuccess;
}

extern "C" cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* shadow) {
  const auto symbol = find_symbol(shadow);
  if (!symbol) return keep_error(cudaErrorInvalidSymbol);
  *bytes = symbol->bytes;
  return cudaSuccess;
}

}  // namespace cudep::simulate
