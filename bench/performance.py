#!/usr/bin/env python3
"""How long `cudep lint` takes beside `clang++ -fsyntax-only` of the same file, and how it uses two processors.

usage: performance.py [--cudep build/cudep] [--clang clang++-22] [--tidy clang-tidy-22] [--cuda-path /usr/local/cuda] [--runs 5]
                      [--units 200] [--write docs/performance.md]

Cold: with an empty cache. Warm: CUDA's headers are in the cache, the unit is not. Unchanged: the unit is, too. All runs of a
file alternate, after one of each that is not counted; medians of the wall clock and of the processors' time are shown. What is
left behind to fill the cache ends before the next run begins. Exits 1 when a promise is not kept.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLAIN = ROOT / "testdata" / "reference" / "stream_contract.cu"
THRUST = """#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
float total(const thrust::host_vector<float>& values, cudaStream_t stream) {
  thrust::device_vector<float> device = values;
  thrust::sort(thrust::cuda::par.on(stream), device.begin(), device.end());
  return thrust::reduce(thrust::cuda::par.on(stream), device.begin(), device.end());
}
"""
UNIT = """#include <cuda_runtime.h>
__global__ void fill_{n}(float* p, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = {n}; }}
void run_{n}(float* p, int n, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {{
  fill_{n}<<<16, 256, 0, s>>>(p, n);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  fill_{n}<<<16, 256, 0, t>>>(p, n);
  cudaStreamSynchronize(t);
}}
"""
PROMISES = {("plain unit", "cold"): 1.0, ("plain unit", "warm"): 0.30, ("plain unit", "unchanged"): 0.05,
            ("Thrust unit", "cold"): 0.75}
SPEEDUP, MEGABYTES = 1.8, 250
TIDY_CHECKS = "-*,bugprone-*"
HEAD = ("| run | time | processors' time | of clang's time | of clang's processors' time | promised |\n"
        "|---|---|---|---|---|---|", True)


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.cache = options, folder, folder / "cache"

    def run(self, command):
        """Wall-clock seconds, processor seconds and the largest process in megabytes."""
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"exit code {process.returncode}: {' '.join(map(str, command))}")
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000

    def words_of_clang(self):
        cuda = self.options.cuda_path
        return ["-x", "cuda", "--cuda-host-only", f"--cuda-path={cuda}", "-std=c++17", "-Wno-unknown-cuda-version",
                "-isystem", f"{cuda}/include/cccl"]

    def clang(self, file):
        return self.run([self.options.clang, *self.words_of_clang(), "-fsyntax-only", file])

    def tidy(self, file):
        return self.run([self.options.tidy, "--quiet", "--config={}", f"--checks={TIDY_CHECKS}", file, "--", *self.words_of_clang()])

    def lint(self, *words):
        measured = self.run([self.options.cudep, "lint", f"--cuda-path={self.options.cuda_path}",
                             f"--cache-dir={self.cache}", *words, "--", "-std=c++17"])
        self.wait_for_prelude()
        return measured

    def wait_for_prelude(self):
        while not list(self.cache.glob("??/*.prelude")):
            time.sleep(0.02)

    def cold(self, file):
        shutil.rmtree(self.cache, ignore_errors=True)
        return self.lint(file)

    def forget_units(self):
        for kind in ("facts", "checks", "roots"):
            for entry in self.cache.glob(f"??/*.{kind}"):
                entry.unlink()

    def warm(self, *words):
        self.forget_units()
        return self.lint(*words)

    def side_by_side(self, *parts):
        """Each part linted in a run of its own, all at once, to the end of the last one."""
        self.forget_units()
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor() as runs:
            results = list(runs.map(lambda files: self.lint("-j1", *files), parts))
        return time.monotonic() - start, sum(result[1] for result in results), max(result[2] for result in results)

    def unchanged(self, file):
        return self.lint(file)


def medians(measured):
    return [statistics.median(column) for column in zip(*measured)]


def of_file(bench, file):
    """Medians by kind of run."""
    kinds = {"clang": bench.clang, "clang-tidy": bench.tidy, "cold": bench.cold, "warm": bench.warm,
             "unchanged": bench.unchanged}
    measured = {kind: [] for kind in kinds}
    for turn in range(bench.options.runs + 1):
        for kind, run in kinds.items():
            result = run(file)
            if turn:
                measured[kind].append(result)
    return {kind: medians(results) for kind, results in measured.items()}


def of_many(bench):
    """Medians with one and with two processors."""
    files = []
    for number in range(bench.options.units):
        file = bench.folder / f"unit_{number}.cu"
        file.write_text(UNIT.format(n=number))
        files.append(file)
    def with_one_changed():
        files[0].write_text(files[0].read_text() + "//\n")
        return bench.lint("-j2", *files)

    half = len(files) // 2
    kinds = {"-j1": lambda: bench.warm("-j1", *files), "-j2": lambda: bench.warm("-j2", *files), "one": with_one_changed,
             "two runs": lambda: bench.side_by_side(files[:half], files[half:])}
    measured = {kind: [] for kind in kinds}
    bench.warm(files[0])
    for _ in range(bench.options.runs):
        for kind, run in kinds.items():
            measured[kind].append(run())
    return {kind: medians(results) for kind, results in measured.items()}


def file_rows(name, result):
    clang = result["clang"]
    for kind, (seconds, processor, _) in result.items():
        promise = PROMISES.get((name, kind))
        ratio = seconds / clang[0]
        yield (f"| {name}, {kind} | {seconds:.3f} s | {processor:.3f} s | {ratio:.2f} | {processor / clang[1]:.2f} | "
               f"{'' if promise is None else f'at most {promise:.2f}'} |"), promise is None or ratio <= promise


def many_rows(units, result):
    (one, one_processor, _), (two, two_processor, megabytes) = result["-j1"], result["-j2"]
    apart, apart_processor, _ = result["two runs"]
    changed, changed_processor, _ = result["one"]
    yield f"| {units} units, -j1 | {one:.1f} s | {one_processor:.1f} s | | | |", True
    yield (f"| {units} units, -j2 | {two:.1f} s | {two_processor:.1f} s | {one / two:.2f} times faster | | "
           f"at least {SPEEDUP} times |"), one / two >= SPEEDUP
    yield (f"| half of them each in two runs at once, -j1 | {apart:.1f} s | {apart_processor:.1f} s | "
           f"{one / apart:.2f} times faster | | |"), True
    yield f"| {units} units, one of them changed, -j2 | {changed:.1f} s | {changed_processor:.1f} s | | | |", True
    yield f"| largest process | {megabytes:.0f} MB | | | | at most {MEGABYTES} MB |", megabytes <= MEGABYTES


def machine():
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown processor")
    return f"{os.cpu_count()} processors ({model})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", type=pathlib.Path, default=ROOT / "build" / "cudep")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--tidy", default="clang-tidy-22")
    parser.add_argument("--cuda-path", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--units", type=int, default=200)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    options.cudep = options.cudep.resolve()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        thrust = bench.folder / "thrust.cu"
        thrust.write_text(THRUST)
        rows = [HEAD]
        print(HEAD[0], flush=True)
        for part in (lambda: file_rows("plain unit", of_file(bench, PLAIN)),
                     lambda: file_rows("Thrust unit", of_file(bench, thrust)),
                     lambda: many_rows(options.units, of_many(bench)) if options.units else []):
            new = list(part())
            rows += new
            print("\n".join(row for row, _ in new), flush=True)
    if options.write:
        table = "\n".join(row for row, _ in rows)
        options.write.write_text(PAGE.format(runs=options.runs, machine=machine(), table=table))
    return 0 if all(kept for _, kept in rows) else 1


PAGE = """# Performance

Written by `bench/performance.py --write docs/performance.md`: medians of {runs} alternating runs, on {machine}. Clang is
`clang++-22 -fsyntax-only` of the same file, clang-tidy `clang-tidy-22` with the checks `bugprone-*`; cold is a run with an empty
cache, warm one with CUDA's headers in it, unchanged one with the unit in it ([caching.md](caching.md)). Two runs at once that
share nothing but the cache show what the machine gains by its second processor.

{table}

What recording a run costs stands in [audit.md](audit.md).
"""

if __name__ == "__main__":
    sys.exit(main())
