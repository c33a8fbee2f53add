// The stream of a cuBLAS handle that nobody gave one, in a unit built with `--default-stream per-thread`. A product of
// one element reads the word that the spin writes last.
#include <cublas_v2.h>

#include "probe.cuh"

namespace probe {
namespace {

void check_cublas(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) give_up(__FILE__, __LINE__, call, cublasGetStatusString(status));
}

class Product {
 public:
  explicit Product(bool set_stream) {
    check_cublas(cublasCreate(&handle_), "cublasCreate");
    if (set_stream) check_cublas(cublasSetStream(handle_, cudaStreamPerThread), "cublasSetStream");
    const float one = 1.0f;
    CHECK(cudaMemcpy(one_, &one, sizeof one, cudaMemcpyHostToDevice));
    submit(one_);  // loads its kernel
    CHECK(cudaDeviceSynchronize());
  }

  void submit(const float* word) {
    const float alpha = 1.0f, beta = 0.0f;
    check_cublas(cublasSgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, word, 1, one_, 1, &beta, result_, 1),
                 "cublasSgemm");
  }

  float result() const {
    float word = 0;
    CHECK(cudaMemcpy(&word, result_, sizeof word, cudaMemcpyDeviceToHost));
    return word;
  }

  const void* stream() const {
    cudaStream_t stream = nullptr;
    check_cublas(cublasGetStream(handle_, &stream), "cublasGetStream");
    return stream;
  }

 private:
  cublasHandle_t handle_ = nullptr;
  float* one_ = on_device<float>();
  float* result_ = on_device<float>();
};

std::string product_behind(cudaStream_t spins, Product& product) {
  Spin spin;
  const Observer observer = {[&] { product.submit(spin.over_on_device()); }, [&] { return product.result() == 1.0f; }};
  return behind(spin, {[&] { spin.start(spins); }, [](int) {}, observer}).waited.shown();
}

std::string delayed_by(bool set_stream) {
  Product product(set_stream);
  return "the product waited: legacy spins " + product_behind(cudaStreamLegacy, product) + ", own per-thread spins " +
         product_behind(cudaStreamPerThread, product) + ", blocking spins " +
         product_behind(make_stream(cudaStreamDefault), product) + text(" (the handle's stream: %p)", product.stream());
}

const std::vector<Probe> kProbes = {
    {4, "gemm-without-a-stream", [] { return delayed_by(false); }},
    {4, "control-gemm-on-per-thread", [] { return delayed_by(true); }},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Lazy); }
