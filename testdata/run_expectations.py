#!/usr/bin/env python3
"""Runs `cudep lint` on annotated programs and compares what it reports, line by line, with what they expect.

usage: run_expectations.py [--cudep build/cudep] [--cuda-path DIR] [--jobs N] [--verbose] FILE_OR_FOLDER...

Marks are trailing comments, in the program or in a header beside it that it includes; several rules are comma-separated:
  // EXPECT: rule        reported here
  // ALLOW: rule         would be right here too
  // KNOWN-MISS: rule    should be reported here and is not; fails once it is
  // KNOWN-NOISE: rule   is reported here and should not be; fails once it no longer is
A program that mentions ORDERED is run a second time with -DORDERED, where only KNOWN-NOISE counts: that form is right.
Lines of their own:
  // CUDEP-ARGS: ...     arguments for clang
  // CUDEP-OPTIONS: ...  options of `cudep lint`
  // CUDEP-UNITS: ...    the other sources of the program, beside this one; their marks count too. Such a program is also
                         linted in another order, in parallel, and unit by unit (--facts-out, `cudep link`): all reports
                         must be the same, byte by byte.
  // CUDEP-NEEDS: ...    headers of the CUDA toolkit; without them the program is skipped, and that is told
Programs in a folder named `reference` are also run with other sizes (-DCOUNT=...).

Prints a line for each failure and `N passed, N failed` at the end; exits 1 when something failed.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FINDING = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+)(?::\d+)?: (?:error|warning): .*\[(?P<rule>[a-z-]+)\]\s*$")
MARK = re.compile(r"//\s*(?P<kind>EXPECT|ALLOW|KNOWN-MISS|KNOWN-NOISE):\s*(?P<rules>[a-z-]+(?:\s*,\s*[a-z-]+)*)")
DIRECTIVE = re.compile(r"^//\s*(?P<kind>CUDEP-ARGS|CUDEP-OPTIONS|CUDEP-UNITS|CUDEP-NEEDS):\s*(?P<words>.*)$", re.MULTILINE)
INCLUDE = re.compile(r'^#include "(?P<file>[^"]+)"', re.MULTILINE)
TOOLKIT = pathlib.Path("/usr/local/cuda")
SIZES = (1, 257, 4097)
TIMEOUT_SECONDS = 120


@dataclasses.dataclass
class Program:
    path: pathlib.Path
    marks: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    words: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    has_ordered_form: bool = False


@dataclasses.dataclass
class Run:
    definition: str
    reported: collections.Counter
    exit_code: int
    stderr: str


def read(path):
    """A program with the marks of its own file and of the headers beside it."""
    program = Program(path)
    pending, seen = [path.resolve()], set()
    while pending:
        source = pending.pop()
        if source in seen or not source.is_file():
            continue
        seen.add(source)
        text = source.read_text()
        program.has_ordered_form |= "ORDERED" in text
        for number, line in enumerate(text.splitlines(), 1):
            for mark in MARK.finditer(line):
                rules = (rule.strip() for rule in mark["rules"].split(","))
                program.marks[mark["kind"]].update((source, number, rule) for rule in rules)
        for directive in DIRECTIVE.finditer(text):
            program.words[directive["kind"]] += shlex.split(directive["words"])
        pending += [source.parent / include["file"] for include in INCLUDE.finditer(text)]
        pending += units(program)
    return program


def units(program):
    return [program.path.resolve().parent / name for name in program.words["CUDEP-UNITS"]]


def missing_headers(program, toolkit):
    folders = (toolkit / "include", toolkit / "include" / "cccl")
    return [name for name in program.words["CUDEP-NEEDS"] if not any((folder / name).is_file() for folder in folders)]


def definitions(program):
    yield ""
    if program.has_ordered_form:
        yield "-DORDERED"
    if program.path.parent.name == "reference":
        yield from (f"-DCOUNT={size}" for size in SIZES)


def lint(tool, program, definition):
    arguments = program.words["CUDEP-ARGS"] + ([definition] if definition else [])
    command = [*tool, *program.words["CUDEP-OPTIONS"], str(program.path), *map(str, units(program))]
    command += ["--", *arguments] if arguments else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Run(definition, collections.Counter(), -1, f"no answer within {TIMEOUT_SECONDS} s")
    reported = collections.Counter()
    for line in done.stdout.splitlines():
        if hit := FINDING.match(line):
            reported[pathlib.Path(hit["file"]).resolve(), int(hit["line"]), hit["rule"]] += 1
    return Run(definition, reported, done.returncode, done.stderr.strip())


def complaints(program, run):
    """What is wrong with one run, a sentence each."""
    ordered = run.definition == "-DORDERED"
    expected = set() if ordered else program.marks["EXPECT"]
    tolerated = program.marks["KNOWN-NOISE"] if ordered else set().union(*program.marks.values())
    reported = set(run.reported)
    show = lambda finding: f"{finding[1]}: {finding[2]}" if finding[0] == program.path.resolve() else \
        f"{finding[0].name}:{finding[1]}: {finding[2]}"
    for finding in sorted(expected - reported):
        elsewhere = sorted(other[1] for other in reported - tolerated if other[2] == finding[2])
        yield f"missed {show(finding)}" + (f" (reported at line {elsewhere[0]})" if elsewhere else "")
    for finding in sorted(reported - tolerated - expected):
        yield f"unexpected {show(finding)}"
    for finding, times in sorted(run.reported.items()):
        if times > 1:
            yield f"reported {times} times {show(finding)}"
    if not ordered:
        for finding in sorted(program.marks["KNOWN-MISS"] & reported):
            yield f"no longer missed {show(finding)}: make it EXPECT"
    if run.exit_code != (1 if reported else 0):
        yield f"exit code {run.exit_code}" + (f" ({run.stderr.splitlines()[-1]})" if run.stderr else "")


def reports(tool, program, definition):
    """The JSON report of a program of several units, by the way in which it was made."""
    sources = list(map(str, [program.path.resolve(), *units(program)]))
    arguments = ["--", *program.words["CUDEP-ARGS"], *([definition] if definition else [])]
    output = lambda *words: subprocess.run(words, capture_output=True, timeout=TIMEOUT_SECONDS).stdout
    yield "in one go", output(*tool, "-j1", "--format=json", *sources, *arguments)
    yield "in another order", output(*tool, "-j1", "--format=json", *reversed(sources), *arguments)
    yield "in parallel", output(*tool, "-j4", "--format=json", *sources, *arguments)
    with tempfile.TemporaryDirectory() as folder:
        facts = [f"{folder}/{number}.facts" for number in range(len(sources))]
        for source, file in zip(sources, facts):
            output(*tool, f"--facts-out={file}", source, *arguments)
        yield "unit by unit", output(tool[0], "link", "--format=json", *reversed(facts))


def differences(tool, program, definition):
    if not program.words["CUDEP-UNITS"]:
        return
    (_, first), *others = reports(tool, program, definition)
    for way, report in others:
        if report != first:
            yield f"another report when linted {way}"


def stale_noise(program, runs):
    for finding in sorted(program.marks["KNOWN-NOISE"]):
        if not any(finding in run.reported for run in runs):
            yield f"no longer reported {finding[1]}: {finding[2]}: remove KNOWN-NOISE"


def programs(arguments):
    for argument in map(pathlib.Path, arguments):
        files = sorted(argument.rglob("*.cu")) if argument.is_dir() else [argument]
        if not files or not files[0].is_file():
            sys.exit(f"run_expectations: no program at {argument}")
        found = list(map(read, files))
        parts = {unit for program in found for unit in units(program)}
        yield from (program for program in found if program.path.resolve() not in parts)


def check(tool, program):
    """The number of runs that passed, and a line for each failure."""
    runs = [lint(tool, program, definition) for definition in definitions(program)]
    passed, failures = 0, []
    for run in runs:
        wrong = [*complaints(program, run), *differences(tool, program, run.definition)]
        passed += not wrong
        if wrong:
            failures.append(" ".join(filter(None, (f"{program.path}", run.definition))) + ": " + "; ".join(wrong))
    failures += [f"{program.path}: {sentence}" for sentence in stale_noise(program, runs)]
    return passed, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--cuda-path", help="as for `cudep lint`")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the programs that passed, too")
    parser.add_argument("programs", nargs="+", metavar="FILE_OR_FOLDER")
    options = parser.parse_args()
    if not pathlib.Path(options.cudep).is_file():
        sys.exit(f"run_expectations: no {options.cudep}; build it, or name another with --cudep")
    tool = [options.cudep, "lint"] + ([f"--cuda-path={options.cuda_path}"] if options.cuda_path else [])
    toolkit = pathlib.Path(options.cuda_path or TOOLKIT)
    todo = []
    for program in programs(options.programs):
        if missing := missing_headers(program, toolkit):
            print(f"skipped {program.path}: the toolkit has no {', '.join(missing)}")
        else:
            todo.append(program)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda program: check(tool, program), todo)
        for program, (good, failures) in zip(todo, results):
            passed, failed = passed + good, failed + len(failures)
            for failure in failures:
                print(f"FAILED {failure}")
            if options.verbose and not failures:
                print(f"passed {program.path}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
