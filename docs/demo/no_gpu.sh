#!/bin/bash
# One race from the source to a verdict, on a machine without a GPU (docs/simulate.md). `cudep` and `nvcc` are found by PATH.
#
#   docs/demo/no_gpu.sh [PROGRAM.cu]
set -u
source=${1:-$(dirname "$0")/../../testdata/reference/wait_removed.cu}
folder=$(mktemp -d)
cp "$source" "$folder/app.cu"
cd "$folder" || exit 1

show() {
  echo "\$ $*"
  "$@" 2>&1
  local code=$?
  [ $code = 0 ] || echo "[exit code $code]"
  echo
}

show cudep lint app.cu --fail-on never --format json:findings.json --kernels-out kernels.json
show nvcc -g -cudart shared app.cu -o app
show cudep trace --simulate --kernels kernels.json -o app.cudep -- ./app
show cudep audit app.cudep --static findings.json --kernels kernels.json

echo "# the right form of the program"
show nvcc -g -cudart shared -DORDERED app.cu -o ordered
show cudep trace --simulate --kernels kernels.json -o ordered.cudep -- ./ordered
show cudep audit ordered.cudep --static findings.json --kernels kernels.json
rm -r "$folder"
