// Each kind of decoder, with the arguments that the driver would have been given.
#include <cstring>

#include "tracer/record/decode_copies.h"
#include "tracer/record/recorded_call.h"

namespace cudep::record {
namespace {

const auto kStream = reinterpret_cast<CUstream>(0x640);
const auto kEvent = reinterpret_cast<CUevent>(0x960);

/// A kernel of (pointer, int), by the names that the driver has for it.
CUresult parameters_of_scale(CUkernel, size_t position, size_t* offset, size_t* bytes) {
  if (position > 1) return CUDA_ERROR_INVALID_VALUE;
  *offset = position * 8;
  *bytes = position == 0 ? 8 : 4;
  return CUDA_SUCCESS;
}

TEST(Decode, LaunchTakesTheBytesOfEachArgument) {
  RecordedCall recorded;
  recorded.recorder().driver.kernel_parameter = parameters_of_scale;
  std::uint64_t pointer = 0x7f0000;
  int count = 12;
  void* arguments[] = {&pointer, &count};
  cuLaunchKernel_params parameters{};
  parameters.f = reinterpret_cast<CUfunction>(0x111);
  parameters.gridDimX = 100000;
  parameters.gridDimY = parameters.gridDimZ = parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.blockDimX = 1024;
  parameters.sharedMemBytes = 48;
  parameters.hStream = kStream;
  parameters.kernelParams = arguments;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, parameters, CUDA_SUCCESS, "_Z5scalePfi");
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, parameters, CUDA_SUCCESS, "_Z5scalePfi");
  const format::Trace trace = recorded.read();
  ASSERT_EQ(trace.calls.size(), 2U);
  EXPECT_EQ(trace.kernels.size(), 1U);  // asked for once
  EXPECT_EQ(trace.kernels[0].name, "_Z5scalePfi");
  const auto& launch = std::get<format::Launch>(trace.calls[1].detail);
  EXPECT_EQ(launch.grid[0], 100000U);
  EXPECT_EQ(launch.block[0], 1024U);
  EXPECT_EQ(launch.shared_bytes, 48U);
  EXPECT_EQ(std::memcmp(launch.arguments.data(), &pointer, 8), 0);
  EXPECT_EQ(std::memcmp(launch.arguments.data() + 8, &count, 4), 0);
}

TEST(Decode, LaunchTakesAnArgumentBlock) {
  RecordedCall recorded;
  recorded.recorder().driver.kernel_parameter = parameters_of_scale;
  std::uint64_t block[2] = {0x7f0000, 12};
  std::size_t bytes = 12;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  cuLaunchKernel_params parameters{};
  parameters.extra = extra;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, parameters);
  const format::Trace trace = recorded.read();
  const auto& launch = std::get<format::Launch>(trace.calls.at(0).detail);
  EXPECT_EQ(std::memcmp(launch.arguments.data(), block, 12), 0);
}

TEST(Decode, LaunchAttributesThatBearOnOrder) {
  RecordedCall recorded;
  CUlaunchAttribute attributes[2]{};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  attributes[0].value.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
  attributes[1].value.programmaticEvent.event = kEvent;
  CUlaunchConfig config{};
  config.gridDimX = 7;
  config.hStream = kStream;
  config.attrs = attributes;
  config.numAttrs = 2;
  cuLaunchKernelEx_params parameters{};
  parameters.config = &config;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, parameters);
  const format::Trace trace = recorded.read();
  const auto& launch = std::get<format::Launch>(trace.calls.at(0).detail);
  EXPECT_TRUE(launch.programmatic);
  EXPECT_FALSE(launch.cooperative);
  EXPECT_EQ(launch.grid[0], 7U);
  ASSERT_EQ(launch.events.size(), 1U);
  EXPECT_EQ(launch.events[0].kind, format::LaunchEventKind::Programmatic);
}

