#!/usr/bin/env python3
"""How the time and memory of `cudep lint` grow with the program: generated sources of one shape and growing size.

usage: cost.py [--build build] [--shapes S,S...] [--sizes N,N...] [--runs N] [--keep DIR] [-- CLANG ARGS]

Shapes:
  functions    n functions with two streams, an event and a buffer each, all called by main
  operations   one function that submits n operations to four streams
  checked      the same, each call checked by a macro that leaves the function
  loops        one function with n loops of launches, one after the other
  branches     one function with n branches on its parameters, a launch in each
  nested       a chain of n calls
  doubling     n functions, each of which calls the next one twice
  streams      n streams that all wait for one and that one waits for
  buffers      a struct of n buffers, all filled and all read
  slots        a loop over n slots of a ring
  parentheses  an expression n parentheses deep

For each shape it prints the time and the peak memory of each size, and the ratios between one size and the one before:
sizes double, so that a ratio near 2 is linear. Times are of the processor, the least of --runs, and the ratios leave out
what an empty program takes.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

PRELUDE = """#include <cuda_runtime.h>
__global__ void fill(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 1.0f; }
__global__ void add(float* p, const float* q, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += q[i]; }
"""


def functions(n):
    for i in range(n):
        yield f"""void work{i}(float* a, float* b, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {{
  fill<<<16, 256, 0, s>>>(a, 4096);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  add<<<16, 256, 0, t>>>(b, a, 4096);
  cudaStreamSynchronize(t);
}}"""
    calls = "\n".join(f"  work{i}(a, b, s, t, e);" for i in range(n))
    yield "void run(float* a, float* b, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {\n" + calls + "\n}"


def operations(n):
    yield "void run(float* a, float* b, cudaStream_t* s, cudaEvent_t* e) {"
    for i in range(n):
        stream, other = i % 4, (i + 1) % 4
        yield (f"  fill<<<16, 256, 0, s[{stream}]>>>(a + {stream} * 4096, 4096);\n"
               f"  cudaEventRecord(e[{stream}], s[{stream}]);\n"
               f"  cudaStreamWaitEvent(s[{other}], e[{stream}], 0);")
    yield "  cudaDeviceSynchronize();\n}"


def checked(n):
    yield "#define TRY(call) do { if (cudaError_t status = (call); status != cudaSuccess) return status; } while (0)"
    yield "cudaError_t run(float* a, float* b, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {"
    for i in range(n):
        yield (f"  fill<<<16, 256, 0, s>>>(a, 4096);\n  TRY(cudaGetLastError());\n  TRY(cudaEventRecord(e, s));\n"
               f"  TRY(cudaStreamWaitEvent(t, e, 0));\n  add<<<16, 256, 0, t>>>(b, a, {4096 - i});\n  TRY(cudaGetLastError());\n"
               f"  TRY(cudaStreamSynchronize(t));")
    yield "  return cudaSuccess;\n}"


def loops(n):
    yield "void run(float* a, int laps, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {"
    for _ in range(n):
        yield ("  for (int i = 0; i < laps; ++i) {\n    fill<<<16, 256, 0, s>>>(a + i * 4096, 4096);\n  }\n"
               "  cudaEventRecord(e, s);\n  cudaStreamWaitEvent(t, e, 0);")
    yield "  cudaDeviceSynchronize();\n}"


def branches(n):
    parameters = ", ".join(f"int c{i}" for i in range(n))
    yield f"void run(float* a, cudaStream_t s, {parameters}) {{"
    for i in range(n):
        yield f"  if (c{i} > 0) fill<<<16, 256, 0, s>>>(a, 4096);"
    yield "  cudaStreamSynchronize(s);\n}"


def nested(n):
    yield "void call0(float* a, cudaStream_t s) { fill<<<16, 256, 0, s>>>(a, 4096); }"
    for i in range(1, n):
        yield f"void call{i}(float* a, cudaStream_t s) {{ call{i - 1}(a, s); }}"
    yield f"void run(float* a, cudaStream_t s) {{ call{n - 1}(a, s); cudaStreamSynchronize(s); }}"


def doubling(n):
    yield "void call0(float* a, cudaStream_t s) { fill<<<16, 256, 0, s>>>(a, 4096); }"
    for i in range(1, n):
        yield f"void call{i}(float* a, cudaStream_t s) {{ call{i - 1}(a, s); call{i - 1}(a, s); }}"
    yield f"void run(float* a, cudaStream_t s) {{ call{n - 1}(a, s); cudaStreamSynchronize(s); }}"


def streams(n):
    yield "void run(float* a) {\n  cudaStream_t first;\n  cudaStreamCreate(&first);\n  cudaEvent_t begun;\n  cudaEventCreate(&begun);"
    yield "  fill<<<16, 256, 0, first>>>(a, 4096);\n  cudaEventRecord(begun, first);"
    for i in range(n):
        yield (f"  cudaStream_t s{i};\n  cudaStreamCreateWithFlags(&s{i}, cudaStreamNonBlocking);\n"
               f"  cudaEvent_t e{i};\n  cudaEventCreate(&e{i});\n  cudaStreamWaitEvent(s{i}, begun, 0);\n"
               f"  fill<<<16, 256, 0, s{i}>>>(a + {i + 1} * 4096, 4096);\n  cudaEventRecord(e{i}, s{i});\n"
               f"  cudaStreamWaitEvent(first, e{i}, 0);")
    yield f"  fill<<<16, 256, 0, first>>>(a, {n + 1} * 4096);\n  cudaDeviceSynchronize();\n}}"


def buffers(n):
    yield "struct Buffers {"
    yield from (f"  float* b{i};" for i in range(n))
    yield "};\nvoid run(Buffers& all, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {"
    yield from (f"  cudaMalloc(&all.b{i}, 16384);\n  fill<<<16, 256, 0, s>>>(all.b{i}, 4096);" for i in range(n))
    yield "  cudaEventRecord(e, s);\n  cudaStreamWaitEvent(t, e, 0);"
    yield from (f"  add<<<16, 256, 0, t>>>(all.b{i}, all.b{(i + 1) % n}, 4096);" for i in range(n))
    yield "  cudaDeviceSynchronize();\n}"


def slots(n):
    yield f"""void run(int frames, cudaStream_t s, cudaStream_t t) {{
  float* data[{n}];
  cudaEvent_t filled[{n}], read[{n}];
  for (int i = 0; i < {n}; ++i) {{
    cudaMalloc(&data[i], 16384);
    cudaEventCreate(&filled[i]);
    cudaEventCreate(&read[i]);
  }}
  for (int f = 0; f < frames; ++f) {{
    cudaStreamWaitEvent(s, read[f % {n}], 0);
    fill<<<16, 256, 0, s>>>(data[f % {n}], 4096);
    cudaEventRecord(filled[f % {n}], s);
    cudaStreamWaitEvent(t, filled[f % {n}], 0);
    add<<<16, 256, 0, t>>>(data[f % {n}], data[f % {n}], 4096);
    cudaEventRecord(read[f % {n}], t);
  }}
  cudaDeviceSynchronize();
}}"""


def parentheses(n):
    yield f"int run(int a) {{ return {'(' * n}a{')' * n}; }}"


SHAPES = {shape.__name__: (shape, sizes) for shape, sizes in (
    (functions, (200, 400, 800, 1600)), (operations, (400, 800, 1600, 3200)), (checked, (50, 100, 200, 400)),
    (loops, (50, 100, 200, 400)), (branches, (8, 16, 32, 64)), (nested, (8, 16, 32, 64)), (doubling, (5, 10, 20, 40)),
    (streams, (64, 128, 256, 512)), (buffers, (200, 400, 800, 1600)), (slots, (2, 4, 8, 16)), (parentheses, (100, 1000, 5000, 20000)))}


def measure(cudep, source, runs, clang):
    """Seconds of processor time, peak MiB and exit code."""
    best = float("inf")
    for _ in range(runs):
        process = subprocess.Popen([cudep, "lint", "--no-cache", "--verbose", str(source), *(["--", *clang] if clang else [])],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        best = min(best, usage.ru_utime + usage.ru_stime)
    return best, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def show(name, sizes, scratch, options):
    make, earlier = SHAPES[name][0], None
    print(name)
    base = scratch / "empty.cu"
    base.write_text(PRELUDE)
    empty = measure(f"{options.build}/cudep", base, options.runs, options.clang)[0]
    for size in sizes:
        source = scratch / f"{name}_{size}.cu"
        source.write_text(PRELUDE + "\n".join(make(size)) + "\n")
        seconds, memory, code = measure(f"{options.build}/cudep", source, options.runs, options.clang)
        own = max(seconds - empty, 0.001)
        ratio = f"x{own / earlier:5.2f}" if earlier else ""
        print(f"  {size:6} {seconds:8.2f} s {ratio:>7} {memory:8.0f} MiB  exit {code}", flush=True)
        earlier = own


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--sizes", help="for all shapes; each has its own without this")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--keep", help="write the sources here and leave them")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.clang = words[end + 1:]
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(options.keep or made)
        scratch.mkdir(parents=True, exist_ok=True)
        for name in options.shapes.split(","):
            sizes = [int(size) for size in options.sizes.split(",")] if options.sizes else SHAPES[name][1]
            show(name, sizes, scratch, options)


if __name__ == "__main__":
    main()
