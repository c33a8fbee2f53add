// The table of ordering facts.
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
     "an operation of the legacy stream starts after all earlier work of the blocking streams of its device", Doc,
     "\"Stream synchronization behavior\"; guide \"Blocking and non-blocking streams and the default stream\"",
     Fact::LegacyWaitsForBlocking},
    {"blocking-waits-for-legacy", "later work of blocking streams starts after an operation of the legacy stream", Doc,
     "\"Stream synchronization behavior\"; guide \"Blocking and non-blocking streams and the default stream\"",
     Fact::BlockingWaitsForLegacy},
    {"unknown-kind-may-be-blocking", "a stream of unknown kind may be a blocking one", Open,
     "cudaStreamCreateWithFlags", Fact::UnknownKindMayBeBlocking},
    {"legacy-wait-may-be-barrier",
     "a wait for a recorded event in the legacy stream may order later work of blocking streams after earlier work of "
     "others",
     Open, "\"Stream synchronization behavior\"", Fact::LegacyWaitMayBeBarrier},
    {"legacy-synchronize-covers-blocking", "cudaStreamSynchronize of the legacy stream covers all blocking streams",
     Seen, "ordering probe", Fact::LegacySynchronizeCoversBlocking},
    {"legacy-query-covers-blocking", "cudaStreamQuery of the legacy stream covers all blocking streams", Doc,
     "cudaStreamQuery; \"Stream synchronization behavior\"", Fact::LegacyQueryCoversBlocking},
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
    {"unknown-copy-may-complete",
     "a synchronous copy with managed or unknown memory may be complete when it returns (promised up to CUDA 11.0)",
     Open, "\"API synchronization behavior\"", Fact::UnknownCopyMayComplete, HostWait::AfterAccess},
    {"async-download-waits",
     "an asynchronous copy from the device to pageable memory waits for its stream and completes", Seen,
     "ordering probe", Fact::AsyncDownloadWaits, HostWait::AfterAccess},
    {"async-upload-stages-source", "an asynchronous copy from pageable memory has read its source when it returns",
     Seen, "ordering probe", Fact::AsyncUploadStagesSource, HostWait::AfterAccess},
    {"pinned-memset-completes", "cudaMemset of pinned host memory is complete when it returns", Doc,
     "\"API synchronization behavior\"", Fact::PinnedMemsetCompletes, HostWait::AfterAccess},
    {"unknown-memset-may-complete", "cudaMemset of managed or unknown memory may be complete when it returns", Open,
     "\"API synchronization behavior\"", Fact::UnknownMemsetMayComplete, HostWait::AfterAccess},
    {"device-free-waits", "cudaFree of plain device memory waits for all work of the device before it frees", Seen,
     "cudaFree; ordering probe", Fact::DeviceFreeWaits, HostWait::BeforeAccess},
    {"unknown-free-may-wait",
     "cudaFree of memory that may be from cudaMalloc may wait for all work of the device before it frees", Open,
     "cudaFree", Fact::UnknownFreeMayWait, HostWait::BeforeAccess},
    {"pinned-free-waits", "cudaFreeHost waits for all work of the device, which does not make the memory it ends safe",
     Seen, "ordering probe", Fact::PinnedFreeWaits, HostWait::AfterAccess},
    {"unregister-waits",
     "cudaHostUnregister waits for all work of the device, which does not make the memory it ends safe", Seen,
     "ordering probe", Fact::UnregisterWaits, HostWait::AfterAccess},
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
     "the work of a graph after a wait node may follow what the event captured before the launch", Open,
     "guide \"CUDA Graphs\"", Fact::ExternalWaitAtLaunch},
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

    {"peer-copy-joins-devices", "cudaMemcpyPeer runs after all earlier and before all later work of both devices", Doc,
     "cudaMemcpyPeer; guide \"Peer-to-Peer Memory Transfers\"", std::nullopt},
    {"async-upload-waits-when-large", "an asynchronous copy of 64 MiB from pageable memory waits for its stream", Seen,
     "ordering probe", std::nullopt},
    {"batch-copy-unordered", "the copies of a batch are unordered among each other", Doc, "cudaMemcpyBatchAsync",
     std::nullopt},
    {"synchronous-memory-operations", "with cudaDeviceSyncMemops every synchronous form completes before it returns",
     Doc, "cudaSetDeviceFlags, cuPointerSetAttribute", std::nullopt},
    {"programmatic-launch-starts-early", "a programmatic dependent kernel may start before its predecessor is complete",
     Doc, "guide \"Programmatic Dependent Launch and Synchronization\"", std::nullopt},
    {"programmatic-event-covers-no-writes", "a programmatic event fires before the kernel's writes are complete", Doc,
     "CUlaunchAttributeID", std::nullopt},
    {"managed-without-concurrent-access",
     "without concurrentManagedAccess the host may touch no managed memory while the device works", Doc,
     "guide \"Coherency and Concurrency\"", std::nullopt},
    {"attach-in-stream-order", "cudaStreamAttachMemAsync takes effect in stream order", Doc, "cudaStreamAttachMemAsync",
     std::nullopt},
    {"context-event-covers-context", "cuCtxRecordEvent captures all work of a context", Doc, "cuCtxRecordEvent",
     std::nullopt},
    {"cooperative-multi-device-joins", "cuLaunchCooperativeKernelMultiDevice joins its streams before and after", Doc,
     "cuLaunchCooperativeKernelMultiDevice", std::nullopt},
    {"graph-memory-nodes", "memory of a graph's allocation node lives until its free node", Doc,
     "cudaGraphAddMemAllocNode", std::nullopt},
    {"library-destroy-synchronizes", "cublasDestroy and cudnnDestroy synchronize the device", Doc,
     "cuBLAS and cuDNN references", std::nullopt},
    {"nccl-group-joins-streams", "one NCCL group over several streams of a device is a barrier among them", Doc,
     "NCCL \"CUDA Stream Semantics\"", std::nullopt},
};

constexpr bool in_enumeration_order() {
  for (std::size_t i = 0; i < std::size(kFacts); ++i)
    if (i < kEncodedFacts ? kFacts[i].fact != Fact{static_cast<std::uint8_t>(i)} : kFacts[i].fact.has_value())
      return false;
  return std::size(kFacts) >= kEncodedFacts;
}
static_assert(in_enumeration_order());

}  // namespace

std::span<const FactRow> ordering_facts() { return kFacts; }

const FactRow& row(Fact fact) { return kFacts[static_cast<std::size_t>(fact)]; }

}  // namespace cudep::engine
