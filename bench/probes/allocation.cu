// What allocating, freeing and unloading waits for while a non-blocking stream spins: the host in the call, and a
// kernel that another non-blocking stream runs after it.
#include <cuda.h>

#include "probe.cuh"

namespace probe {
namespace {

constexpr std::size_t kMegabyte = 1u << 20;

void check_driver(CUresult result, const char* call) {
  const char* name = "unknown error";
  cuGetErrorName(result, &name);
  if (result != CUDA_SUCCESS) give_up(__FILE__, __LINE__, call, name);
}

/// `prepare` once with the device idle, `each` before every spin.
struct Call {
  std::function<void(int round)> act;
  std::function<void()> prepare = [] {};
  std::function<void()> each = [] {};
};

std::string behind_nonblocking(const Call& call) {
  Streams streams;
  Spin spin;
  call.prepare();
  const auto start = [&] {
    call.each();
    CHECK(cudaDeviceSynchronize());
    spin.start(streams.nonblocking_a);
  };
  return behind(spin, {start, call.act, kernel_on(streams.nonblocking_b, spin)}).shown();
}

/// `make` gives one object a round, the rehearsal included; `end` ends it behind the spin.
template <typename Object>
std::string end_behind_nonblocking(const std::function<Object()>& make, const std::function<void(Object)>& end) {
  std::vector<Object> objects;
  const auto prepare = [&] {
    for (int round = 0; round <= kRepeats; ++round) objects.push_back(make());
  };
  return behind_nonblocking({[&](int round) { end(objects[round]); }, prepare});
}

std::string allocate_device(std::size_t bytes) {
  return behind_nonblocking({[=](int) {
    void* memory = nullptr;
    CHECK(cudaMalloc(&memory, bytes));
  }});
}

std::string allocate_pinned(std::size_t bytes) {
  return behind_nonblocking({[=](int) {
    void* memory = nullptr;
    CHECK(cudaMallocHost(&memory, bytes));
  }});
}

std::string allocate_managed() {
  return behind_nonblocking({[](int) {
    void* memory = nullptr;
    CHECK(cudaMallocManaged(&memory, kMegabyte));
  }});
}

std::string allocate_from_pool() {
  const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  return behind_nonblocking({[=](int) {
    void* memory = nullptr;
    CHECK(cudaMallocAsync(&memory, 64 * kMegabyte, stream));
  }});
}

std::string register_host() {
  return behind_nonblocking({[](int) {
    void* memory = std::aligned_alloc(4096, kMegabyte);
    CHECK(cudaHostRegister(memory, kMegabyte, 0));
  }});
}

cudaArray_t make_array() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK(cudaMallocArray(&array, &format, 1024, 1024, cudaArraySurfaceLoadStore));
  return array;
}

std::string free_array() {
  return end_behind_nonblocking<cudaArray_t>(make_array, [](cudaArray_t array) { CHECK(cudaFreeArray(array)); });
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureObject_t make_texture() {
  const cudaResourceDesc resource = resource_of(make_array());
  const cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

std::string destroy_texture() {
  return end_behind_nonblocking<cudaTextureObject_t>(
      make_texture, [](cudaTextureObject_t texture) { CHECK(cudaDestroyTextureObject(texture)); });
}

cudaSurfaceObject_t make_surface() {
  const cudaResourceDesc resource = resource_of(make_array());
  cudaSurfaceObject_t surface = 0;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

std::string destroy_surface() {
  return end_behind_nonblocking<cudaSurfaceObject_t>(
      make_surface, [](cudaSurfaceObject_t surface) { CHECK(cudaDestroySurfaceObject(surface)); });
}

struct Mapping {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  CUmemGenericAllocationHandle memory = 0;
};

Mapping make_mapping() {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  Mapping mapping;
  check_driver(cuMemGetAllocationGranularity(&mapping.bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
               "cuMemGetAllocationGranularity");
  check_driver(cuMemCreate(&mapping.memory, mapping.bytes, &properties, 0), "cuMemCreate");
  check_driver(cuMemAddressReserve(&mapping.address, mapping.bytes, 0, 0, 0), "cuMemAddressReserve");
  check_driver(cuMemMap(mapping.address, mapping.bytes, 0, mapping.memory, 0), "cuMemMap");
  const CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  check_driver(cuMemSetAccess(mapping.address, mapping.bytes, &access, 1), "cuMemSetAccess");
  return mapping;
}

std::string unmap(bool release) {
  return end_behind_nonblocking<Mapping>(make_mapping, [=](Mapping mapping) {
    check_driver(cuMemUnmap(mapping.address, mapping.bytes), "cuMemUnmap");
    if (release) check_driver(cuMemRelease(mapping.memory), "cuMemRelease");
  });
}

std::string map() {
  return behind_nonblocking({[](int) { make_mapping(); }});
}

CUmodule make_module() {
  constexpr const char* kImage =
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry nothing()\n{\n  ret;\n}\n";
  CUmodule module = nullptr;
  check_driver(cuModuleLoadData(&module, kImage), "cuModuleLoadData");
  return module;
}

std::string unload_module() {
  return end_behind_nonblocking<CUmodule>(
      make_module, [](CUmodule module) { check_driver(cuModuleUnload(module), "cuModuleUnload"); });
}

cudaGraphExec_t make_executable() {
  static Spin brief(0.01);
  static const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  brief.submit(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  return executable;
}

std::string destroy_executable() {
  return end_behind_nonblocking<cudaGraphExec_t>(
      make_executable, [](cudaGraphExec_t executable) { CHECK(cudaGraphExecDestroy(executable)); });
}

cudaMemPool_t make_pool(std::size_t most_bytes = 0) {
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.maxSize = most_bytes;
  cudaMemPool_t pool = nullptr;
  CHECK(cudaMemPoolCreate(&pool, &properties));
  std::uint64_t keep_all = UINT64_MAX;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all));
  return pool;
}

void fill_and_free(cudaMemPool_t pool) {
  static const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  void* memory = nullptr;
  CHECK(cudaMallocFromPoolAsync(&memory, 64 * kMegabyte, pool, stream));
  CHECK(cudaFreeAsync(memory, stream));
  CHECK(cudaStreamSynchronize(stream));
}

std::string trim_pool() {
  const cudaMemPool_t pool = make_pool();
  return behind_nonblocking({[=](int) { CHECK(cudaMemPoolTrimTo(pool, 0)); }, [] {}, [=] { fill_and_free(pool); }});
}

std::string destroy_pool() {
  const auto make = [] {
    const cudaMemPool_t pool = make_pool();
    fill_and_free(pool);
    return pool;
  };
  return end_behind_nonblocking<cudaMemPool_t>(make, [](cudaMemPool_t pool) { CHECK(cudaMemPoolDestroy(pool)); });
}

void allow_reuse(cudaMemPool_t pool, bool internal_dependencies) {
  int no = 0, allowed = internal_dependencies;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &no));
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &no));
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &allowed));
}

