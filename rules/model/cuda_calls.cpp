// The rows of the table of CUDA calls; signatures as in the CUDA 13.0 Runtime API and Driver API references. How calls
// order and what the host waits for follows from the verb, `synchronous` and the kinds of memory.
#include "rules/model/cuda_api.h"

namespace cudep::model {
namespace {

using enum Role;

using Roles = std::array<Role, 10>;

constexpr Call call(Verb verb, std::string_view name, Roles roles = {}) {
  return {.name = name, .verb = verb, .roles = roles};
}

constexpr Call no_order(std::string_view name, Roles roles = {}) { return {.name = name, .roles = roles}; }

constexpr Call copy(std::string_view name, Roles roles, Direction direction = Direction::Unknown) {
  return {.name = name, .verb = Verb::Copy, .roles = roles, .direction = direction};
}

constexpr Call synchronous_copy(std::string_view name, Roles roles, Direction direction = Direction::Unknown) {
  return {.name = name, .verb = Verb::Copy, .roles = roles, .synchronous = true, .direction = direction};
}

constexpr Call memset(std::string_view name, Roles roles, std::uint8_t unit = 1) {
  return {.name = name, .verb = Verb::Memset, .roles = roles, .unit = unit};
}

constexpr Call synchronous_memset(std::string_view name, Roles roles, std::uint8_t unit = 1) {
  return {.name = name, .verb = Verb::Memset, .roles = roles, .synchronous = true, .unit = unit};
}

constexpr Call allocate(std::string_view name, MemoryKind kind, Roles roles) {
  return {.name = name, .verb = Verb::Allocate, .roles = roles, .memory = kind};
}

constexpr Call allocate_async(std::string_view name, Roles roles) {
  return {.name = name, .verb = Verb::AllocateAsync, .roles = roles, .memory = MemoryKind::Pool};
}

constexpr Call register_memory(std::string_view name, Roles roles) {
  return {.name = name, .roles = roles, .memory = MemoryKind::Pinned};
}

constexpr Call create_stream(std::string_view name, StreamKind kind, Roles roles) {
  return {.name = name, .verb = Verb::CreateStream, .roles = roles, .creates = kind};
}

/// Seen to wait for unrelated work, and seen to wait for none.
constexpr Call waits(Call row) {
  row.seen_wait = SeenWait::Device;
  return row;
}
constexpr Call waits_for_none(Call row) {
  row.seen_wait = SeenWait::None;
  return row;
}

/// Without a `_ptds` or `_ptsz` form. Seen: ordered with all that the legacy stream is ordered with.
constexpr Call always_legacy(Call row) {
  row.always_legacy = true;
  return row;
}

/// Another signature of a name in the table.
constexpr Call with_arguments(std::uint8_t arguments, Call row) {
  row.only_with = arguments;
  return row;
}

constexpr Call kCalls[] = {
    // Launches. "Execution Control"; their success says nothing of completion.
    call(Verb::Launch, "cudaLaunchKernel", {Kernel, Grid, Block, KernelArguments, Ignored, Stream}),
    call(Verb::Launch, "__cudaLaunchKernel", {Kernel, Grid, Block, KernelArguments, Ignored, Stream}),
    call(Verb::Launch, "cudaLaunchCooperativeKernel", {Kernel, Grid, Block, KernelArguments, Ignored, Stream}),
    call(Verb::Launch, "cudaLaunchKernelExC", {LaunchConfiguration, Kernel, KernelArguments}),
    call(Verb::Launch, "cudaLaunchKernelEx", {LaunchConfiguration, Kernel, FirstKernelArgument}),
    call(Verb::Launch, "cuLaunchKernel",
         {Kernel, Grid, Grid, Grid, Block, Block, Block, Ignored, Stream, KernelArguments}),
    call(Verb::Launch, "cuLaunchCooperativeKernel",
         {Kernel, Grid, Grid, Grid, Block, Block, Block, Ignored, Stream, KernelArguments}),
    call(Verb::Launch, "cuLaunchKernelEx", {LaunchConfiguration, Kernel, KernelArguments}),

    // Copies that the host submits and, by the kinds of memory, waits for. "API synchronization behavior".
    synchronous_copy("cudaMemcpy", {Destination, Source, Bytes, CopyKind}),
    synchronous_copy("cudaMemcpy2D", {Destination, DestinationPitch, Source, SourcePitch, Width, Height, CopyKind}),
    synchronous_copy("cudaMemcpy2DToArray",
                     {DestinationArray, Ignored, Ignored, Source, SourcePitch, Width, Height, CopyKind}),
    synchronous_copy("cudaMemcpy2DFromArray",
                     {Destination, DestinationPitch, SourceArray, Ignored, Ignored, Width, Height, CopyKind}),
    synchronous_copy("cudaMemcpy2DArrayToArray",
                     {DestinationArray, Ignored, Ignored, SourceArray, Ignored, Ignored, Width, Height, CopyKind}),
    synchronous_copy("cudaMemcpyToArray", {DestinationArray, Ignored, Ignored, Source, Bytes, CopyKind}),
    synchronous_copy("cudaMemcpyFromArray", {Destination, SourceArray, Ignored, Ignored, Bytes, CopyKind}),
    synchronous_copy("cudaMemcpyArrayToArray",
                     {DestinationArray, Ignored, Ignored, SourceArray, Ignored, Ignored, Bytes, CopyKind}),
    synchronous_copy("cudaMemcpy3D", {CopyParameters}),
    synchronous_copy("cudaMemcpy3DPeer", {CopyParameters}, Direction::DeviceToDevice),
    always_legacy(synchronous_copy("cudaMemcpyPeer", {Destination, DestinationDevice, Source, SourceDevice, Bytes},
                                   Direction::DeviceToDevice)),
    synchronous_copy("cudaMemcpyToSymbol", {DestinationSymbol, Source, Bytes, Offset, CopyKind}),
    synchronous_copy("cudaMemcpyFromSymbol", {Destination, SourceSymbol, Bytes, Offset, CopyKind}),
    synchronous_copy("cuMemcpy", {Destination, Source, Bytes}),
    synchronous_copy("cuMemcpyHtoD", {Destination, Source, Bytes}, Direction::HostToDevice),
    synchronous_copy("cuMemcpyDtoH", {Destination, Source, Bytes}, Direction::DeviceToHost),
    synchronous_copy("cuMemcpyDtoD", {Destination, Source, Bytes}, Direction::DeviceToDevice),
    synchronous_copy("cuMemcpyDtoA", {DestinationArray, Ignored, Source, Bytes}, Direction::DeviceToDevice),
    synchronous_copy("cuMemcpyAtoD", {Destination, SourceArray, Ignored, Bytes}, Direction::DeviceToDevice),
    synchronous_copy("cuMemcpyHtoA", {DestinationArray, Ignored, Source, Bytes}, Direction::HostToDevice),
    synchronous_copy("cuMemcpyAtoH", {Destination, SourceArray, Ignored, Bytes}, Direction::DeviceToHost),
    synchronous_copy("cuMemcpyAtoA", {DestinationArray, Ignored, SourceArray, Ignored, Bytes},
                     Direction::DeviceToDevice),
    synchronous_copy("cuMemcpy2D", {CopyParameters}),
    synchronous_copy("cuMemcpy2DUnaligned", {CopyParameters}),
    synchronous_copy("cuMemcpy3D", {CopyParameters}),
    synchronous_copy("cuMemcpy3DPeer", {CopyParameters}, Direction::DeviceToDevice),
    synchronous_copy("cuMemcpyPeer", {Destination, DestinationDevice, Source, SourceDevice, Bytes},
                     Direction::DeviceToDevice),

    // Copies in a stream.
    copy("cudaMemcpyAsync", {Destination, Source, Bytes, CopyKind, Stream}),
    copy("cudaMemcpy2DAsync", {Destination, DestinationPitch, Source, SourcePitch, Width, Height, CopyKind, Stream}),
    copy("cudaMemcpy2DToArrayAsync",
         {DestinationArray, Ignored, Ignored, Source, SourcePitch, Width, Height, CopyKind, Stream}),
    copy("cudaMemcpy2DFromArrayAsync",
         {Destination, DestinationPitch, SourceArray, Ignored, Ignored, Width, Height, CopyKind, Stream}),
    copy("cudaMemcpyToArrayAsync", {DestinationArray, Ignored, Ignored, Source, Bytes, CopyKind, Stream}),
    copy("cudaMemcpyFromArrayAsync", {Destination, SourceArray, Ignored, Ignored, Bytes, CopyKind, Stream}),
    copy("cudaMemcpy3DAsync", {CopyParameters, Stream}),
    copy("cudaMemcpy3DPeerAsync", {CopyParameters, Stream}, Direction::DeviceToDevice),
    always_legacy(copy("cudaMemcpyPeerAsync", {Destination, DestinationDevice, Source, SourceDevice, Bytes, Stream},
                       Direction::DeviceToDevice)),
    copy("cudaMemcpyToSymbolAsync", {DestinationSymbol, Source, Bytes, Offset, CopyKind, Stream}),
    copy("cudaMemcpyFromSymbolAsync", {Destination, SourceSymbol, Bytes, Offset, CopyKind, Stream}),
    copy("cudaMemcpyBatchAsync", {Destinations, Sources, Sizes, Count, Ignored, Ignored, Ignored, Stream}),
    with_arguments(6, copy("cudaMemcpyBatchAsync", {Destinations, Sources, Sizes, Count, Ignored, Stream})),
    with_arguments(9, copy("cudaMemcpyBatchAsync",
                           {Destinations, Sources, Sizes, Count, Ignored, Ignored, Ignored, Ignored, Stream})),
    copy("cudaMemcpy3DBatchAsync", {Count, BatchOperations, Flags, Stream}),
    with_arguments(5, copy("cudaMemcpy3DBatchAsync", {Count, BatchOperations, Ignored, Flags, Stream})),
    copy("cuMemcpyAsync", {Destination, Source, Bytes, Stream}),
    copy("cuMemcpyHtoDAsync", {Destination, Source, Bytes, Stream}, Direction::HostToDevice),
    copy("cuMemcpyDtoHAsync", {Destination, Source, Bytes, Stream}, Direction::DeviceToHost),
    copy("cuMemcpyDtoDAsync", {Destination, Source, Bytes, Stream}, Direction::DeviceToDevice),
    copy("cuMemcpyHtoAAsync", {DestinationArray, Ignored, Source, Bytes, Stream}, Direction::HostToDevice),
    copy("cuMemcpyAtoHAsync", {Destination, SourceArray, Ignored, Bytes, Stream}, Direction::DeviceToHost),
    copy("cuMemcpy2DAsync", {CopyParameters, Stream}),
    copy("cuMemcpy3DAsync", {CopyParameters, Stream}),
    copy("cuMemcpy3DPeerAsync", {CopyParameters, Stream}, Direction::DeviceToDevice),
    copy("cuMemcpyPeerAsync", {Destination, DestinationDevice, Source, SourceDevice, Bytes, Stream},
         Direction::DeviceToDevice),
    copy("cuMemcpyBatchAsync", {Destinations, Sources, Sizes, Count, Ignored, Ignored, Ignored, Stream}),
    with_arguments(9, copy("cuMemcpyBatchAsync",
                           {Destinations, Sources, Sizes, Count, Ignored, Ignored, Ignored, Ignored, Stream})),
    copy("cuMemcpy3DBatchAsync", {Count, BatchOperations, Flags, Stream}),
    with_arguments(5, copy("cuMemcpy3DBatchAsync", {Count, BatchOperations, Ignored, Flags, Stream})),

    // Memsets.
    synchronous_memset("cudaMemset", {Destination, Value, Bytes}),
    synchronous_memset("cudaMemset2D", {Destination, DestinationPitch, Value, Width, Height}),
    synchronous_memset("cudaMemset3D", {DestinationPitched, Value, Extent}),
    synchronous_memset("cuMemsetD8", {Destination, Value, Bytes}),
    synchronous_memset("cuMemsetD16", {Destination, Value, Bytes}, 2),
    synchronous_memset("cuMemsetD32", {Destination, Value, Bytes}, 4),
    synchronous_memset("cuMemsetD2D8", {Destination, DestinationPitch, Value, Width, Height}),
    synchronous_memset("cuMemsetD2D16", {Destination, DestinationPitch, Value, Width, Height}, 2),
    synchronous_memset("cuMemsetD2D32", {Destination, DestinationPitch, Value, Width, Height}, 4),
    memset("cudaMemsetAsync", {Destination, Value, Bytes, Stream}),
    memset("cudaMemset2DAsync", {Destination, DestinationPitch, Value, Width, Height, Stream}),
    memset("cudaMemset3DAsync", {DestinationPitched, Value, Extent, Stream}),
    memset("cuMemsetD8Async", {Destination, Value, Bytes, Stream}),
    memset("cuMemsetD16Async", {Destination, Value, Bytes, Stream}, 2),
    memset("cuMemsetD32Async", {Destination, Value, Bytes, Stream}, 4),
    memset("cuMemsetD2D8Async", {Destination, DestinationPitch, Value, Width, Height, Stream}),
    memset("cuMemsetD2D16Async", {Destination, DestinationPitch, Value, Width, Height, Stream}, 2),
    memset("cuMemsetD2D32Async", {Destination, DestinationPitch, Value, Width, Height, Stream}, 4),

    // A discard leaves undefined contents: a write. cudaMemDiscardBatchAsync.
    memset("cudaMemDiscardBatchAsync", {Destinations, Sizes, Count, Flags, Stream}),
    memset("cudaMemDiscardAndPrefetchBatchAsync",
           {Destinations, Sizes, Count, Ignored, Ignored, Ignored, Flags, Stream}),
    with_arguments(6,
                   memset("cudaMemDiscardAndPrefetchBatchAsync", {Destinations, Sizes, Count, Ignored, Flags, Stream})),
    memset("cuMemDiscardBatchAsync", {Destinations, Sizes, Count, Flags, Stream}),
    memset("cuMemDiscardAndPrefetchBatchAsync", {Destinations, Sizes, Count, Ignored, Ignored, Ignored, Flags, Stream}),

    // Host functions. cudaLaunchHostFunc, cudaStreamAddCallback.
    waits_for_none(call(Verb::HostFunction, "cudaLaunchHostFunc", {Stream, HostFunction, UserData})),
    waits_for_none(call(Verb::HostFunction, "cudaStreamAddCallback", {Stream, HostFunction, UserData, Flags})),
    call(Verb::HostFunction, "cuLaunchHostFunc", {Stream, HostFunction, UserData}),
    call(Verb::HostFunction, "cuStreamAddCallback", {Stream, HostFunction, UserData, Flags}),

    // Operations of a stream without an access. cudaMemPrefetchAsync, cudaStreamAttachMemAsync, cudaGraphUpload.
    call(Verb::Prefetch, "cudaMemPrefetchAsync", {Pointer, Bytes, Ignored, Flags, Stream}),
    with_arguments(4, call(Verb::Prefetch, "cudaMemPrefetchAsync", {Pointer, Bytes, Device, Stream})),
    call(Verb::Prefetch, "cudaMemPrefetchBatchAsync",
         {Ignored, Sizes, Count, Ignored, Ignored, Ignored, Flags, Stream}),
    with_arguments(6,
                   call(Verb::Prefetch, "cudaMemPrefetchBatchAsync", {Ignored, Sizes, Count, Ignored, Flags, Stream})),
    call(Verb::Prefetch, "cudaStreamAttachMemAsync", {Stream, Pointer, Bytes, Flags}),
    call(Verb::Prefetch, "cudaGraphUpload", {Executable, Stream}),
    call(Verb::Prefetch, "cuMemPrefetchAsync", {Pointer, Bytes, Ignored, Flags, Stream}),
    with_arguments(4, call(Verb::Prefetch, "cuMemPrefetchAsync", {Pointer, Bytes, Device, Stream})),
    call(Verb::Prefetch, "cuMemPrefetchBatchAsync", {Ignored, Sizes, Count, Ignored, Ignored, Ignored, Flags, Stream}),
    call(Verb::Prefetch, "cuStreamAttachMemAsync", {Stream, Pointer, Bytes, Flags}),
    call(Verb::Prefetch, "cuGraphUpload", {Executable, Stream}),

    // An order that CUDA does not see: memory values, external semaphores, graphics interoperability.
    call(Verb::UnorderedWork, "cuStreamWaitValue32", {Stream, Ignored, Ignored, Flags}),
    call(Verb::UnorderedWork, "cuStreamWaitValue64", {Stream, Ignored, Ignored, Flags}),
    call(Verb::UnorderedWork, "cuStreamWriteValue32", {Stream, Ignored, Ignored, Flags}),
    call(Verb::UnorderedWork, "cuStreamWriteValue64", {Stream, Ignored, Ignored, Flags}),
    call(Verb::UnorderedWork, "cuStreamBatchMemOp", {Stream, Count, Ignored, Flags}),
    call(Verb::UnorderedWork, "cudaSignalExternalSemaphoresAsync", {Ignored, Ignored, Count, Stream}),
    call(Verb::UnorderedWork, "cudaWaitExternalSemaphoresAsync", {Ignored, Ignored, Count, Stream}),
    call(Verb::UnorderedWork, "cuSignalExternalSemaphoresAsync", {Ignored, Ignored, Count, Stream}),
    call(Verb::UnorderedWork, "cuWaitExternalSemaphoresAsync", {Ignored, Ignored, Count, Stream}),
    call(Verb::UnorderedWork, "cudaGraphicsMapResources", {Count, Ignored, Stream}),
    call(Verb::UnorderedWork, "cudaGraphicsUnmapResources", {Count, Ignored, Stream}),
    call(Verb::UnorderedWork, "cuGraphicsMapResources", {Count, Ignored, Stream}),
    call(Verb::UnorderedWork, "cuGraphicsUnmapResources", {Count, Ignored, Stream}),

    // Allocation. "Memory Management", "Stream Ordered Memory Allocator".
    waits_for_none(allocate("cudaMalloc", MemoryKind::Device, {NewMemory, Bytes})),
    allocate("cudaMallocPitch", MemoryKind::Device, {NewMemory, NewPitch, Width, Height}),
    allocate("cudaMalloc3D", MemoryKind::Device, {NewPitchedMemory, Extent}),
    allocate("cudaMallocArray", MemoryKind::Device, {NewMemory}),
    allocate("cudaMalloc3DArray", MemoryKind::Device, {NewMemory}),
    allocate("cudaMallocMipmappedArray", MemoryKind::Device, {NewMemory}),
    waits_for_none(allocate("cudaMallocManaged", MemoryKind::Managed, {NewMemory, Bytes, Flags})),
    waits_for_none(allocate("cudaMallocHost", MemoryKind::Pinned, {NewMemory, Bytes, Flags})),
    allocate("cudaHostAlloc", MemoryKind::Pinned, {NewMemory, Bytes, Flags}),
    allocate("cudaIpcOpenMemHandle", MemoryKind::Device, {NewMemory, Ignored, Flags}),
    allocate("cuMemAlloc", MemoryKind::Device, {NewMemory, Bytes}),
    allocate("cuMemAllocPitch", MemoryKind::Device, {NewMemory, NewPitch, Width, Height}),
    allocate("cuArrayCreate", MemoryKind::Device, {NewMemory}),
    allocate("cuArray3DCreate", MemoryKind::Device, {NewMemory}),
    allocate("cuMipmappedArrayCreate", MemoryKind::Device, {NewMemory}),
    allocate("cuMemAllocManaged", MemoryKind::Managed, {NewMemory, Bytes, Flags}),
    allocate("cuMemAllocHost", MemoryKind::Pinned, {NewMemory, Bytes}),
    allocate("cuMemHostAlloc", MemoryKind::Pinned, {NewMemory, Bytes, Flags}),
    allocate("cuMemAddressReserve", MemoryKind::Device, {NewMemory, Bytes}),
    allocate("cuIpcOpenMemHandle", MemoryKind::Device, {NewMemory, Ignored, Flags}),
    waits_for_none(allocate_async("cudaMallocAsync", {NewMemory, Bytes, Stream})),
    with_arguments(4, allocate_async("cudaMallocAsync", {NewMemory, Bytes, Ignored, Stream})),
    allocate_async("cudaMallocFromPoolAsync", {NewMemory, Bytes, Ignored, Stream}),
    allocate_async("cuMemAllocAsync", {NewMemory, Bytes, Stream}),
    allocate_async("cuMemAllocFromPoolAsync", {NewMemory, Bytes, Ignored, Stream}),
    waits_for_none(register_memory("cudaHostRegister", {Pointer, Bytes, Flags})),
    register_memory("cuMemHostRegister", {Pointer, Bytes, Flags}),

    // The end of memory.
    waits(call(Verb::FreeDevice, "cudaFree", {Pointer})),
    waits(call(Verb::FreeDevice, "cudaFreeArray", {Pointer})),
    call(Verb::FreeDevice, "cudaFreeMipmappedArray", {Pointer}),
    call(Verb::FreeDevice, "cuMemFree", {Pointer}),
    call(Verb::FreeDevice, "cuArrayDestroy", {Pointer}),
    call(Verb::FreeDevice, "cuMipmappedArrayDestroy", {Pointer}),
    waits(call(Verb::FreePinned, "cudaFreeHost", {Pointer})),
    call(Verb::FreePinned, "cuMemFreeHost", {Pointer}),
    waits(call(Verb::Unregister, "cudaHostUnregister", {Pointer})),
    call(Verb::Unregister, "cuMemHostUnregister", {Pointer}),
    waits_for_none(call(Verb::FreeAsync, "cudaFreeAsync", {Pointer, Stream})),
    call(Verb::FreeAsync, "cuMemFreeAsync", {Pointer, Stream}),
    waits(call(Verb::UnloadModule, "cuModuleUnload")),

    // Streams. "Stream Management"; cudaStreamCreate makes a blocking stream, as flags 0 do.
    waits_for_none(create_stream("cudaStreamCreate", StreamKind::Blocking, {NewStream})),
    waits_for_none(create_stream("cudaStreamCreateWithFlags", StreamKind::Blocking, {NewStream, Flags})),
    create_stream("cudaStreamCreateWithPriority", StreamKind::Blocking, {NewStream, Flags}),
    create_stream("cuStreamCreate", StreamKind::Blocking, {NewStream, Flags}),
    create_stream("cuStreamCreateWithPriority", StreamKind::Blocking, {NewStream, Flags}),
    create_stream("cuGreenCtxStreamCreate", StreamKind::NonBlocking, {NewStream}),
    waits_for_none(call(Verb::DestroyStream, "cudaStreamDestroy", {Stream})),
    call(Verb::DestroyStream, "cuStreamDestroy", {Stream}),
    call(Verb::StreamSynchronize, "cudaStreamSynchronize", {Stream}),
    call(Verb::StreamSynchronize, "cuStreamSynchronize", {Stream}),
    call(Verb::StreamQuery, "cudaStreamQuery", {Stream}),
    call(Verb::StreamQuery, "cuStreamQuery", {Stream}),

    // Events. "Event Management".
    call(Verb::CreateEvent, "cudaEventCreate", {NewEvent, Flags}),
    call(Verb::CreateEvent, "cudaEventCreateWithFlags", {NewEvent, Flags}),
    call(Verb::CreateEvent, "cuEventCreate", {NewEvent, Flags}),
    waits_for_none(call(Verb::DestroyEvent, "cudaEventDestroy", {Event})),
    call(Verb::DestroyEvent, "cuEventDestroy", {Event}),
    call(Verb::Record, "cudaEventRecord", {Event, Stream}),
    call(Verb::Record, "cudaEventRecordWithFlags", {Event, Stream, Flags}),
    call(Verb::Record, "cuEventRecord", {Event, Stream}),
    call(Verb::Record, "cuEventRecordWithFlags", {Event, Stream, Flags}),
    call(Verb::StreamWait, "cudaStreamWaitEvent", {Stream, Event, Flags}),
    call(Verb::StreamWait, "cuStreamWaitEvent", {Stream, Event, Flags}),
    call(Verb::EventSynchronize, "cudaEventSynchronize", {Event}),
    call(Verb::EventSynchronize, "cuEventSynchronize", {Event}),
    call(Verb::EventQuery, "cudaEventQuery", {Event}),
    call(Verb::EventQuery, "cuEventQuery", {Event}),
    // A whole context records or waits: more than one stream, so that its order stays open.
    call(Verb::UnknownCall, "cuCtxRecordEvent", {Ignored, Event}),
    call(Verb::UnknownCall, "cuCtxWaitEvent", {Ignored, Event}),
    call(Verb::UnknownCall, "cuGreenCtxRecordEvent", {Ignored, Event}),
    call(Verb::UnknownCall, "cuGreenCtxWaitEvent", {Ignored, Event}),

    // Devices and contexts.
    call(Verb::DeviceSynchronize, "cudaDeviceSynchronize"),
    call(Verb::DeviceSynchronize, "cudaThreadSynchronize"),
    call(Verb::DeviceSynchronize, "cuCtxSynchronize"),
    call(Verb::ResetDevice, "cudaDeviceReset"),
    call(Verb::ResetDevice, "cudaThreadExit"),
    call(Verb::ResetDevice, "cuDevicePrimaryCtxReset", {Device}),
    call(Verb::ResetDevice, "cuCtxDestroy"),
    call(Verb::SelectDevice, "cudaSetDevice", {Device}),

    // Graphs. "Graph Management", cudaStreamBeginCapture.
    call(Verb::BeginCapture, "cudaStreamBeginCapture", {Stream}),
    call(Verb::BeginCapture, "cudaStreamBeginCaptureToGraph", {Stream, Graph}),
    call(Verb::EndCapture, "cudaStreamEndCapture", {Stream, NewGraph}),
    call(Verb::Instantiate, "cudaGraphInstantiate", {NewExecutable, OldGraph}),
    call(Verb::Instantiate, "cudaGraphInstantiateWithFlags", {NewExecutable, OldGraph, Flags}),
    call(Verb::Instantiate, "cudaGraphInstantiateWithParams", {NewExecutable, OldGraph}),
    call(Verb::GraphLaunch, "cudaGraphLaunch", {Executable, Stream}),
    waits_for_none(call(Verb::DestroyGraph, "cudaGraphExecDestroy", {Executable})),
    call(Verb::DestroyGraph, "cudaGraphDestroy", {Graph}),
    call(Verb::BeginCapture, "cuStreamBeginCapture", {Stream}),
    call(Verb::BeginCapture, "cuStreamBeginCaptureToGraph", {Stream, Graph}),
    call(Verb::EndCapture, "cuStreamEndCapture", {Stream, NewGraph}),
    call(Verb::Instantiate, "cuGraphInstantiate", {NewExecutable, OldGraph}),
    call(Verb::Instantiate, "cuGraphInstantiateWithFlags", {NewExecutable, OldGraph, Flags}),
    call(Verb::Instantiate, "cuGraphInstantiateWithParams", {NewExecutable, OldGraph}),
    call(Verb::GraphLaunch, "cuGraphLaunch", {Executable, Stream}),
    call(Verb::DestroyGraph, "cuGraphExecDestroy", {Executable}),
    call(Verb::DestroyGraph, "cuGraphDestroy", {Graph}),

    // Questions of errors and times: they order nothing.
    call(Verb::CheckError, "cudaGetLastError"),
    call(Verb::CheckError, "cudaPeekAtLastError"),
    call(Verb::ElapsedTime, "cudaEventElapsedTime", {Result, Event, LaterEvent}),
    call(Verb::ElapsedTime, "cuEventElapsedTime", {Result, Event, LaterEvent}),

    // Known to order nothing and to touch nothing.
    no_order("cudaGetErrorString"),
    no_order("cudaGetErrorName"),
    no_order("cuGetErrorString", {Ignored, Result}),
    no_order("cuGetErrorName", {Ignored, Result}),
    no_order("cudaIpcGetEventHandle", {Result, Event}),
    no_order("cudaIpcOpenEventHandle", {Result}),
    no_order("cudaIpcGetMemHandle", {Result, Pointer}),
    no_order("cudaIpcCloseMemHandle", {Pointer}),
    no_order("cudaGetSymbolAddress", {NewAddress, SourceSymbol}),
    no_order("cudaGetSymbolSize", {Result, SourceSymbol}),
    no_order("cudaHostGetDevicePointer", {NewAddress, Pointer, Flags}),
    no_order("cudaHostGetFlags", {Result, Pointer}),
    no_order("cuMemHostGetDevicePointer", {NewAddress, Pointer, Flags}),
    no_order("cuMemHostGetFlags", {Result, Pointer}),
    waits_for_none(no_order("cudaPointerGetAttributes", {Result, Pointer})),
    no_order("cuPointerGetAttribute", {Result, Ignored, Pointer}),
    waits_for_none(no_order("cudaMemGetInfo", {Result, Result})),
    no_order("cuMemGetInfo", {Result, Result}),
    no_order("cudaMemAdvise", {Pointer, Bytes}),
    no_order("cuMemAdvise", {Pointer, Bytes}),
    no_order("cudaMemRangeGetAttribute", {Result, Ignored, Ignored, Pointer, Bytes}),
    no_order("cudaMemPoolCreate", {Result}),
    no_order("cudaMemPoolDestroy"),
    waits_for_none(no_order("cudaMemPoolTrimTo")),
    no_order("cudaMemPoolSetAttribute"),
    no_order("cudaMemPoolGetAttribute", {Ignored, Ignored, Result}),
    no_order("cudaMemPoolSetAccess"),
    no_order("cudaDeviceGetDefaultMemPool", {Result, Device}),
    no_order("cudaDeviceGetMemPool", {Result, Device}),
    no_order("cudaDeviceSetMemPool", {Device}),
    no_order("cuMemCreate", {Result}),
    waits_for_none(no_order("cuMemMap", {Pointer, Bytes})),
    waits_for_none(no_order("cuMemUnmap", {Pointer, Bytes})),
    waits_for_none(no_order("cuMemSetAccess", {Pointer, Bytes})),
    waits_for_none(no_order("cuMemRelease")),
    no_order("cuMemAddressFree", {Pointer, Bytes}),
    no_order("cudaGetDevice", {SelectedDevice}),
    no_order("cudaGetDeviceCount", {Result}),
    no_order("cudaGetDeviceProperties", {Result, Device}),
    no_order("cudaChooseDevice", {Result}),
    no_order("cudaInitDevice", {Device}),
    no_order("cudaSetDeviceFlags", {Flags}),
    no_order("cudaGetDeviceFlags", {Result}),
    no_order("cudaDeviceGetAttribute", {Result, Ignored, Device}),
    no_order("cudaDeviceGetP2PAttribute", {Result}),
    no_order("cudaDeviceGetPCIBusId", {Result}),
    no_order("cudaDeviceGetStreamPriorityRange", {Result, Result}),
    no_order("cudaDeviceCanAccessPeer", {Result, Device}),
    no_order("cudaDeviceEnablePeerAccess", {Device, Flags}),
    no_order("cudaDeviceDisablePeerAccess", {Device}),
    no_order("cudaDeviceSetLimit"),
    no_order("cudaDeviceGetLimit", {Result}),
    no_order("cudaDeviceSetCacheConfig"),
    no_order("cudaDeviceGetCacheConfig", {Result}),
    no_order("cudaDeviceSetSharedMemConfig"),
    no_order("cudaCtxResetPersistingL2Cache"),
    no_order("cudaDriverGetVersion", {Result}),
    no_order("cudaRuntimeGetVersion", {Result}),
    no_order("cuInit", {Flags}),
    no_order("cuDriverGetVersion", {Result}),
    no_order("cuDeviceGet", {Result}),
    no_order("cuDeviceGetCount", {Result}),
    no_order("cuDeviceGetName", {Result}),
    no_order("cuDeviceGetAttribute", {Result, Ignored, Device}),
    no_order("cuDevicePrimaryCtxRetain", {Result, Device}),
    no_order("cuDevicePrimaryCtxRelease", {Device}),
    no_order("cuCtxCreate", {Result}),
    no_order("cuCtxGetCurrent", {Result}),
    no_order("cuCtxSetCurrent"),
    no_order("cuCtxPushCurrent"),
    no_order("cuCtxPopCurrent", {Result}),
    no_order("cuCtxGetDevice", {Result}),
    no_order("cuModuleLoad", {Result}),
    no_order("cuModuleLoadData", {Result}),
    no_order("cuModuleLoadDataEx", {Result}),
    no_order("cuModuleGetFunction", {Result}),
    no_order("cuModuleGetGlobal", {Result, Result}),
    no_order("cudaStreamGetPriority", {Stream, Result}),
    no_order("cudaStreamGetFlags", {Stream, Result}),
    no_order("cudaStreamGetId", {Stream, Result}),
    no_order("cudaStreamGetDevice", {Stream, Result}),
    no_order("cudaStreamGetAttribute", {Stream, Ignored, Result}),
    no_order("cudaStreamSetAttribute", {Stream}),
    no_order("cudaStreamCopyAttributes", {Stream, Stream}),
    no_order("cudaStreamIsCapturing", {Stream, Result}),
    no_order("cudaStreamGetCaptureInfo", {Stream, Result, Result, Result, Result, Result, Result}),
    no_order("cudaThreadExchangeStreamCaptureMode", {Result}),
    no_order("cuStreamGetPriority", {Stream, Result}),
    no_order("cuStreamGetFlags", {Stream, Result}),
    no_order("cuStreamGetId", {Stream, Result}),
    no_order("cuStreamGetCtx", {Stream, Result}),
    no_order("cuStreamIsCapturing", {Stream, Result}),
    waits_for_none(no_order("cudaFuncSetAttribute", {Kernel})),
    no_order("cudaFuncGetAttributes", {Result, Kernel}),
    no_order("cudaFuncSetCacheConfig", {Kernel}),
    no_order("cudaFuncSetSharedMemConfig", {Kernel}),
    no_order("cudaFuncGetName", {Result, Kernel}),
    no_order("cuFuncSetAttribute", {Kernel}),
    no_order("cuFuncGetAttribute", {Result, Ignored, Kernel}),
    no_order("cudaOccupancyMaxActiveBlocksPerMultiprocessor", {Result, Kernel}),
    no_order("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", {Result, Kernel}),
    no_order("cudaOccupancyMaxPotentialBlockSize", {Result, Result, Kernel}),
    no_order("cudaOccupancyMaxPotentialBlockSizeVariableSMem", {Result, Result, Kernel}),
    no_order("cudaOccupancyAvailableDynamicSMemPerBlock", {Result, Kernel}),
    no_order("cudaOccupancyMaxPotentialClusterSize", {Result, Kernel, LaunchConfiguration}),
    no_order("cudaOccupancyMaxActiveClusters", {Result, Kernel, LaunchConfiguration}),
    no_order("cudaCreateChannelDesc"),
    no_order("cudaCreateTextureObject", {Result}),
    waits_for_none(no_order("cudaDestroyTextureObject")),
    no_order("cudaCreateSurfaceObject", {Result}),
    waits_for_none(no_order("cudaDestroySurfaceObject")),
    no_order("cudaGraphicsResourceGetMappedPointer", {Result, Result}),
    no_order("cudaGraphicsUnregisterResource"),
    no_order("cudaImportExternalMemory", {Result}),
    no_order("cudaExternalMemoryGetMappedBuffer", {Result}),
    no_order("cudaDestroyExternalMemory"),
    no_order("cudaImportExternalSemaphore", {Result}),
    no_order("cudaDestroyExternalSemaphore"),
    no_order("cudaGraphCreate", {NewGraph, Flags}),
    no_order("cudaGraphClone", {NewGraph, OldGraph}),
    no_order("cudaGraphGetNodes", {Graph, Result, Result}),
    no_order("cudaGraphGetRootNodes", {Graph, Result, Result}),
    no_order("cudaGraphGetEdges", {Graph, Result, Result, Result, Result}),
    no_order("cudaGraphNodeGetType", {Ignored, Result}),
    no_order("cudaGraphKernelNodeGetParams", {Ignored, Result}),
    no_order("cudaGraphKernelNodeSetParams"),
    no_order("cudaGraphAddNode", {Result, Graph}),
    no_order("cudaGraphAddKernelNode", {Result, Graph}),
    no_order("cudaGraphAddMemcpyNode", {Result, Graph}),
    no_order("cudaGraphAddMemcpyNode1D", {Result, Graph}),
    no_order("cudaGraphAddMemsetNode", {Result, Graph}),
    no_order("cudaGraphAddHostNode", {Result, Graph}),
    no_order("cudaGraphAddChildGraphNode", {Result, Graph}),
    no_order("cudaGraphAddEmptyNode", {Result, Graph}),
    no_order("cudaGraphAddEventRecordNode", {Result, Graph, Ignored, Ignored, Event}),
    no_order("cudaGraphAddEventWaitNode", {Result, Graph, Ignored, Ignored, Event}),
    no_order("cudaGraphAddDependencies", {Graph}),
    no_order("cudaGraphExecUpdate", {Executable, Graph, Result}),
    no_order("cudaGraphExecKernelNodeSetParams", {Executable}),
    no_order("cudaGraphExecMemcpyNodeSetParams", {Executable}),
    no_order("cudaGraphExecMemsetNodeSetParams", {Executable}),
    no_order("cudaGraphExecHostNodeSetParams", {Executable}),
    no_order("cudaGraphNodeSetEnabled", {Executable}),
    no_order("cudaGraphDebugDotPrint", {Graph}),
    no_order("cudaProfilerStart"),
    no_order("cudaProfilerStop"),
};

}  // namespace

std::span<const Call> calls() { return kCalls; }

}  // namespace cudep::model
