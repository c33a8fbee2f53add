#!/usr/bin/env python3
"""Builds annotated programs, runs them without a GPU and compares what `cudep audit` says of the runs with their marks.

usage: run_simulated.py [--cudep build/cudep] [--compiler nvcc|clang] [--jobs N] [--verbose] FILE_OR_FOLDER...

For each program and its ordered form: compile with the shared runtime, cudep trace --simulate --watch-host, cudep audit
with the kernels that cudep lint --kernels-out knows and the --select of CUDEP-OPTIONS. Marks are those of run_expectations.py; KNOWN-MISS and KNOWN-NOISE are
of the source and do not count here. Lines of their own:
  // CUDEP-RUN-ARGS: ...   arguments that the program is run with
  // CUDEP-RUN: REASON     the finding cannot be expected of a simulated run; fails when a run shows all that is marked
Programs read zeros from their standard input.

A program that cannot run here is skipped, with the reason: it has no main, needs a library that needs a driver, or the
compiler is missing. Prints a line for each failure, then what was skipped, the seconds that the steps took, all told, and
`N passed, N failed`; exits 1 when something failed.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

import compile_simulated
import run_expectations
from run_expectations import FINDING, Run

SECONDS = 20
ENDED_BY_LIMIT = 124
INPUT_BYTES = 1 << 20
MAIN = re.compile(r"^\s*(?:int|auto)\s+main\s*\(", re.MULTILINE)
NEEDS_DRIVER = re.compile(r"#include <(cublas\w*|cufft|cusparse|cusolver\w*|cudnn|nccl|curand|cuda)\.h>")
RUN_WITH = re.compile(r"^//\s*CUDEP-RUN-ARGS:\s*(?P<words>.*)$", re.MULTILINE)
NOT_SHOWN = re.compile(r"^//\s*CUDEP-RUN:\s*(?P<reason>.*)$", re.MULTILINE)
LOADER = re.compile(r"no version information available|error while loading shared libraries|symbol lookup error")


@dataclasses.dataclass
class Outcome:
    passed: int = 0
    failures: list = dataclasses.field(default_factory=list)
    skipped: str = ""


class Broken(Exception):
    """A step of the chain did not do what it must."""


@dataclasses.dataclass
class Chain:
    cudep: str
    compiler: object
    seconds: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def run(self, name, command, **options):
        begun = time.monotonic()
        try:
            return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=10 * SECONDS,
                                  **{"stdin": subprocess.DEVNULL, **options})
        except subprocess.TimeoutExpired:
            raise Broken(f"{name}: no end within {10 * SECONDS} s") from None
        finally:
            self.seconds[name] += time.monotonic() - begun

    def step(self, name, command, allowed=(0,)):
        done = self.run(name, command)
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


def summarize_kernels(chain, program, kernels):
    """Both forms of a program have the same kernels."""
    words = ["--", *program.words["CUDEP-ARGS"]] if program.words["CUDEP-ARGS"] else []
    chain.step("lint", [chain.cudep, "lint", "--kernels-out", kernels, "--fail-on", "never", program.path, *words])


def trace(chain, program, kernels, binary, out):
    arguments = RUN_WITH.search(program.path.read_text())
    command = [chain.cudep, "trace", "--simulate", "--watch-host", "--kernels", kernels, "--timeout", str(SECONDS), "-o", out]
    command += ["--", binary, *shlex.split(arguments["words"] if arguments else "")]
    with tempfile.TemporaryFile() as zeros:
        zeros.truncate(INPUT_BYTES)
        ran = chain.run("trace", command, stdin=zeros, env={**os.environ, "CUDEP_SIMULATE_DEVICES": "2"})
    if ran.returncode < 0 or ran.returncode == ENDED_BY_LIMIT:
        raise Broken(f"the program ended with {ran.returncode}")
    if said := [line for line in ran.stderr.splitlines() if LOADER.search(line) or "is not simulated" in line]:
        raise Broken(f"the program's stderr: {said[0]}")


def simulate(chain, program, definition, kernels, folder):
    """One run of the whole chain."""
    words = [word for word in program.words["CUDEP-ARGS"] if not word.startswith("--cuda")]
    for command in chain.compiler.commands(program.path, words + ([definition] if definition else []), folder):
        chain.step("compile", command)
    trace(chain, program, kernels, folder / "program", folder / "run.cudep")
    selected = [word for word in program.words["CUDEP-OPTIONS"] if word.startswith("--select=")]
    audit = chain.step("audit", [chain.cudep, "audit", *selected, "--kernels", kernels, folder / "run.cudep"], allowed=(0, 1))
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
    if not_shown and not run.definition:
        if seen.marks["EXPECT"] <= set(run.reported):
            yield "a run shows all that is marked: remove CUDEP-RUN"
        seen.marks["ALLOW"] = seen.marks["ALLOW"] | seen.marks["EXPECT"]
        seen.marks["EXPECT"] = set()
    yield from run_expectations.complaints(seen, run)


def check(chain, program):
    text = program.path.read_text()
    outcome = Outcome(skipped=reason_to_skip(text))
    if outcome.skipped:
        return outcome
    with tempfile.TemporaryDirectory(prefix="cudep-simulated-") as folder:
        folder = pathlib.Path(folder)
        for definition in ["", "-DORDERED"] if program.has_ordered_form else [""]:
            try:
                if not definition:
                    summarize_kernels(chain, program, folder / "kernels.json")
                run = simulate(chain, program, definition, folder / "kernels.json", folder)
                wrong = list(complaints(program, run, NOT_SHOWN.search(text)))
            except Broken as problem:
                wrong = [str(problem)]
            outcome.passed += not wrong
            if wrong:
                outcome.failures.append(" ".join(filter(None, (str(program.path), definition))) + ": " + "; ".join(wrong))
    return outcome


def check_all(chain, todo, jobs):
    """Pairs of a program and its outcome, in order."""
    with tempfile.TemporaryDirectory(prefix="cudep-simulated-") as folder:
        for command in chain.compiler.prepare(pathlib.Path(folder)):
            chain.step("compile", command)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            yield from zip(todo, pool.map(lambda program: check(chain, program), todo))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--compiler", choices=("nvcc", "clang"), default="nvcc")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the programs that passed or were skipped, too")
    parser.add_argument("programs", nargs="+", metavar="FILE_OR_FOLDER")
    options = parser.parse_args()
    if not pathlib.Path(options.cudep).is_file():
        sys.exit(f"run_simulated: no {options.cudep}; build it, or name another with --cudep")
    chain = Chain(options.cudep, compile_simulated.compiler(options.compiler))
    if chain.compiler is None:
        print("skipped all: no CUDA compiler in PATH\n0 passed, 0 failed")
        return
    passed, failed, skipped = 0, 0, collections.Counter()
    for program, outcome in check_all(chain, list(run_expectations.programs(options.programs)), options.jobs):
        passed, failed = passed + outcome.passed, failed + len(outcome.failures)
        for failure in outcome.failures:
            print(f"FAILED {failure}", flush=True)
        if outcome.skipped:
            skipped[outcome.skipped] += 1
        if options.verbose and not outcome.failures:
            print(f"skipped {program.path}: {outcome.skipped}" if outcome.skipped else f"passed {program.path}")
    for reason, count in sorted(skipped.items()):
        print(f"skipped {count}: {reason}")
    print("seconds: " + ", ".join(f"{name} {seconds:.0f}" for name, seconds in chain.seconds.items()))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
