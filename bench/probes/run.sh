#!/usr/bin/env bash
# Builds the ordering probes and asks each its question on this machine's GPU, in a process of its own: one that hangs
# is stopped and counts as no answer. Three quarters of the time are shared out by the number of questions, so that no
# program takes the time of those behind it; the rest, and what they leave, goes to who needs it. Needs nvcc 13 and a
# GPU; two GPUs for fact 5, cuBLAS for fact 4.
#
#   bench/probes/run.sh [RESULT_FILE]           every probe; `run.sh --build` only builds
#
# ARCHITECTURE (sm_90), BUILD (build-probes), PROGRAMS ("graphs batch", some of them) and LIMIT (seconds for all
# questions, 300) can be given in the environment.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build-probes}
limit=${LIMIT:-300}
result=${1:-$build/results.txt}
nvcc=$(realpath "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")
modules=10  # of the first-launch probe: five without data, five with
mkdir -p "$build"

compile() {  # OUTPUT SOURCE OPTION...
  local output=$1 source=$2
  shift 2
  rm -f "$output"
  "$nvcc" -std=c++20 -O1 "-arch=${ARCHITECTURE:-sm_90}" "$here/$source" -o "$output" "$@" \
    "-L$(dirname "$nvcc")/../lib64/stubs" -lcuda || echo "not built: $(basename "$output")" >&2
}

build_program() {
  local name=$1 options=() number
  case $name in
    per_thread) options=(--default-stream per-thread) ;;
    per_thread_cublas) options=(--default-stream per-thread -lcublas) ;;
    first_launch)
      for ((number = 1; number <= modules; ++number)); do
        compile "$build/module_$number.o" first_launch_module.cu -c "-DMODULE=$number" \
          "-DWITH_DATA=$((number > modules / 2))" 2>/dev/null
      done
      options=("$build"/module_*.o)
      ;;
  esac
  compile "$build/$name" "$name.cu" "${options[@]}"
}

programs=(${PROGRAMS:-legacy_stream per_thread per_thread_cublas two_devices managed pageable batch programmatic
  first_launch allocation local_memory graphs})
export here build nvcc modules
export -f compile build_program
printf '%s\n' "${programs[@]}" | xargs -P "$(nproc)" -I{} bash -c 'build_program {}'
[[ ${1:-} != --build ]] || exit 0

ask() {  # PROGRAM FACT PROBE
  local output code=0
  output=$(timeout -k 2 20 "$build/$1" "$3" 2>&1) || code=$?
  case $code in
    0) echo "$output" ;;
    124 | 137) echo "fact $2 $3: no answer, stopped after 20 s" ;;
    *) echo "fact $2 $3: no answer (exit $code): $(tail -n 1 <<<"$output")" ;;
  esac
}

list_all() {  # PROGRAM FACT PROBE, a line each
  local program
  for program in "${programs[@]}"; do
    [[ ! -x $build/$program ]] || "$build/$program" | sed "s/^/$program /"
  done
}

# How long the questions of a program may take, at least: three quarters of the time of so many questions.
share() { echo $((limit * 3 * $1 / (4 * ${#questions[@]}))); }

ask_all() {
  local number program fact probe own asked="" deadline=0
  local -A last=() count=()
  mapfile -t questions < <(list_all)
  for number in "${!questions[@]}"; do
    program=${questions[number]%% *}
    last[$program]=$number
    count[$program]=$((${count[$program]:-0} + 1))
  done
  SECONDS=0
  for number in "${!questions[@]}"; do
    read -r program fact probe <<<"${questions[number]}"
    if [[ $program != "$asked" ]]; then
      asked=$program
      deadline=$((limit - $(share $((${#questions[@]} - 1 - last[$program])))))
      own=$((SECONDS + $(share "${count[$program]}")))
      ((own <= deadline)) || deadline=$own
    fi
    if ((SECONDS > deadline)); then
      echo "fact $fact $probe: not asked, out of time"
    else
      ask "$program" "$fact" "$probe"
    fi
  done
}

started=$SECONDS
{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || echo "no nvidia-smi"
  "$nvcc" --version | sed -n 's/.*release/nvcc release/p'
} | tee "$result"
ask_all | tee "$build/answers.txt"
sort -s -k 2,2n "$build/answers.txt" >>"$result"
echo "$(wc -l <"$build/answers.txt") probes in $((SECONDS - started)) s; $result"
