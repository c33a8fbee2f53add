#!/usr/bin/env python3
"""What `cudep lint` says does not depend on its cache, and the cache knows when it may be used.

usage: run_cached.py [--cudep build/cudep] [FILE_OR_FOLDER...]

With programs: each is linted without a cache, with an empty one, with what its headers came to (the prelude) alone, and
with everything kept; output, errors and exit code must be the same. Without: runs the scenarios below.

Prints a line for each failure and `N passed, N failed` at the end; exits 1 when something failed.
"""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE_SECONDS = 120
RACE = """#include <cuda_runtime.h>
#include "order.h"
__global__ void fill(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 1.0f; }
void run(float* p, int n, cudaStream_t s, cudaStream_t t, cudaEvent_t e) {
  fill<<<1, 256, 0, s>>>(p, n);
  ORDER(s, t, e);
  fill<<<1, 256, 0, t>>>(p, n);
}
"""
ORDERED = "#define ORDER(s, t, e) cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0)\n"
UNORDERED = "#define ORDER(s, t, e)\n"


class Workplace:
    """A folder with a source, a header and a cache, and the program under test."""

    def __init__(self, cudep, folder):
        self.cudep, self.folder, self.cache = cudep, pathlib.Path(folder), pathlib.Path(folder) / "cache"
        self.write("race.cu", RACE)
        self.write("order.h", UNORDERED)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def lint(self, *words, cudep=None, environment=None, options=()):
        command = [str(cudep or self.cudep), "lint", f"--cache-dir={self.cache}", *options, *(words or ("race.cu",))]
        return subprocess.run(command, cwd=self.folder, capture_output=True, timeout=PATIENCE_SECONDS,
                              stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})

    def entries(self, kind):
        return sorted(self.cache.glob(f"??/*.{kind}"))

    def wait_for_prelude(self):
        return eventually(lambda: self.entries("prelude"))

    def counting_copy(self):
        """cudep beside a cudep-lower that notes how often it was started to lower a unit."""
        place, real = self.folder / "copy", self.cudep.resolve().parent
        place.mkdir(exist_ok=True)
        for file in [self.cudep.resolve(), *real.glob("libfmt.so*")]:
            shutil.copy(file, place / file.name)
        script = f'#!/bin/sh\n[ $# -gt 0 ] || echo started >>"{place}/starts"\nexec "{real}/cudep-lower" "$@"\n'
        lower = place / "cudep-lower"
        lower.write_text(script)
        lower.chmod(0o755)
        return place / self.cudep.name

    def starts(self):
        file = self.folder / "copy" / "starts"
        return len(file.read_text().splitlines()) if file.exists() else 0


def eventually(condition):
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if result := condition():
            return result
        time.sleep(0.05)
    return None


def found(run):
    return (run.returncode, run.stdout)


def an_unchanged_unit_is_not_parsed_again(work):
    cudep = work.counting_copy()
    first = work.lint(cudep=cudep)
    assert work.starts() == 1 and first.returncode == 1, first
    again = work.lint(cudep=cudep)
    assert work.starts() == 1, "it was parsed again"
    assert found(again) == found(first), again
    touched = work.folder / "order.h"
    os.utime(touched, (1, 1))
    assert found(work.lint(cudep=cudep)) == found(first) and work.starts() == 1, "its content is the same"


def a_changed_header_is_read(work):
    assert work.lint().returncode == 1
    work.write("order.h", ORDERED)
    assert work.lint().returncode == 0
    work.write("order.h", UNORDERED)
    assert work.lint().returncode == 1


def a_header_of_the_same_size_and_time_is_read(work):
    header = work.write("order.h", UNORDERED.ljust(len(ORDERED)))
    os.utime(header, (1_000_000_000, 1_000_000_000))
    assert work.lint().returncode == 1
    header.write_text(ORDERED)
    os.utime(header, (1_000_000_000, 1_000_000_000))
    assert work.lint().returncode == 0


