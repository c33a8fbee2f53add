#!/bin/bash
# Records the programs of testdata on a machine with a GPU, and checks that recording changes neither what they print nor
# how they end. Usage: record.sh FOLDER_OF_THE_RECORDER FOLDER_OF_MORE_PROGRAMS RESULT_FOLDER
set -u
recorder=$(realpath "$1") more=$(realpath "$2") result=$3
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$result/bin" "$result/traces" "$result/output"
export recorder result
cd "$root" || exit 2

compile() {  # one source, by the name that it has in its folder
  nvcc -g -arch=sm_90 -std=c++17 "$1" -o "$result/bin/$(basename "$1" .cu)" -lcuda -lcublas \
    2>"$result/output/$(basename "$1" .cu).nvcc" || echo "not compiled: $1"
}
export -f compile
ls testdata/reference/*.cu testdata/traces/programs/*.cu | xargs -P "$(nproc)" -I{} bash -c 'compile {}'
(cd "$more" && ls *.cu | xargs -P "$(nproc)" -I{} bash -c 'compile {}')

record() {  # NAME PROGRAM ARGUMENTS: one line of what happened
  local name=$1
  shift
  timeout 60 "$@" >"$result/output/$name.native" 2>&1
  local native=$?
  timeout 60 "$recorder/cudep-trace-run" -o "$result/traces/$name.cudep" -- "$@" >"$result/output/$name.traced" 2>&1
  local traced=$?
  local same=same
  cmp -s "$result/output/$name.native" "$result/output/$name.traced" || same=DIFFERS
  echo "$name native=$native traced=$traced output=$same bytes=$(stat -c %s "$result/traces/$name.cudep" 2>/dev/null)"
}
for program in "$result"/bin/*; do
  name=$(basename "$program")
  [ "$name" = launch_loop ] || record "$name" "$program"
done
record torch_waits python3 testdata/traces/programs/two_streams.py
record torch_no_wait python3 testdata/traces/programs/two_streams.py --no-wait
for name in stream_contract wait_removed; do
  "$recorder/cudep-trace-run" -o "$result/traces/${name}_timeline.cudep" --timeline -- "$result/bin/$name"
done
