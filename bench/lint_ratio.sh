#!/usr/bin/env bash
# How long linting a file takes, over how long clang takes to parse it: the ratio is what the analysis adds.
#
#   bench/lint_ratio.sh [FILE]... [-- CLANG_ARGUMENT...]
#
# Both run the same file with the same arguments, in turn, five times each after one run that is not counted; medians are
# shown. Override the programs with CUDEP, CLANG and CUDA_PATH.
set -euo pipefail
export LC_ALL=C  # decimal points

root=$(cd "$(dirname "$0")/.." && pwd)
cudep=${CUDEP:-$root/build/cudep}
clang=${CLANG:-clang++-22}
cuda=${CUDA_PATH:-/usr/local/cuda}
runs=5

files=()
while (($#)) && [[ $1 != -- ]]; do
  files+=("$1")
  shift
done
(($#)) && shift
arguments=("$@")
((${#files[@]})) || files=("$root/testdata/reference/stream_contract.cu")
((${#arguments[@]})) || arguments=(-std=c++17)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$0: $*" >&2
  exit 2
}

command -v "$cudep" >/dev/null || fail "no $cudep; build it, or name it with CUDEP"
command -v "$clang" >/dev/null || fail "no $clang; install it, or name it with CLANG"

parse() {
  "$clang" -x cuda --cuda-host-only "--cuda-path=$cuda" -Wno-unknown-cuda-version -isystem "$cuda/include/cccl" \
    "${arguments[@]}" -fsyntax-only "$1"
}

# An answer from the cache would not be an analysis. Findings (1) are a result, every other exit code is not.
lint() {
  local code=0
  "$cudep" lint "--cuda-path=$cuda" --no-cache "$1" -- "${arguments[@]}" || code=$?
  ((code <= 1))
}

# seconds FUNCTION FILE: the wall-clock time of one run.
seconds() {
  local start=$EPOCHREALTIME
  "$1" "$2" >"$scratch/output" 2>&1 || fail "$1 failed on $2: $(head -n 1 "$scratch/output")"
  awk -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.4f\n", end - start }'
}

median() {
  sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

measure() {
  local lint_times=() parse_times=() run
  seconds lint "$1" >/dev/null
  seconds parse "$1" >/dev/null
  for ((run = 0; run < runs; ++run)); do
    lint_times+=("$(seconds lint "$1")")
    parse_times+=("$(seconds parse "$1")")
  done
  awk -v file="$1" -v lint="$(printf '%s\n' "${lint_times[@]}" | median)" \
    -v parse="$(printf '%s\n' "${parse_times[@]}" | median)" \
    'BEGIN { printf "%s: lint %.3f s, clang %.3f s, ratio %.2f\n", file, lint, parse, lint / parse }'
}

for file in "${files[@]}"; do
  [[ -r $file ]] || fail "$file: cannot be read"
  measure "$file"
done