TEST(Decode, CopyOfAPerThreadUnitGoesThroughTheThreadsStream) {
  RecordedCall recorded;
  cuMemcpyHtoD_v2_ptds_params parameters{};
  parameters.dstDevice = 0x7000;
  parameters.srcHost = reinterpret_cast<const void*>(0x1000);
  parameters.ByteCount = 64;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2_ptds, parameters);
  const format::Trace trace = recorded.read();
  const auto& copy = std::get<format::Copy>(trace.calls.at(0).detail);
  EXPECT_EQ(trace.calls[0].name(), "cuMemcpyHtoD");
  EXPECT_EQ(copy.destination, 0x7000U);
  EXPECT_EQ(copy.source, 0x1000U);
  EXPECT_EQ(copy.bytes, 64U);
  EXPECT_EQ(trace.streams.at(0).kind, format::Stream::Kind::PerThread);
}

TEST(Decode, RowsBeginAtTheirOffsets) {
  RecordedCall recorded;
  CUDA_MEMCPY2D rows{};
  rows.srcMemoryType = CU_MEMORYTYPE_HOST;
  rows.srcHost = reinterpret_cast<const void*>(0x1000);
  rows.srcPitch = 128;
  rows.srcY = 2;
  rows.srcXInBytes = 4;
  rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rows.dstDevice = 0x9000;
  rows.dstPitch = 256;
  rows.WidthInBytes = 100;
  rows.Height = 3;
  cuMemcpy2DAsync_v2_params parameters{};
  parameters.pCopy = &rows;
  parameters.hStream = kStream;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync_v2, parameters);
  const format::Trace trace = recorded.read();
  const auto& copy = std::get<format::Copy>(trace.calls.at(0).detail);
  EXPECT_EQ(copy.source, 0x1000U + 2 * 128 + 4);
  EXPECT_EQ(copy.bytes, 300U);
  ASSERT_TRUE(copy.shape.has_value());
  EXPECT_EQ(copy.shape->destination_pitch, 256U);
}

TEST(Decode, BatchIsSeveralCopiesOfOneCall) {
  RecordedCall recorded;
  CUdeviceptr destinations[] = {0x100, 0x200};
  CUdeviceptr sources[] = {0x300, 0x400};
  std::size_t sizes[] = {16, 32};
  CUmemcpyAttributes attribute{};
  attribute.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
  std::size_t first = 0;
  cuMemcpyBatchAsync_v2_params parameters{};
  parameters.dsts = destinations;
  parameters.srcs = sources;
  parameters.sizes = sizes;
  parameters.count = 2;
  parameters.attrs = &attribute;
  parameters.attrsIdxs = &first;
  parameters.numAttrs = 1;
  parameters.hStream = kStream;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_v2, parameters);
  const format::Trace trace = recorded.read();
  ASSERT_EQ(trace.calls.size(), 2U);
  EXPECT_EQ(trace.calls[0].sequence, trace.calls[1].sequence);
  EXPECT_TRUE(std::get<format::Copy>(trace.calls[0].detail).batch);
  EXPECT_EQ(std::get<format::Copy>(trace.calls[1].detail).source_order, format::SourceOrder::AnyTime);
}

CUmemcpy3DOperand operand(CUdeviceptr address, std::size_t row, std::size_t layer) {
  CUmemcpy3DOperand made{};
  made.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  made.op.ptr.ptr = address;
  made.op.ptr.rowLength = row;
  made.op.ptr.layerHeight = layer;
  return made;
}

TEST(Decode, RowsOfABatchWithoutALengthLieBehindOneAnother) {
  CUDA_MEMCPY3D_BATCH_OP copy{};
  copy.dst = operand(0x100, 64, 10);
  copy.src = operand(0x200, 0, 0);
  copy.extent = {.width = 16, .height = 4, .depth = 2};
  const CopyShape shape = batch_shape(copy, {});
  EXPECT_EQ(shape.destination.pitch, 64U);
  EXPECT_EQ(shape.destination.rows, 10U);
  EXPECT_EQ(shape.source.pitch, 16U);
  EXPECT_EQ(shape.source.rows, 4U);
}

