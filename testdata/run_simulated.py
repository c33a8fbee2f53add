#!/usr/bin/env python3
"""Builds annotated programs, runs them without a GPU and compares what `cudep audit` says of the runs with their marks.

usage: run_simulated.py [--cudep build/cudep] [--jobs N] [--verbose] FILE_OR_FOLDER...

For each program and its ordered form: nvcc -cudart shared, cudep lint --kernels-out, cudep trace --simulate --watch-host,
cudep audit. Marks are those of run_expectations.py; KNOWN-MISS and KNOWN-NOISE are of the source and do not count here.
A line of its own says what a simulated run cannot show:
  // CUDEP-RUN: REASON   the finding is not expected of a run

A program that cannot run here is skipped, with the reason: it has no main, needs a library that needs a driver, or nvcc
is missing. Prints a line for each failure and `N passed, N failed` at the end, after what was skipped; exits 1 when something failed.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import run_expectations
from run_expectations import FINDING, Run

SECONDS = 20
ENDED_BY_LIMIT = 124
MAIN = re.compile(r"^\s*(?:int|auto)\s+main\s*\(", re.MULTILINE)
NEEDS_DRIVER = re.compile(r"#include <(cublas\w*|cufft|cusparse|cusolver\w*|cudnn|nccl|curand|cuda)\.h>")
NOT_SHOWN = re.compile(r"^//\s*CUDEP-RUN:\s*(?P<reason>.*)$", re.MULTILINE)
LOADER = re.compile(r"no version information available|error while loading shared libraries|symbol lookup error")


@dataclasses.dataclass
class Outcome:
    passed: int = 0
    failures: list = dataclasses.field(default_factory=list)
    skipped: str = ""


class Broken(Exception):
    """A step of the chain did not do what it must."""


def step(name, command, allowed=(0,)):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10 * SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Broken(f"{name}: no end within {10 * SECONDS} s") from None
    if done.returncode not in allowed:
        lines = done.stderr.strip().splitlines()
        raise Broken(f"{name}: exit code {done.returncode}" + (f" ({lines[-1]})" if lines else ""))
    return done


def placed(reported, expected):
    """Debugging information has the first line of a statement, where a mark may be on its second."""
    result = collections.Counter()
    for (file, line, rule), times in reported.items():
        begins_before = (file, line, rule) not in expected and (file, line + 1, rule) in expected
        result[file, line + begins_before, rule] += times
    return result


def reason_to_skip(text):
    if not MAIN.search(text):
        return "has no main"
    if library := NEEDS_DRIVER.search(text):
        return f"{library[1]}.h needs a driver"
    return ""


def simulate(cudep, program, definition, folder):
    """One run of the whole chain."""
    flags = [definition] if definition else []
    words = [word for word in program.words["CUDEP-ARGS"] if not word.startswith("--cuda")]
    binary, kernels, trace = folder / "program", folder / "kernels.json", folder / "run.cudep"
    source = str(program.path)
    for_nvcc = [part for word in words for part in (["-Xcompiler", word] if word.startswith("-f") else [word])]
    step("nvcc", ["nvcc", "-g", "-cudart", "shared", "-arch=sm_90", "-std=c++17", *for_nvcc, *flags, source, "-o", binary])
    step("lint", [cudep, "lint", "--kernels-out", kernels, "--fail-on", "never", source, "--", *words, *flags])
    command = [cudep, "trace", "--simulate", "--watch-host", "--kernels", kernels, "--timeout", str(SECONDS), "-o", trace]
    ran = subprocess.run([*command, "--", binary], capture_output=True, text=True, errors="replace",
                         timeout=10 * SECONDS, stdin=subprocess.DEVNULL, env={**os.environ, "CUDEP_SIMULATE_DEVICES": "2"})
    if ran.returncode < 0 or ran.returncode == ENDED_BY_LIMIT:
        raise Broken(f"the program ended with {ran.returncode}")
    if said := [line for line in ran.stderr.splitlines() if LOADER.search(line) or "is not simulated" in line]:
        raise Broken(f"the program's stderr: {said[0]}")
    audit = step("audit", [cudep, "audit", "--kernels", kernels, trace], allowed=(0, 1))
    reported = collections.Counter()
    for line in audit.stdout.splitlines():
        if hit := FINDING.match(line):
            reported[pathlib.Path(hit["file"]).resolve(), int(hit["line"]), hit["rule"]] += 1
    return Run(definition, placed(reported, program.marks["EXPECT"]), audit.returncode, audit.stderr.strip())


def complaints(program, run, not_shown):
    """What is wrong with one run; a known miss of the source may be found, and what a run cannot show may be missed."""
    marks = dict(program.marks)
    seen = run_expectations.Program(program.path, collections.defaultdict(set, marks), program.words)
    seen.marks["ALLOW"] = marks.get("ALLOW", set()) | marks.get("KNOWN-MISS", set())
    seen.marks["KNOWN-MISS"] = seen.marks["KNOWN-NOISE"] = set()
    if not_shown:
        seen.marks["ALLOW"] = seen.marks["ALLOW"] | seen.marks["EXPECT"]
        seen.marks["EXPECT"] = set()
    return list(run_expectations.complaints(seen, run))


def check(cudep, program):
    text = program.path.read_text()
    outcome = Outcome(skipped=reason_to_skip(text))
    if outcome.skipped:
        return outcome
    not_shown = NOT_SHOWN.search(text)
    for definition in ["", "-DORDERED"] if program.has_ordered_form else [""]:
        with tempfile.TemporaryDirectory(prefix="cudep-simulated-") as folder:
            try:
                wrong = complaints(program, simulate(cudep, program, definition, pathlib.Path(folder)), not_shown)
            except Broken as problem:
                wrong = [str(problem)]
        outcome.passed += not wrong
        if wrong:
            outcome.failures.append(" ".join(filter(None, (str(program.path), definition))) + ": " + "; ".join(wrong))
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the programs that passed or were skipped, too")
    parser.add_argument("programs", nargs="+", metavar="FILE_OR_FOLDER")
    options = parser.parse_args()
    if not pathlib.Path(options.cudep).is_file():
        sys.exit(f"run_simulated: no {options.cudep}; build it, or name another with --cudep")
    if not shutil.which("nvcc"):
        print("skipped all: nvcc is not in PATH\n0 passed, 0 failed")
        return
    todo = list(run_expectations.programs(options.programs))
    passed, failed, skipped = 0, 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, outcome in zip(todo, pool.map(lambda program: check(options.cudep, program), todo)):
            passed, failed = passed + outcome.passed, failed + len(outcome.failures)
            for failure in outcome.failures:
                print(f"FAILED {failure}")
            if outcome.skipped:
                skipped[outcome.skipped] += 1
            if options.verbose and not outcome.failures:
                print(f"skipped {program.path}: {outcome.skipped}" if outcome.skipped else f"passed {program.path}")
    for reason, count in sorted(skipped.items()):
        print(f"skipped {count}: {reason}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
