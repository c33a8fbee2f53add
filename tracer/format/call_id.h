// The numbers by which a trace names driver calls. A number is a position in this list: rows are only ever added at the
// end, so that old traces keep their meaning.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace cudep::format {

/// Position of a driver call in `kCallNames`.
enum class CallId : std::uint16_t {};

/// Names without `_v2`, `_ptsz` and the like: what tells the variants apart is in the entry itself.
inline constexpr std::array kCallNames = std::to_array<std::string_view>({
    "",
    // submitted to a stream
    "cuLaunchKernel",
    "cuLaunchKernelEx",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernelMultiDevice",
    "cuLaunchHostFunc",
    "cuStreamAddCallback",
    "cuMemcpy",
    "cuMemcpyAsync",
    "cuMemcpyPeer",
    "cuMemcpyPeerAsync",
    "cuMemcpyHtoD",
    "cuMemcpyHtoDAsync",
    "cuMemcpyDtoH",
    "cuMemcpyDtoHAsync",
    "cuMemcpyDtoD",
    "cuMemcpyDtoDAsync",
    "cuMemcpyDtoA",
    "cuMemcpyAtoD",
    "cuMemcpyHtoA",
    "cuMemcpyAtoH",
    "cuMemcpyAtoA",
    "cuMemcpyHtoAAsync",
    "cuMemcpyAtoHAsync",
    "cuMemcpy2D",
    "cuMemcpy2DUnaligned",
    "cuMemcpy2DAsync",
    "cuMemcpy3D",
    "cuMemcpy3DAsync",
    "cuMemcpy3DPeer",
    "cuMemcpy3DPeerAsync",
    "cuMemcpyBatchAsync",
    "cuMemcpy3DBatchAsync",
    "cuMemsetD8",
    "cuMemsetD16",
    "cuMemsetD32",
    "cuMemsetD2D8",
    "cuMemsetD2D16",
    "cuMemsetD2D32",
    "cuMemsetD8Async",
    "cuMemsetD16Async",
    "cuMemsetD32Async",
    "cuMemsetD2D8Async",
    "cuMemsetD2D16Async",
    "cuMemsetD2D32Async",
    "cuMemPrefetchAsync",
    "cuMemPrefetchBatchAsync",
    "cuMemDiscardBatchAsync",
    "cuMemDiscardAndPrefetchBatchAsync",
    "cuStreamAttachMemAsync",
    "cuMemMapArrayAsync",
    "cuStreamWaitValue32",
    "cuStreamWaitValue64",
    "cuStreamWriteValue32",
    "cuStreamWriteValue64",
    "cuStreamBatchMemOp",
    "cuSignalExternalSemaphoresAsync",
    "cuWaitExternalSemaphoresAsync",
    "cuGraphicsMapResources",
    "cuGraphicsUnmapResources",
    // events, streams, contexts
    "cuEventCreate",
    "cuEventDestroy",
    "cuEventRecord",
    "cuEventRecordWithFlags",
    "cuEventSynchronize",
    "cuEventQuery",
    "cuEventElapsedTime",
    "cuIpcOpenEventHandle",
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "cuGreenCtxStreamCreate",
    "cuStreamDestroy",
    "cuStreamSynchronize",
    "cuStreamQuery",
    "cuStreamWaitEvent",
    "cuCtxSynchronize",
    "cuCtxCreate",
    "cuCtxDestroy",
    "cuDevicePrimaryCtxReset",
    "cuDevicePrimaryCtxRelease",
    "cuCtxRecordEvent",
    "cuCtxWaitEvent",
    "cuGreenCtxRecordEvent",
    "cuGreenCtxWaitEvent",
    // memory
    "cuMemAlloc",
    "cuMemAllocPitch",
    "cuMemAllocManaged",
    "cuMemAllocAsync",
    "cuMemAllocFromPoolAsync",
    "cuMemFree",
    "cuMemFreeAsync",
    "cuMemAllocHost",
    "cuMemHostAlloc",
    "cuMemFreeHost",
    "cuMemHostRegister",
    "cuMemHostUnregister",
    "cuMemHostGetDevicePointer",
    "cuArrayCreate",
    "cuArray3DCreate",
    "cuArrayDestroy",
    "cuMipmappedArrayCreate",
    "cuMipmappedArrayDestroy",
    "cuMipmappedArrayGetLevel",
    "cuMemAddressReserve",
    "cuMemAddressFree",
    "cuMemMap",
    "cuMemUnmap",
    "cuIpcOpenMemHandle",
    "cuIpcCloseMemHandle",
    "cuMemPoolImportPointer",
    "cuMemPoolDestroy",
    "cuPointerSetAttribute",
    "cuModuleGetGlobal",
    "cuLibraryGetGlobal",
    "cuLibraryGetManaged",
    "cuModuleUnload",
    "cuLibraryUnload",
    // graphs
    "cuStreamBeginCapture",
    "cuStreamBeginCaptureToGraph",
    "cuStreamEndCapture",
    "cuStreamUpdateCaptureDependencies",
    "cuGraphCreate",
    "cuGraphDestroy",
    "cuGraphClone",
    "cuGraphInstantiate",
    "cuGraphInstantiateWithFlags",
    "cuGraphInstantiateWithParams",
    "cuGraphExecDestroy",
    "cuGraphLaunch",
    "cuGraphUpload",
    "cuGraphExecUpdate",
    "cuGraphAddKernelNode",
    "cuGraphAddMemcpyNode",
    "cuGraphAddMemsetNode",
    "cuGraphAddHostNode",
    "cuGraphAddChildGraphNode",
    "cuGraphAddEmptyNode",
    "cuGraphAddEventRecordNode",
    "cuGraphAddEventWaitNode",
    "cuGraphAddMemAllocNode",
    "cuGraphAddMemFreeNode",
    "cuGraphAddBatchMemOpNode",
    "cuGraphAddNode",
    "cuGraphAddExternalSemaphoresSignalNode",
    "cuGraphAddExternalSemaphoresWaitNode",
    "cuGraphAddDependencies",
    "cuGraphRemoveDependencies",
    "cuGraphDestroyNode",
    "cuGraphNodeFindInClone",
    "cuGraphKernelNodeSetParams",
    "cuGraphMemcpyNodeSetParams",
    "cuGraphMemsetNodeSetParams",
    "cuGraphHostNodeSetParams",
    "cuGraphEventRecordNodeSetEvent",
    "cuGraphEventWaitNodeSetEvent",
    "cuGraphExecKernelNodeSetParams",
    "cuGraphExecMemcpyNodeSetParams",
    "cuGraphExecMemsetNodeSetParams",
    "cuGraphExecHostNodeSetParams",
    "cuGraphExecChildGraphNodeSetParams",
    "cuGraphExecEventRecordNodeSetEvent",
    "cuGraphExecEventWaitNodeSetEvent",
    "cuGraphNodeSetEnabled",
    "cuGraphNodeSetParams",
    "cuGraphExecNodeSetParams",
});

/// Not a constant: what stops the compiler at a name that is not in the list.
void no_such_call();

/// The number of `name`; a name that is not in the list does not compile.
consteval CallId call_id(std::string_view name) {
  const auto found = std::ranges::find(kCallNames, name);
  if (found == kCallNames.end()) no_such_call();
  return static_cast<CallId>(found - kCallNames.begin());
}

/// Whether a call gives a stream work: all of the first section, graphs, and memory in stream order.
constexpr bool submits_work(CallId id) {
  const auto is_one_of = [id](auto... ids) { return ((id == ids) || ...); };
  return (id > CallId{0} && id <= call_id("cuGraphicsUnmapResources")) ||
         is_one_of(call_id("cuGraphLaunch"), call_id("cuMemAllocAsync"), call_id("cuMemAllocFromPoolAsync"),
                   call_id("cuMemFreeAsync"));
}

/// The name of a call; empty for a number that this version does not know.
constexpr std::string_view call_name(CallId id) {
  const auto position = static_cast<std::size_t>(id);
  return position < kCallNames.size() ? kCallNames[position] : std::string_view();
}

}  // namespace cudep::format
