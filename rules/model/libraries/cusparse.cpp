// cuSPARSE: work goes to the stream of the handle; descriptors hold the memory of vectors and matrices.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {

Library cusparse() {
  return {.name = "cuSPARSE",
          .prefixes = {"cusparse"},
          .source = "cuSPARSE, \"Library Design: asynchronous execution\", cusparseSetStream(), \"Generic APIs\"",
          .calls = compiled({
              {"cusparseCreate", {creates_handle(0)}},
              {"cusparseSetStream", {binds(0, 1)}},
              {"cusparseGetStream", {stream_of(0, 1)}},
              {"cusparseSetPointerMode", {pointer_mode(0, 1)}},
              {"cusparseCreate*DnVec", {creates_handle(0), holds({0, 2})}},
              {"cusparseCreate*DnMat", {creates_handle(0), holds({0, 4})}},
              {"cusparseCreate*SpVec", {creates_handle(0), holds({0, 3, 4})}},
              {"cusparseCreate*Csr", {creates_handle(0), holds({0, 4, 5, 6})}},
              {"cusparseCreate*Csc", {creates_handle(0), holds({0, 4, 5, 6})}},
              {"cusparseCreate*Coo", {creates_handle(0), holds({0, 4, 5, 6})}},
              {"cusparseDnVecSetValues", {holds({0, 1})}},
              {"cusparseDnMatSetValues", {holds({0, 1})}},
              {"cusparseCsrSetPointers", {holds({0, 1, 2, 3})}},
              {"cusparseCscSetPointers", {holds({0, 1, 2, 3})}},
              {"cusparseCooSetPointers", {holds({0, 1, 2, 3})}},
              {"cusparseDestroy*", {nothing()}},
              {"cusparse*_bufferSize*", {nothing()}},
              {"cusparseSpMV", {handle(0), host_reads({2, 5}), reads({3, 4}), writes({6, 9})}},
              {"cusparseSpMV_preprocess", {handle(0), host_reads({2, 5}), reads({3, 4}), writes({9})}},
              {"cusparseSpMM", {handle(0), host_reads({3, 6}), reads({4, 5}), writes({7, 10})}},
              {"cusparseSpMM_preprocess", {handle(0), host_reads({3, 6}), reads({4, 5}), writes({10})}},
              {"cusparseSpSV_solve", {handle(0), host_reads({2}), reads({3, 4}), writes({5})}},
              {"cusparseSpSM_solve", {handle(0), host_reads({3}), reads({4, 5}), writes({6})}},
              {"cusparseSpVV", {handle(0), reads({2, 3}), writes({6}), host_writes({4})}},
              {"cusparseAxpby", {handle(0), host_reads({1, 3}), reads({2}), writes({4})}},
              {"cusparseGather", {handle(0), reads({1}), writes({2})}},
              {"cusparseScatter", {handle(0), reads({1}), writes({2})}},
              {"cusparseSparseToDense", {handle(0), reads({1}), writes({2, 4})}},
              {"cusparseDenseToSparse_convert", {handle(0), reads({1}), writes({2, 4})}},
              {"cusparseXcoo2csr", {handle(0), reads({1}), writes({5})}},
              {"cusparseXcsr2coo", {handle(0), reads({1}), writes({5})}},
              {"cusparseXcoosortByRow", {handle(0), writes({4, 5, 6, 7})}},
              {"cusparseXcoosortByColumn", {handle(0), writes({4, 5, 6, 7})}},
              {"cusparseGet*", {nothing()}},
              {"cusparseSet*", {nothing()}},
              {"cusparseLogger*", {nothing()}},
          })};
}

}  // namespace cudep::model::library_tables
