#!/usr/bin/env bash
# What recording costs where nothing but calls takes time: a loop of launch, record and wait, native, under an empty CUPTI
# callback, recorded without and with call stacks, and under compute-sanitizer's memcheck. Needs a GPU, nvcc and cudep.
#
#   bench/recording/run.sh [BUILD]
#
# All run in turn, seven times; medians of nanoseconds a lap and their ratio to native are shown.
set -euo pipefail
export LC_ALL=C  # decimal points

here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${1:-$here/../../build}")
laps=${LAPS:-200000}
cuda=${CUDA_PATH:-/usr/local/cuda}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

nvcc -O2 -arch=native "$here/launch_loop.cu" -o "$scratch/loop"
nvcc -O2 -shared -Xcompiler -fPIC -I"$cuda/extras/CUPTI/include" "$here/empty_callback.cu" -o "$scratch/empty.so" \
  -L"$cuda/extras/CUPTI/lib64" -lcupti

native() { "$scratch/loop" "$laps"; }
empty() { LD_LIBRARY_PATH=$cuda/extras/CUPTI/lib64 CUDA_INJECTION64_PATH=$scratch/empty.so "$scratch/loop" "$laps"; }
recorded() { "$build/cudep" trace --no-stacks -o "$scratch/run.cudep" -- "$scratch/loop" "$laps"; }
stacks() { "$build/cudep" trace -o "$scratch/run.cudep" -- "$scratch/loop" "$laps"; }
memcheck() { compute-sanitizer --tool memcheck "$scratch/loop" $((laps / 20)) | grep -E '^[0-9.]+$'; }

ways=(native empty recorded stacks memcheck)
for ((i = 0; i < 7; ++i)); do
  for way in "${ways[@]}"; do "$way" >>"$scratch/$way"; done
done

median() { sort -n "$1" | sed -n 4p; }
base=$(median "$scratch/native")
printf '%-10s %12s %8s\n' way 'ns a lap' ratio
for way in "${ways[@]}"; do
  awk -v way="$way" -v ns="$(median "$scratch/$way")" -v base="$base" 'BEGIN { printf "%-10s %12.0f %8.2f\n", way, ns, ns / base }'
done
echo "trace: $(($(stat -c %s "$scratch/run.cudep") / (laps * 3))) bytes a call, parameters included"