TEST(Decode, LengthsOfABatchAreInElementsOfItsArray) {
  Driver driver;
  driver.array_descriptor = [](CUDA_ARRAY3D_DESCRIPTOR* descriptor, CUarray) {
    descriptor->Format = CU_AD_FORMAT_FLOAT;
    descriptor->NumChannels = 2;
    return CUDA_SUCCESS;
  };
  CUDA_MEMCPY3D_BATCH_OP copy{};
  copy.dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  copy.src = operand(0x200, 32, 0);
  copy.extent = {.width = 16, .height = 4, .depth = 1};
  const CopyShape shape = batch_shape(copy, driver);
  EXPECT_TRUE(shape.destination.is_array);
  EXPECT_EQ(shape.width, 16U * 8);
  EXPECT_EQ(shape.source.pitch, 32U * 8);
}

TEST(Decode, MemsetCountsBytes) {
  RecordedCall recorded;
  cuMemsetD32Async_params parameters{};
  parameters.dstDevice = 0x500;
  parameters.N = 10;
  parameters.hStream = kStream;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async, parameters);
  const format::Trace trace = recorded.read();
  EXPECT_EQ(std::get<format::Memset>(trace.calls.at(0).detail).width, 40U);
}

TEST(Decode, AllocationHasAnAddressOnlyWhenItSucceeded) {
  RecordedCall recorded;
  CUdeviceptr address = 0xabc000;
  cuMemAlloc_v2_params parameters{};
  parameters.dptr = &address;
  parameters.bytesize = 4096;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2, parameters);
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2, parameters, CUDA_ERROR_OUT_OF_MEMORY);
  const format::Trace trace = recorded.read();
  EXPECT_EQ(std::get<format::Memory>(trace.calls.at(0).detail).address, 0xabc000U);
  EXPECT_EQ(std::get<format::Memory>(trace.calls.at(1).detail).address, 0U);
  EXPECT_EQ(trace.calls[1].result, CUDA_ERROR_OUT_OF_MEMORY);
}

TEST(Decode, StreamAndEventCalls) {
  RecordedCall recorded;
  CUstream stream = kStream;
  cuStreamCreateWithPriority_params create{};
  create.phStream = &stream;
  create.flags = CU_STREAM_NON_BLOCKING;
  create.priority = -3;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuStreamCreateWithPriority, create);
  cuStreamWaitEvent_params wait{};
  wait.hStream = stream;
  wait.hEvent = kEvent;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent, wait);
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize, 0);
  const format::Trace trace = recorded.read();
  ASSERT_EQ(trace.calls.size(), 3U);
  EXPECT_EQ(trace.streams.at(0).flags, 1U);
  EXPECT_EQ(trace.streams.at(0).priority, -3);
  EXPECT_EQ(trace.calls[1].stream, trace.calls[0].stream);
  EXPECT_EQ(trace.events.at(0).handle, 0x960U);
  EXPECT_FALSE(trace.calls[2].stream.has_value());
}

TEST(Decode, NodeKnowsItsGraphAndWhatItFollows) {
  RecordedCall recorded;
  const auto before = reinterpret_cast<CUgraphNode>(0x10);
  CUgraphNode node = reinterpret_cast<CUgraphNode>(0x20);
  CUgraphNodeParams content{};
  content.type = CU_GRAPH_NODE_TYPE_MEMSET;
  content.memset.dst = 0x700;
  content.memset.elementSize = 4;
  content.memset.width = 8;
  content.memset.height = 1;
  cuGraphAddNode_v2_params parameters{};
  parameters.phGraphNode = &node;
  parameters.hGraph = reinterpret_cast<CUgraph>(0x30);
  parameters.dependencies = &before;
  parameters.numDependencies = 1;
  parameters.nodeParams = &content;
  recorded.call(CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v2, parameters);
  const format::Trace trace = recorded.read();
  const format::Call& call = trace.calls.at(0);
  EXPECT_FALSE(call.stream.has_value());
  ASSERT_TRUE(call.node.has_value());
  EXPECT_EQ(call.node->node, 0x20U);
  EXPECT_EQ(call.node->dependencies, std::vector<std::uint64_t>{0x10});
  EXPECT_EQ(std::get<format::Memset>(call.detail).width, 32U);
}

}  // namespace
}  // namespace cudep::record
