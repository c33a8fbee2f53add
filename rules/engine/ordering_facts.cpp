// The table of ordering facts. What bears "ordering probe" was seen on an H200 with driver 580 and CUDA 13.0, by the
// programs of bench/probes.
#include "rules/engine/ordering_facts.h"

#include <array>
#include <cassert>

namespace cudep::engine {
namespace {

using enum Strength;

constexpr FactRow kFacts[] = {
    {"stream-order", "an operation starts after the one before it in its stream is complete", Doc,
     "PTX ISA \"Synchronizes: CUDA API Synchronization\"; guide \"CUDA Stream Ordering\"", Fact::StreamOrder},
    {"submission-follows-host",
     "an operation starts after the call that submits it, and after all that the host did before", Doc,
     "guide \"CUDA Stream Ordering\"", Fact::SubmissionFollowsHost},
    {"stream-wait-follows-record",
     "work submitted to a stream after cudaStreamWaitEvent starts after what the latest record before that call "
     "captured",
     Doc, "cudaStreamWaitEvent, cudaEventRecord", Fact::StreamWaitFollowsRecord},
    {"programmatic-event-waits-for-kernel",
     "an event of cudaLaunchAttributeProgrammaticEvent is complete when the kernel is; promised is only that its "
     "blocks "
     "have triggered or begun",
     Seen, "CUlaunchAttributeID; ordering probe", Fact::ProgrammaticEventWaitsForKernel},
    {"event-synchronize-covers-record", "cudaEventSynchronize returns after what the latest record captured", Doc,
     "cudaEventSynchronize", Fact::EventSynchronizeCoversRecord},
    {"event-query-equals-synchronize", "cudaEventQuery that returns success equals the synchronize", Doc,
     "cudaEventQuery", Fact::EventQueryEqualsSynchronize},
    {"stream-synchronize-covers-stream", "cudaStreamSynchronize returns after all work submitted to the stream before",
     Doc, "cudaStreamSynchronize", Fact::StreamSynchronizeCoversStream},
    {"stream-query-equals-synchronize", "cudaStreamQuery that returns success equals the synchronize", Doc,
     "cudaStreamQuery", Fact::StreamQueryEqualsSynchronize},
    {"device-synchronize-covers-device",
     "cudaDeviceSynchronize returns after all work of all streams of the current device, non-blocking and destroyed "
     "ones too",
     Doc, "cudaDeviceSynchronize", Fact::DeviceSynchronizeCoversDevice},
    {"legacy-waits-for-blocking",
     "an operation of the legacy stream (also a record, a host function, a wait for a recorded event, complete or not) "
     "starts after all earlier work of the blocking streams and per-thread default streams of its device",
     Doc,
     "\"Stream synchronization behavior\"; guide \"Blocking and non-blocking streams and the default stream\"; "
     "ordering probe",
     Fact::LegacyWaitsForBlocking},
    {"blocking-waits-for-legacy",
     "later work of blocking streams and per-thread default streams starts after an operation of the legacy stream",
     Doc,
     "\"Stream synchronization behavior\"; guide \"Blocking and non-blocking streams and the default stream\"; "
     "ordering probe",
     Fact::BlockingWaitsForLegacy},
    {"unknown-kind-may-be-blocking", "a stream of unknown kind may be a blocking one", Open,
     "cudaStreamCreateWithFlags", Fact::UnknownKindMayBeBlocking},
    {"legacy-wait-may-be-barrier",
     "a wait in the legacy stream for an event that may have been recorded may be an operation like any other there",
     Open, "\"Stream synchronization behavior\"", Fact::LegacyWaitMayBeBarrier},
    {"legacy-synchronize-covers-blocking",
     "cudaStreamSynchronize of the legacy stream covers all blocking streams and per-thread default streams", Seen,
     "ordering probe", Fact::LegacySynchronizeCoversBlocking},
    {"legacy-query-covers-blocking",
     "cudaStreamQuery of the legacy stream covers all blocking streams and per-thread default streams", Doc,
     "cudaStreamQuery; \"Stream synchronization behavior\"; ordering probe", Fact::LegacyQueryCoversBlocking},
    {"pageable-upload-waits-for-legacy",
     "a synchronous copy from pageable memory to the device first waits for its default stream", Doc,
     "\"API synchronization behavior\"", Fact::PageableUploadWaitsForLegacy, HostWait::BeforeAccess},
    {"pageable-upload-stages-source",
     "a synchronous copy from pageable memory to the device has read its source when it returns; the transfer may "
     "still run",
     Doc, "\"API synchronization behavior\"", Fact::PageableUploadStagesSource, HostWait::AfterAccess},
    {"pinned-upload-completes", "a synchronous copy from pinned memory to the device is complete when it returns", Doc,
     "\"API synchronization behavior\"", Fact::PinnedUploadCompletes, HostWait::AfterAccess},
    {"download-completes", "a synchronous copy from the device to host memory is complete when it returns", Doc,
     "\"API synchronization behavior\"", Fact::DownloadCompletes, HostWait::AfterAccess},
    {"host-copy-completes",
     "a copy from host memory to host memory is complete when it returns, the asynchronous form too", Doc,
     "\"API synchronization behavior\"", Fact::HostCopyCompletes, HostWait::AfterAccess},
    {"managed-copy-completes",
     "a synchronous copy from or to managed memory is complete when it returns, wherever its pages are", Seen,
     "\"API synchronization behavior\" up to CUDA 11.0; ordering probe", Fact::ManagedCopyCompletes,
     HostWait::AfterAccess},
    {"unknown-copy-may-complete", "a synchronous copy with unknown memory may be complete when it returns", Open,
     "\"API synchronization behavior\"", Fact::UnknownCopyMayComplete, HostWait::AfterAccess},
    {"async-download-waits",
     "an asynchronous copy from the device to pageable memory waits for its stream and completes", Seen,
     "ordering probe", Fact::AsyncDownloadWaits, HostWait::AfterAccess},
    {"async-upload-stages-source",
     "an asynchronous copy from pageable memory to the device, of any size, has read its source when it returns", Seen,
     "ordering probe", Fact::AsyncUploadStagesSource, HostWait::AfterAccess},
    {"batch-reads-during-call",
     "a batch of copies with source order DuringApiCall has read its sources when it returns", Doc,
     "CUmemcpySrcAccessOrder", Fact::BatchReadsDuringCall, HostWait::AfterAccess},
    {"pinned-memset-completes", "cudaMemset of pinned host memory is complete when it returns", Doc,
     "\"API synchronization behavior\"", Fact::PinnedMemsetCompletes, HostWait::AfterAccess},
    {"managed-memset-completes", "cudaMemset of managed memory is complete when it returns, wherever its pages are",
     Seen, "ordering probe", Fact::ManagedMemsetCompletes, HostWait::AfterAccess},
    {"unknown-memset-may-complete", "cudaMemset of unknown memory may be complete when it returns", Open,
     "\"API synchronization behavior\"", Fact::UnknownMemsetMayComplete, HostWait::AfterAccess},
    {"device-free-waits",
     "cudaFree of plain device memory and cudaFreeArray wait for all work of the device before they free", Seen,
     "cudaFree; ordering probe", Fact::DeviceFreeWaits, HostWait::BeforeAccess},
    {"unknown-free-may-wait",
     "cudaFree of memory that may be from cudaMalloc may wait for all work of the device before it frees", Open,
     "cudaFree", Fact::UnknownFreeMayWait, HostWait::BeforeAccess},
    {"pinned-free-waits", "cudaFreeHost waits for all work of the device, which does not make the memory it ends safe",
     Seen, "ordering probe", Fact::PinnedFreeWaits, HostWait::AfterAccess},
    {"unregister-waits",
     "cudaHostUnregister waits for all work of the device, which does not make the memory it ends safe", Seen,
     "ordering probe", Fact::UnregisterWaits, HostWait::AfterAccess},
    {"module-unload-waits", "cuModuleUnload waits for all work of the device", Seen, "ordering probe",
     Fact::ModuleUnloadWaits, HostWait::AfterAccess},
    {"graph-follows-earlier-launch",
     "a launch of an executable graph follows every earlier launch of it, in any stream", Doc, "cudaGraphLaunch",
     Fact::GraphFollowsEarlierLaunch},
    {"external-record-at-launch",
     "a record node records at each launch what came before it, in the graph and in the stream of the launch", Doc,
     "cuEventRecordWithFlags; guide \"CUDA Graphs\"", Fact::ExternalRecordAtLaunch},
    {"external-record-may-cover-launch",
     "a record node may cover work of its graph that was captured in other streams, or after it", Open,
     "cuEventRecordWithFlags; guide \"CUDA Graphs\"", Fact::ExternalRecordMayCoverLaunch},
    {"external-wait-at-launch",
     "the work of a graph after a wait node follows the last record of the event before the launch", Seen,
     "guide \"CUDA Graphs\"; ordering probe", Fact::ExternalWaitAtLaunch},
    {"thread-start", "a host thread begins after the call that starts it", Doc, "C++ [thread.thread.constr]",
     Fact::ThreadStart},
    {"thread-join", "a join returns after all that the thread did", Doc, "C++ [thread.thread.member]",
     Fact::ThreadJoin},
    {"unknown-call-may-order", "a function without a body may wait for the streams and events it is given", Open,
     "no documentation", Fact::UnknownCallMayOrder},
    {"unknown-call-may-synchronize-all", "a function named for synchronizing may wait for all work", Open,
     "no documentation", Fact::UnknownCallMaySynchronizeAll},
    {"outside-event-may-order", "an event from outside, not recorded yet, may cover everything submitted so far", Open,
     "cudaStreamWaitEvent", Fact::OutsideEventMayOrder},
    {"element-event-may-be-any", "an event at an unknown index may be any event recorded so far", Open,
     "cudaStreamWaitEvent", Fact::ElementEventMayBeAny},
    {"element-stream-may-be-any", "a stream at an unknown index may be the stream of any other operation", Open,
     "guide \"CUDA Stream Ordering\"", Fact::ElementStreamMayBeAny},
    {"value-wait-may-order",
     "operations on memory values and external semaphores order streams in a way that CUDA does not see", Open,
     "CUDA_MEMOP group, cudaSignalExternalSemaphoresAsync, cudaGraphicsMapResources", Fact::ValueWaitMayOrder},
};

constexpr FactRow kNotEncoded[] = {
    {"peer-copy-joins-devices", "cudaMemcpyPeer runs after all earlier and before all later work of both devices", Doc,
     "cudaMemcpyPeer; guide \"Peer-to-Peer Memory Transfers\""},
    {"peer-copy-is-of-both-legacy-streams",
     "cudaMemcpyPeer, and a synchronous copy between devices, wait for and delay the legacy and the blocking streams "
     "of both devices, not their non-blocking ones; the host does not wait",
     Seen, "ordering probe on two devices"},
    {"stack-limit-waits",
     "a change of cudaLimitStackSize, and the first kernel that needs more local memory than any before it, wait for "
     "all work of the device, the host too",
     Seen, "ordering probe"},
    {"graph-upload-follows-launch", "cudaGraphUpload takes effect after a running launch of its graph", Seen,
     "cudaGraphUpload; ordering probe"},
    {"pool-inserts-dependencies",
     "cudaMallocAsync makes its stream wait for the stream that freed the memory, where the pool has no other and "
     "cudaMemPoolReuseAllowInternalDependencies is set",
     Doc, "cudaMemPoolAttr; ordering probe"},
    {"async-upload-waits-when-large",
     "an asynchronous copy of more than 2 MiB from pageable memory waits for its stream; a smaller one does not", Seen,
     "ordering probe"},
    {"batch-copy-unordered", "the copies of a batch are unordered among each other", Doc, "cudaMemcpyBatchAsync"},
    {"batch-waits-for-stream",
     "a batch of copies waits for its stream when it reads pageable memory in stream order, or pinned memory "
     "during the call",
     Seen, "ordering probe"},
    {"synchronous-memory-operations",
     "with cudaDeviceSyncMemops or CU_POINTER_ATTRIBUTE_SYNC_MEMOPS every synchronous form completes before it "
     "returns",
     Doc, "cudaSetDeviceFlags, cuPointerSetAttribute; ordering probe"},
    {"programmatic-launch-starts-early",
     "a programmatic dependent kernel may start before its predecessor is complete, and before what that depended "
     "on: only cudaGridDependencySynchronize in the kernel orders it",
     Doc, "guide \"Programmatic Dependent Launch and Synchronization\"; ordering probe"},
    {"work-behind-dependent-follows-all",
     "a plain kernel, copy, record or synchronize behind a programmatic dependent kernel also follows the kernel "
     "that that one overlapped",
     Seen, "ordering probe"},
    {"library-handle-uses-legacy",
     "a cuBLAS handle that was given no stream works in the legacy stream, in per-thread programs too", Seen,
     "cublasSetStream; ordering probe"},
    {"managed-without-concurrent-access",
     "without concurrentManagedAccess the host may touch no managed memory while the device works", Doc,
     "guide \"Coherency and Concurrency\""},
    {"attach-in-stream-order", "cudaStreamAttachMemAsync takes effect in stream order", Doc,
     "cudaStreamAttachMemAsync"},
    {"context-event-covers-context", "cuCtxRecordEvent captures all work of a context", Doc, "cuCtxRecordEvent"},
    {"cooperative-multi-device-joins", "cuLaunchCooperativeKernelMultiDevice joins its streams before and after", Doc,
     "cuLaunchCooperativeKernelMultiDevice"},
    {"graph-memory-nodes", "memory of a graph's allocation node lives until its free node", Doc,
     "cudaGraphAddMemAllocNode"},
    {"library-destroy-synchronizes", "cublasDestroy and cudnnDestroy synchronize the device", Doc,
     "cuBLAS and cuDNN references"},
    {"nccl-group-joins-streams", "one NCCL group over several streams of a device is a barrier among them", Doc,
     "NCCL \"CUDA Stream Semantics\""},
};

constexpr FactRow kWithoutEdge[] = {
    {"legacy-wait-for-nothing",
     "a wait in the legacy stream for an event that was never recorded is no barrier for blocking streams", Seen,
     "cudaEventRecord; ordering probe"},
    {"captured-wait-for-nothing",
     "in a capture, a wait for an event that was never recorded makes no dependency; for one that was recorded outside "
     "of it the wait fails, as does any use of a captured event after the capture",
     Seen, "guide \"Cross-stream Dependencies and Events\"; ordering probe"},
    {"launch-completion-event-covers-no-writes",
     "an event of cudaLaunchAttributeLaunchCompletionEvent is complete while the kernel runs: it covers what came "
     "before the kernel, and nothing of it",
     Doc, "CUlaunchAttributeID; ordering probe"},
    {"first-launch-may-wait",
     "the first launch of a kernel whose module is not loaded yet waits for all work, the host too; once the "
     "module is loaded only the kernel waits, and with eager loading neither does",
     Seen, "guide \"Lazy Loading\"; ordering probe"},
    {"batch-reads-late",
     "a batch of copies from pageable memory with source order DuringApiCall or Any reads sources of 1 MiB after "
     "it has returned, those of 64 KiB before; of DuringApiCall the documentation promises otherwise",
     Seen, "CUmemcpySrcAccessOrder; ordering probe"},
    {"host-functions-one-at-a-time",
     "host functions of different streams run one at a time, in an order that nothing promises", Seen,
     "cudaLaunchHostFunc; ordering probe"},
    {"allocation-waits-for-nothing",
     "cudaMalloc, cudaMallocHost, cudaMallocManaged, cudaMallocAsync, cudaHostRegister and cuMemMap wait for no "
     "work, and later work of other streams does not wait for them",
     Seen, "ordering probe"},
    {"destruction-waits-for-nothing",
     "cudaDestroyTextureObject, cudaDestroySurfaceObject, cuMemUnmap, cuMemRelease, cudaGraphExecDestroy, "
     "cudaMemPoolTrimTo and cudaMemPoolDestroy wait for no work",
     Seen, "ordering probe"},
};

constexpr bool in_enumeration_order() {
  for (std::size_t i = 0; i < std::size(kFacts); ++i)
    if (kFacts[i].fact != Fact{static_cast<std::uint8_t>(i)}) return false;
  return std::size(kFacts) == kEncodedFacts;
}
static_assert(in_enumeration_order());

}  // namespace

std::span<const FactRow> ordering_facts() { return kFacts; }
std::span<const FactRow> facts_not_encoded() { return kNotEncoded; }
std::span<const FactRow> facts_without_edge() { return kWithoutEdge; }

const FactRow& row(Fact fact) { return kFacts[static_cast<std::size_t>(fact)]; }

}  // namespace cudep::engine