def a_header_that_appears_earlier_on_the_path_is_read(work):
    (work.folder / "order.h").rename(work.folder / "moved")
    work.write("late/order.h", UNORDERED)
    arguments = ("race.cu", "--", "-Iearly", "-Ilate")
    assert work.lint(*arguments).returncode == 1
    work.write("early/order.h", ORDERED)
    assert work.lint(*arguments).returncode == 0
    shutil.rmtree(work.folder / "early")
    assert work.lint(*arguments).returncode == 1


def a_missing_header_may_come(work):
    (work.folder / "order.h").unlink()
    assert work.lint().returncode == 3
    assert work.lint().returncode == 3
    work.write("order.h", ORDERED)
    assert work.lint().returncode == 0


def the_environment_counts(work):
    (work.folder / "order.h").unlink()
    for name, text in (("ordered", ORDERED), ("unordered", UNORDERED)):
        work.write(f"{name}/order.h", text)
    for name, code in (("ordered", 0), ("unordered", 1), ("ordered", 0)):
        assert work.lint(environment={"CPATH": str(work.folder / name)}).returncode == code, name


def arguments_count(work):
    work.write("order.h", f"#ifdef RIGHT\n{ORDERED}#else\n{UNORDERED}#endif\n")
    for arguments, code in (((), 1), (("--", "-DRIGHT"), 0), ((), 1), (("--", "-DWRONG"), 1)):
        assert work.lint("race.cu", *arguments).returncode == code, arguments


def the_configuration_counts(work):
    assert work.lint().returncode == 1
    configuration = work.write(".cudep.yaml", "rules:\n  unordered-stream-access: off\n")
    assert work.lint().returncode == 0
    configuration.unlink()
    assert work.lint().returncode == 1
    work.write("order.h", "void ordered(cudaStream_t, cudaStream_t);\n#define ORDER(s, t, e) ordered(s, t)\n")
    likely = work.lint()
    work.write(".cudep.yaml", "functions:\n  - {name: ordered, nothing: true}\n")
    assert work.lint().returncode == 1 and likely.returncode == 0


def the_date_does_not_count(work):
    work.write("order.h", UNORDERED + 'const char* built = __DATE__ " " __TIME__ " " __TIMESTAMP__;\n')
    cudep = work.counting_copy()
    assert found(work.lint(cudep=cudep)) == found(work.lint(cudep=cudep))
    assert work.starts() == 1


def damaged_entries_are_made_again(work):
    first = work.lint()
    assert work.wait_for_prelude()
    for damage in (lambda text: b"", lambda text: text[:-1], lambda text: text[:70] + b"xx" + text[72:],
                   lambda text: b"\0" * len(text)):
        for kind in ("facts", "checks", "roots", "prelude"):
            for entry in work.entries(kind):
                entry.write_bytes(damage(entry.read_bytes()))
        assert found(work.lint()) == found(first)
    work.lint("race.cu", "--", "-DANOTHER")  # with a prelude that was damaged


def a_cache_that_cannot_be_used_is_none(work):
    work.cache.write_text("no folder")
    assert work.lint().returncode == 1
    work.cache.unlink()
    work.cache = pathlib.Path("/proc/nothing")
    assert work.lint().returncode == 1


def a_cache_may_be_deleted_at_any_time(work):
    first = work.lint()
    for _ in range(3):
        shutil.rmtree(work.cache, ignore_errors=True)
        assert found(work.lint()) == found(first)


def processes_share_a_cache(work):
    names = [work.write(f"unit_{i}.cu", RACE.replace("void run", f"void run_{i}")).name for i in range(4)]
    command = [str(work.cudep), "lint", f"--cache-dir={work.cache}", *names]
    both = [subprocess.Popen(command, cwd=work.folder, stdout=subprocess.PIPE) for _ in range(2)]
    outputs = {process.communicate(timeout=PATIENCE_SECONDS)[0] for process in both}
    assert len(outputs) == 1 and outputs == {work.lint(*names).stdout}
    assert work.lint(*names, options=["--no-cache"]).stdout in outputs