/// A block freed behind the spin, then an allocation of another stream from the same pool. `bounded`: the pool may not
/// grow, so that only the freed block can serve it.
std::string reuse(bool internal_dependencies, bool bounded) {
  constexpr std::size_t kBlock = 32 * kMegabyte;
  Streams streams;
  Spin spin;
  cudaMemPool_t pool = nullptr;
  void *first = nullptr, *second = nullptr;
  Count same, failed;
  const auto start = [&] {
    pool = make_pool(bounded ? kBlock : 0);
    allow_reuse(pool, internal_dependencies);
    CHECK(cudaMallocFromPoolAsync(&first, kBlock, pool, streams.nonblocking_a));
    CHECK(cudaDeviceSynchronize());
    spin.start(streams.nonblocking_a);
    CHECK(cudaFreeAsync(first, streams.nonblocking_a));
  };
  const auto act = [&](int) {
    second = nullptr;
    failed.add(cudaMallocFromPoolAsync(&second, kBlock, pool, streams.nonblocking_b) != cudaSuccess);
    cudaGetLastError();
    same.add(second && second == first);
  };
  const Behind result = behind(spin, {start, act, kernel_on(streams.nonblocking_b, spin), false});
  return result.shown() + ", same address " + same.shown() + ", allocation failed " + failed.shown();
}

const std::vector<Probe> kProbes = {
    {11, "cudaMalloc-4-KiB", [] { return allocate_device(4096); }},
    {11, "cudaMalloc-256-MiB", [] { return allocate_device(256 * kMegabyte); }},
    {11, "cudaMallocHost-1-MiB", [] { return allocate_pinned(kMegabyte); }},
    {11, "cudaMallocManaged-1-MiB", allocate_managed},
    {11, "cudaMallocAsync-64-MiB", allocate_from_pool},
    {11, "cudaHostRegister-1-MiB", register_host},
    {11, "cuMemMap-and-cuMemSetAccess", map},
    {12, "cudaFreeArray", free_array},
    {12, "cudaDestroyTextureObject", destroy_texture},
    {12, "cudaDestroySurfaceObject", destroy_surface},
    {12, "cuMemUnmap", [] { return unmap(false); }},
    {12, "cuMemUnmap-and-cuMemRelease", [] { return unmap(true); }},
    {12, "cuModuleUnload", unload_module},
    {12, "cudaGraphExecDestroy", destroy_executable},
    {12, "cudaMemPoolTrimTo", trim_pool},
    {12, "cudaMemPoolDestroy", destroy_pool},
    {18, "internal-dependencies-allowed", [] { return reuse(true, false); }},
    {18, "internal-dependencies-allowed-in-bounded-pool", [] { return reuse(true, true); }},
    {18, "internal-dependencies-forbidden", [] { return reuse(false, false); }},
    {18, "internal-dependencies-forbidden-in-bounded-pool", [] { return reuse(false, true); }},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
