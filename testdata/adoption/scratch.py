"""A small CUDA project in a folder of its own, for tests of cudep beside the tools that people use it with."""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

EDGES = """#pragma once
#include <cuda_runtime.h>

inline void hand_over(cudaStream_t from, cudaStream_t to, cudaEvent_t done) {
  cudaEventRecord(done, from);
  cudaStreamWaitEvent(to, done, 0);
}
"""

PIPELINE = """#include "edges.h"

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void use(const int* data, int* sum) { atomicAdd(sum, data[threadIdx.x]); }

int main() {
  int *data, *sum;
  cudaStream_t first, second;
  cudaEvent_t done;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&done);
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  fill<<<1, 256, 0, first>>>(data);
  hand_over(first, second, done);
  use<<<1, 256, 0, second>>>(data, sum);
  cudaDeviceSynchronize();
}
"""

HAND_OVER = "  hand_over(first, second, done);\n"
RULE = "unordered-stream-access"


class Project:
    """`cudep` is on PATH and needs no toolkit; git knows who commits and reads nobody's configuration."""

    def __init__(self, folder, cudep):
        self.folder = folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "PATH": f"{pathlib.Path(cudep).resolve().parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder.parent), "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@a", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@a",
        }
        self.write("edges.h", EDGES)
        self.write("pipeline.cu", PIPELINE)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def read(self, name):
        return (self.folder / name).read_text()

    def database(self, *sources):
        entries = [{"directory": str(self.folder), "file": name, "command": f"nvcc -c {name}"} for name in sources]
        self.write("compile_commands.json", json.dumps(entries))

    def run(self, *words, stdin=""):
        return subprocess.run(words, cwd=self.folder, env=self.environment, input=stdin, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def lint(self, *words, stdin=""):
        return self.run("cudep", "lint", "--cuda-path", "bundled", *words, stdin=stdin)

    def git(self, *words):
        done = self.run("git", *words)
        assert done.returncode == 0, f"git {' '.join(words)}: {done.stdout}"
        return done.stdout

    def commit(self, message="change"):
        self.git("add", "--all")
        return self.run("git", "commit", "-m", message)


@contextlib.contextmanager
def project(cudep):
    with tempfile.TemporaryDirectory(prefix="cudep-") as folder:
        root = pathlib.Path(folder).resolve() / "project"
        root.mkdir()
        yield Project(root, cudep)


def need(*tools):
    """Ends the test as skipped (exit code 77) when a tool is not there."""
    for tool in tools:
        if not shutil.which(tool):
            print(f"skipped: no {tool} here; ./dev setup installs it")
            sys.exit(77)


def run_checks(module, cudep):
    """Runs every `check_*` function of a module on a project of its own; prints what failed, and the counts."""
    passed = failed = 0
    for name, check in [(name, value) for name, value in vars(module).items() if name.startswith("check_")]:
        with project(cudep) as scratch:
            try:
                check(scratch)
                passed += 1
            except AssertionError as error:
                failed += 1
                print(f"FAILED {name}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main(module):
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} CUDEP")
    with tempfile.TemporaryDirectory(prefix="cudep-", ignore_cleanup_errors=True) as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        code = run_checks(module, sys.argv[1])
    sys.exit(code)