def no_cache_keeps_nothing(work):
    home = work.folder / "home"
    run = work.lint(options=["--no-cache"], environment={"XDG_CACHE_HOME": str(home)})
    assert run.returncode == 1 and not home.exists() and not work.cache.exists()


def an_interrupted_run_leaves_nothing_behind(work):
    names = [work.write(f"unit_{i}.cu", RACE.replace("void run", f"void run_{i}")).name for i in range(40)]
    report = work.folder / "report.json"
    cudep = work.counting_copy()
    command = [str(cudep), "lint", f"--cache-dir={work.cache}", "-j2", f"--format=json:{report}", *names]
    process = subprocess.Popen(command, cwd=work.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert eventually(lambda: work.starts() >= 3)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == -signal.SIGINT and output == (b"", b"") and not report.exists(), output
    assert eventually(lambda: not lowering(work.folder)), "a cudep-lower goes on"
    assert work.lint("unit_0.cu").returncode == 1


def lowering(folder):
    """The cudep-lower processes that work in a folder, but for those that prepare a prelude."""
    processes = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if words[0].endswith(b"cudep-lower") and words[1:] == [b""] and (process / "cwd").readlink() == folder:
                processes.append(process.name)
        except OSError:
            pass
    return processes


SCENARIOS = [
    an_unchanged_unit_is_not_parsed_again, a_changed_header_is_read, a_header_of_the_same_size_and_time_is_read,
    a_header_that_appears_earlier_on_the_path_is_read, a_missing_header_may_come, the_environment_counts,
    arguments_count, the_configuration_counts, the_date_does_not_count, damaged_entries_are_made_again,
    a_cache_that_cannot_be_used_is_none, a_cache_may_be_deleted_at_any_time, processes_share_a_cache,
    no_cache_keeps_nothing, an_interrupted_run_leaves_nothing_behind,
]


def run_scenario(cudep, scenario):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        scenario(Workplace(cudep, pathlib.Path(folder).resolve()))


def arguments_of(program):
    words = {"CUDEP-ARGS": [], "CUDEP-OPTIONS": [], "CUDEP-UNITS": []}
    for line in program.read_text().splitlines():
        for directive in words:
            if line.startswith(f"// {directive}:"):
                words[directive] += line.split(":", 1)[1].split()
    units = [str(program.parent / name) for name in words["CUDEP-UNITS"]]
    return [*words["CUDEP-OPTIONS"], str(program), *units], words["CUDEP-ARGS"]


def compare(cudep, cache, program):
    options, arguments = arguments_of(program)

    def lint(*where):
        command = [str(cudep), "lint", *where, "--verbose", "--show-possible", *options]
        done = subprocess.run([*command, "--", *arguments] if arguments else command, capture_output=True,
                              timeout=PATIENCE_SECONDS, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def forget(*kinds):
        for kind in kinds:
            for entry in cache.glob(f"??/*.{kind}"):
                entry.unlink()

    place = f"--cache-dir={cache}"
    expected = lint("--no-cache")
    assert lint(place) == expected, "with a cache that did not know it"
    eventually(lambda: list(cache.glob("??/*.prelude")))
    forget("facts", "checks", "roots")
    assert lint(place) == expected, "with a prelude"
    assert lint(place) == expected, "with everything kept"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", type=pathlib.Path, default=pathlib.Path("build/cudep"))
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    cudep = options.cudep.resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        cache = pathlib.Path(folder)
        programs = [program for path in options.programs
                    for program in (sorted(path.rglob("*.cu")) if path.is_dir() else [path])]
        parts = [(str(program), lambda program=program: compare(cudep, cache, program)) for program in programs]
        if not programs:
            parts = [(part.__name__.replace("_", " "), lambda part=part: run_scenario(cudep, part)) for part in SCENARIOS]
        failed = 0
        for name, part in parts:
            try:
                part()
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"FAILED {name}: {error}", flush=True)
    print(f"{len(parts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
