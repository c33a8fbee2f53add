// Names and texts of errors.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace cudep::simulate {
namespace {

constexpr auto kNames = std::to_array<std::pair<cudaError_t, const char*>>({
    {cudaSuccess, "cudaSuccess"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation"},
    {cudaErrorInitializationError, "cudaErrorInitializationError"},
    {cudaErrorCudartUnloading, "cudaErrorCudartUnloading"},
    {cudaErrorProfilerDisabled, "cudaErrorProfilerDisabled"},
    {cudaErrorProfilerNotInitialized, "cudaErrorProfilerNotInitialized"},
    {cudaErrorProfilerAlreadyStarted, "cudaErrorProfilerAlreadyStarted"},
    {cudaErrorProfilerAlreadyStopped, "cudaErrorProfilerAlreadyStopped"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol"},
    {cudaErrorInvalidHostPointer, "cudaErrorInvalidHostPointer"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer"},
    {cudaErrorInvalidTexture, "cudaErrorInvalidTexture"},
    {cudaErrorInvalidTextureBinding, "cudaErrorInvalidTextureBinding"},
    {cudaErrorInvalidChannelDescriptor, "cudaErrorInvalidChannelDescriptor"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection"},
    {cudaErrorAddressOfConstant, "cudaErrorAddressOfConstant"},
    {cudaErrorTextureFetchFailed, "cudaErrorTextureFetchFailed"},
    {cudaErrorTextureNotBound, "cudaErrorTextureNotBound"},
    {cudaErrorSynchronizationError, "cudaErrorSynchronizationError"},
    {cudaErrorInvalidFilterSetting, "cudaErrorInvalidFilterSetting"},
    {cudaErrorInvalidNormSetting, "cudaErrorInvalidNormSetting"},
    {cudaErrorMixedDeviceExecution, "cudaErrorMixedDeviceExecution"},
    {cudaErrorNotYetImplemented, "cudaErrorNotYetImplemented"},
    {cudaErrorMemoryValueTooLarge, "cudaErrorMemoryValueTooLarge"},
    {cudaErrorStubLibrary, "cudaErrorStubLibrary"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver"},
    {cudaErrorCallRequiresNewerDriver, "cudaErrorCallRequiresNewerDriver"},
    {cudaErrorInvalidSurface, "cudaErrorInvalidSurface"},
    {cudaErrorDuplicateVariableName, "cudaErrorDuplicateVariableName"},
    {cudaErrorDuplicateTextureName, "cudaErrorDuplicateTextureName"},
    {cudaErrorDuplicateSurfaceName, "cudaErrorDuplicateSurfaceName"},
    {cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable"},
    {cudaErrorIncompatibleDriverContext, "cudaErrorIncompatibleDriverContext"},
    {cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration"},
    {cudaErrorPriorLaunchFailure, "cudaErrorPriorLaunchFailure"},
    {cudaErrorLaunchMaxDepthExceeded, "cudaErrorLaunchMaxDepthExceeded"},
    {cudaErrorLaunchFileScopedTex, "cudaErrorLaunchFileScopedTex"},
    {cudaErrorLaunchFileScopedSurf, "cudaErrorLaunchFileScopedSurf"},
    {cudaErrorSyncDepthExceeded, "cudaErrorSyncDepthExceeded"},
    {cudaErrorLaunchPendingCountExceeded, "cudaErrorLaunchPendingCountExceeded"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction"},
    {cudaErrorNoDevice, "cudaErrorNoDevice"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice"},
    {cudaErrorDeviceNotLicensed, "cudaErrorDeviceNotLicensed"},
    {cudaErrorSoftwareValidityNotEstablished, "cudaErrorSoftwareValidityNotEstablished"},
    {cudaErrorStartupFailure, "cudaErrorStartupFailure"},
    {cudaErrorInvalidKernelImage, "cudaErrorInvalidKernelImage"},
    {cudaErrorDeviceUninitialized, "cudaErrorDeviceUninitialized"},
    {cudaErrorMapBufferObjectFailed, "cudaErrorMapBufferObjectFailed"},
    {cudaErrorUnmapBufferObjectFailed, "cudaErrorUnmapBufferObjectFailed"},
    {cudaErrorArrayIsMapped, "cudaErrorArrayIsMapped"},
    {cudaErrorAlreadyMapped, "cudaErrorAlreadyMapped"},
    {cudaErrorNoKernelImageForDevice, "cudaErrorNoKernelImageForDevice"},
    {cudaErrorAlreadyAcquired, "cudaErrorAlreadyAcquired"},
    {cudaErrorNotMapped, "cudaErrorNotMapped"},
    {cudaErrorNotMappedAsArray, "cudaErrorNotMappedAsArray"},
    {cudaErrorNotMappedAsPointer, "cudaErrorNotMappedAsPointer"},
    {cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable"},
    {cudaErrorUnsupportedLimit, "cudaErrorUnsupportedLimit"},
    {cudaErrorDeviceAlreadyInUse, "cudaErrorDeviceAlreadyInUse"},
    {cudaErrorPeerAccessUnsupported, "cudaErrorPeerAccessUnsupported"},
    {cudaErrorInvalidPtx, "cudaErrorInvalidPtx"},
    {cudaErrorInvalidGraphicsContext, "cudaErrorInvalidGraphicsContext"},
    {cudaErrorNvlinkUncorrectable, "cudaErrorNvlinkUncorrectable"},
    {cudaErrorJitCompilerNotFound, "cudaErrorJitCompilerNotFound"},
    {cudaErrorUnsupportedPtxVersion, "cudaErrorUnsupportedPtxVersion"},
    {cudaErrorJitCompilationDisabled, "cudaErrorJitCompilationDisabled"},
    {cudaErrorUnsupportedExecAffinity, "cudaErrorUnsupportedExecAffinity"},
    {cudaErrorUnsupportedDevSideSync, "cudaErrorUnsupportedDevSideSync"},
    {cudaErrorContained, "cudaErrorContained"},
    {cudaErrorInvalidSource, "cudaErrorInvalidSource"},
    {cudaErrorFileNotFound, "cudaErrorFileNotFound"},
    {cudaErrorSharedObjectSymbolNotFound, "cudaErrorSharedObjectSymbolNotFound"},
    {cudaErrorSharedObjectInitFailed, "cudaErrorSharedObjectInitFailed"},
    {cudaErrorOperatingSystem, "cudaErrorOperatingSystem"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle"},
    {cudaErrorIllegalState, "cudaErrorIllegalState"},
    {cudaErrorLossyQuery, "cudaErrorLossyQuery"},
    {cudaErrorSymbolNotFound, "cudaErrorSymbolNotFound"},
    {cudaErrorNotReady, "cudaErrorNotReady"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout"},
    {cudaErrorLaunchIncompatibleTexturing, "cudaErrorLaunchIncompatibleTexturing"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled"},
    {cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled"},
    {cudaErrorSetOnActiveProcess, "cudaErrorSetOnActiveProcess"},
    {cudaErrorContextIsDestroyed, "cudaErrorContextIsDestroyed"},
    {cudaErrorAssert, "cudaErrorAssert"},
    {cudaErrorTooManyPeers, "cudaErrorTooManyPeers"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered"},
    {cudaErrorHardwareStackError, "cudaErrorHardwareStackError"},
    {cudaErrorIllegalInstruction, "cudaErrorIllegalInstruction"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress"},
    {cudaErrorInvalidAddressSpace, "cudaErrorInvalidAddressSpace"},
    {cudaErrorInvalidPc, "cudaErrorInvalidPc"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge"},
    {cudaErrorTensorMemoryLeak, "cudaErrorTensorMemoryLeak"},
    {cudaErrorNotPermitted, "cudaErrorNotPermitted"},
    {cudaErrorNotSupported, "cudaErrorNotSupported"},
    {cudaErrorSystemNotReady, "cudaErrorSystemNotReady"},
    {cudaErrorSystemDriverMismatch, "cudaErrorSystemDriverMismatch"},
    {cudaErrorCompatNotSupportedOnDevice, "cudaErrorCompatNotSupportedOnDevice"},
    {cudaErrorMpsConnectionFailed, "cudaErrorMpsConnectionFailed"},
    {cudaErrorMpsRpcFailure, "cudaErrorMpsRpcFailure"},
    {cudaErrorMpsServerNotReady, "cudaErrorMpsServerNotReady"},
    {cudaErrorMpsMaxClientsReached, "cudaErrorMpsMaxClientsReached"},
    {cudaErrorMpsMaxConnectionsReached, "cudaErrorMpsMaxConnectionsReached"},
    {cudaErrorMpsClientTerminated, "cudaErrorMpsClientTerminated"},
    {cudaErrorCdpNotSupported, "cudaErrorCdpNotSupported"},
    {cudaErrorCdpVersionMismatch, "cudaErrorCdpVersionMismatch"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated"},
    {cudaErrorStreamCaptureMerge, "cudaErrorStreamCaptureMerge"},
    {cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched"},
    {cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined"},
    {cudaErrorStreamCaptureIsolation, "cudaErrorStreamCaptureIsolation"},
    {cudaErrorStreamCaptureImplicit, "cudaErrorStreamCaptureImplicit"},
    {cudaErrorCapturedEvent, "cudaErrorCapturedEvent"},
    {cudaErrorStreamCaptureWrongThread, "cudaErrorStreamCaptureWrongThread"},
    {cudaErrorTimeout, "cudaErrorTimeout"},
    {cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure"},
    {cudaErrorExternalDevice, "cudaErrorExternalDevice"},
    {cudaErrorInvalidClusterSize, "cudaErrorInvalidClusterSize"},
    {cudaErrorFunctionNotLoaded, "cudaErrorFunctionNotLoaded"},
    {cudaErrorInvalidResourceType, "cudaErrorInvalidResourceType"},
    {cudaErrorInvalidResourceConfiguration, "cudaErrorInvalidResourceConfiguration"},
    {cudaErrorUnknown, "cudaErrorUnknown"},
    {cudaErrorApiFailureBase, "cudaErrorApiFailureBase"},
});

/// `cudaErrorInvalidValue` → `invalid value`.
std::string words_of(std::string_view name) {
  std::string text;
  for (const char c : name.substr(std::string_view("cudaError").size())) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += ' ';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

std::array<std::string, kNames.size()> texts() {
  std::array<std::string, kNames.size()> all;
  std::ranges::transform(kNames, all.begin(), [](const auto& row) {
    return row.first == cudaSuccess ? std::string("no error") : words_of(row.second);
  });
  return all;
}

std::size_t position_of(cudaError_t error) {
  const auto found = std::ranges::find(kNames, error, &std::pair<cudaError_t, const char*>::first);
  return static_cast<std::size_t>(found - kNames.begin());
}

}  // namespace

extern "C" const char* cudaGetErrorName(cudaError_t error) {
  const std::size_t position = position_of(error);
  return position < kNames.size() ? kNames[position].second : "unrecognized error code";
}

extern "C" const char* cudaGetErrorString(cudaError_t error) {
  static const auto& kTexts = *new std::array(texts());
  const std::size_t position = position_of(error);
  return position < kNames.size() ? kTexts[position].c_str() : "unrecognized error code";
}

}  // namespace cudep::simulate
