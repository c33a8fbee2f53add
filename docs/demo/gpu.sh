#!/bin/bash
# One race from the source to the wrong value, on a machine with an NVIDIA GPU (docs/provoke.md). `cudep` and `nvcc` are found by PATH.
#
#   docs/demo/gpu.sh [PROGRAM.cu] [FINDINGS.json KERNELS.json]
#
# The findings of an earlier `cudep lint` stand for it where it cannot run, on machines without clang.
set -u
source=${1:-$(dirname "$0")/../../testdata/reference/wait_removed.cu}
folder=$(mktemp -d)
cp "$source" "$folder/app.cu"
if [ $# -ge 3 ]; then
  sed "s|\"[^\"]*/$(basename "$source")\"|\"app.cu\"|" "$2" >"$folder/findings.json"
  cp "$3" "$folder/kernels.json"
fi
cd "$folder" || exit 1

show() {
  echo "\$ $*"
  "$@"
  local code=$?
  [ $code = 0 ] || echo "[exit code $code]"
  echo
}

[ -e findings.json ] || show cudep lint app.cu --format text --format json:findings.json --kernels-out kernels.json
show nvcc -g -arch=native -std=c++17 app.cu -o app
show ./app
show cudep trace -o app.cudep -- ./app
show cudep audit app.cudep --static findings.json --kernels kernels.json
show cudep provoke app.cudep --static findings.json --kernels kernels.json -- ./app
show cat app.provoke/plain-1/stdout
show cat app.provoke/finding-1-delayed/stdout
show cat app.provoke/finding-1-paused/stdout

echo "# the right form of the program"
show nvcc -g -arch=native -std=c++17 -DORDERED app.cu -o ordered
show cudep trace -o ordered.cudep -- ./ordered
show cudep audit ordered.cudep --static findings.json
show cudep provoke ordered.cudep -- ./ordered
rm -r "$folder"
