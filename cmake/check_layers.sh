#!/usr/bin/env bash
# Include lines that cross a layer: clang and LLVM belong to analyzer/frontend, CUPTI to tracer/record, CUDA to the two that
# turn calls into entries, tracer/record and tracer/simulate. The targets' include folders keep the project's own layers
# apart; system folders are open to everybody, hence this check. Tests hold CUDA programs in strings and are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wrong=0

# forbid PATTERN ALLOWED_FOLDER WORDS: no source outside the folder includes a header that matches.
forbid() {
  local line
  while IFS= read -r line; do
    echo "FAILED ${line%%:*}: $3 only in $2: ${line#*:}"
    wrong=$((wrong + 1))
  done < <(grep -rnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($1)" --include='*.h' --include='*.cpp' \
    --exclude='*_test.cpp' \
    rules analyzer tracer cli bench 2>/dev/null | grep -v "^$2/" | sed -E 's/^([^:]*):([0-9]+):/\1 line \2:/')
}

forbid 'clang/|clang-c/|llvm/|llvm-c/' analyzer/frontend 'clang and LLVM'
forbid 'cupti|generated_cuda|nv_decode' tracer/record CUPTI
forbid 'cuda' 'tracer/\(record\|simulate\)' CUDA
echo "layers: $((wrong == 0 ? 1 : 0)) passed, $wrong failed"
[ "$wrong" = 0 ]
