#!/bin/bash
# On a machine with a GPU: compiles programs, records each, audits the run and prints a table. The findings of the source
# come from `cudep lint` where cudep-lint is built, else from FINDINGS/NAME.json and FINDINGS/NAME.kernels.json, which
# the same command writes with --static-only on a machine that has no GPU.
#
# usage: record_all.sh [--cudep BUILD/cudep] [--findings FOLDER] [--keep FOLDER] [--static-only] [FOLDER_OF_PROGRAMS…]
#
# The reference programs are always among them. What a program should show stands in its marks (`// EXPECT: rule`).
# --keep writes NAME.cudep, NAME.json, NAME.kernels.json and NAME.expected there: what testdata/traces/recorded holds.
# Exit code: 0 when every program shows what it should, 1 when one does not, 2 for wrong usage.
set -u
root=$(realpath "$(dirname "$0")/../..")
cudep=$root/build/cudep findings='' keep='' static_only='' folders=("$root/testdata/reference")
while [ $# -gt 0 ]; do
  case $1 in
    --cudep) cudep=$(realpath "$2") && shift 2 ;;
    --findings) mkdir -p "$2" && findings=$(realpath "$2") && shift 2 ;;
    --keep) mkdir -p "$2" && keep=$(realpath "$2") && shift 2 ;;
    --static-only) static_only=yes && shift ;;
    -*) echo "record_all.sh: unknown option $1" >&2 && exit 2 ;;
    *) folders+=("$(realpath "$1")") && shift ;;
  esac
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
findings=${findings:-$work}

# NAME SOURCE: the findings of the source and what its kernels access.
lint() {
  [ -x "$(dirname "$cudep")/cudep-lint" ] || return 0
  "$cudep" lint --format "json:$findings/$1.json" --kernels-out "$findings/$1.kernels.json" --fail-on never "$2" \
    >"$work/$1.lint" 2>&1
}

# NAME SOURCE: one row of the table. Fails when the audit differs from the marks.
row() {
  local name=$1 source=$2 options=()
  if ! nvcc -g -arch=native -std=c++17 -cudart shared "$source" -o "$work/$name" -lcuda -lcublas 2>"$work/$name.nvcc"; then
    printf '%-44s not compiled\n' "$name" && return 1
  fi
  timeout 120 "$cudep" trace -o "$work/$name.cudep" -- "$work/$name" >"$work/$name.out" 2>&1
  [ -f "$findings/$name.json" ] && options+=(--static "$findings/$name.json")
  [ -f "$findings/$name.kernels.json" ] && options+=(--kernels "$findings/$name.kernels.json")
  "$cudep" audit "${options[@]}" --format "json:$work/$name.audit" "$work/$name.cudep" 2>"$work/$name.notes"
  python3 - "$name" "$source" "$findings/$name.json" "$work/$name.audit" "$work/$name.expected" <<'TABLE'
import json, pathlib, re, sys
name, source, static, audit, expected = sys.argv[1:]
marks = re.findall(r"//\s*EXPECT:\s*([a-z-]+)", pathlib.Path(source).read_text())
static_count = len(json.loads(pathlib.Path(static).read_text())["findings"]) if pathlib.Path(static).is_file() else 0
try:
    found = json.loads(pathlib.Path(audit).read_text())["findings"]
except (OSError, ValueError):
    print(f"{name:44} no audit")
    sys.exit(1)
kinds = [f.get("verdict", {}).get("kind", "found") for f in found]
shown = [f for f, kind in zip(found, kinds) if kind in ("confirmed", "seen-in-run", "found")]
lines = [f"{kind} {f['rule']} {pathlib.Path(f['primary']['file']).name}:{f['primary']['line']}" for f, kind in zip(found, kinds)]
pathlib.Path(expected).write_text("".join(line + "\n" for line in lines))
right = bool(shown) == bool(marks)
print(f"{name:44} expected={len(marks)} static={static_count} audit={len(shown)} "
      f"{','.join(sorted(set(kinds))) or 'clean':30} {'ok' if right else 'DIFFERS'}")
sys.exit(0 if right else 1)
TABLE
}

failed=0 passed=0
for folder in "${folders[@]}"; do
  for source in "$folder"/*.cu; do
    name=$(basename "$source" .cu)
    [ "$findings" != "$work" ] && [ -f "$findings/$name.json" ] && [ -z "$static_only" ] || lint "$name" "$source"
    [ -n "$static_only" ] && continue
    if row "$name" "$source"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    [ -n "$keep" ] && for kind in cudep expected; do cp "$work/$name.$kind" "$keep/" 2>/dev/null; done
    [ -n "$keep" ] && for kind in json kernels.json; do cp "$findings/$name.$kind" "$keep/" 2>/dev/null; done
  done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
