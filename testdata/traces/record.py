#!/usr/bin/env python3
"""Records programs on a machine with a GPU, audits each run, and says whether it shows what it should.

usage: record.py [--build build] [--findings FOLDER] [--keep FOLDER] [--lint-only] [--trace-options=...] [FOLDER_OF_PROGRAMS...]

The programs are those of testdata/reference, of testdata/traces/programs and of the folders named. Each is built and run
twice, as it is and recorded: output and exit code must be the same. A program that mentions ORDERED is recorded in that
form too, and judged by the findings of its other form, which something must have ordered.

The findings of the source and what its kernels access come from `cudep lint` where it is built; else from FINDINGS,
which the same command writes with --lint-only on a machine that needs no GPU. --keep puts NAME.cudep, NAME.json,
NAME.kernels.json and NAME.expected into a folder, as testdata/traces/recorded has them; source lines go into the traces.

A row for each program, then `N passed, N failed`; the exit code is 1 when something failed. What makes a row fail:
  output      recording changed the output or the exit code (of a program that prints the same twice without it)
  missed      the source marks a fault (`// EXPECT: rule`) that the run does not confirm, though its operations ran
  unexpected  the run shows a fault that the source does not mark
  unordered   the ORDERED form has a finding that nothing ordered
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = re.compile(r"//\s*EXPECT:\s*([a-z-]+)")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
CLANG_DEFINITIONS = re.compile(r"^// CUDEP-ARGS:.*?(-D\S+)", re.MULTILINE)
SCRIPTS = {"torch_waits": [], "torch_no_wait": ["--no-wait"]}
PYTHON_MARKS = ["unordered-stream-access"]
TIMELINES = {"stream_contract", "wait_removed", "graph_branches"}
SECONDS = 60
EXPLAINED = re.compile("host code|did not run|neither operation ran")
SHOWN = {"confirmed", "seen-in-run", "reproduced"}


@dataclasses.dataclass
class Program:
    base: str  # the name of what lint finds in the source
    source: pathlib.Path
    form: str = ""
    trace_options: tuple = ()
    arguments: tuple = ()

    @property
    def name(self):
        return self.base + self.form

    @property
    def home(self):
        """What the paths in findings and traces are relative to."""
        return ROOT if self.source.is_relative_to(ROOT / "testdata") else self.source.parent

    @property
    def ordered(self):
        return self.form == ".ordered"

    def command(self, work):
        if self.source.suffix == ".py":
            return [sys.executable, str(self.source), *self.arguments]
        return [str(work / self.name), *self.arguments]

    def marks(self):
        """The faults that the source and the headers beside it mark."""
        if self.ordered:
            return set()
        if self.source.suffix == ".py":
            return set(PYTHON_MARKS if self.arguments else ())
        text = self.source.read_text()
        beside = [self.source.parent / name for name in INCLUDE.findall(text)]
        return set(MARK.findall("".join([text, *(file.read_text() for file in beside if file.is_file())])))


def programs(folders):
    for folder in folders:
        for source in sorted(folder.rglob("*.cu")):
            text = source.read_text()
            if "int main(" not in text:
                continue
            base = "-".join(source.relative_to(folder).with_suffix("").parts)
            yield Program(base, source)
            if "ORDERED" in text:
                yield Program(base, source, ".ordered")
            if base in TIMELINES:
                yield Program(base, source, "_timeline", trace_options=("--timeline",))
    for name, arguments in SCRIPTS.items():
        yield Program(name, ROOT / "testdata/traces/programs/two_streams.py", arguments=tuple(arguments))


def run(command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "timed out")


def lint(program, arguments):
    found = arguments.findings / f"{program.base}.json"
    if program.ordered or program.source.suffix == ".py" or not (arguments.build / "cudep-lower").exists():
        return
    run([arguments.build / "cudep", "lint", "--fail-on", "never", "--format", f"json:{found}",
         "--kernels-out", found.with_suffix(".kernels.json"), program.source.relative_to(program.home), "--", "-I", program.source.parent,
         *CLANG_DEFINITIONS.findall(program.source.read_text())], cwd=program.home)


def compile_program(program, work):
    """What the compiler said, when it failed."""
    if program.source.suffix == ".py":
        return None
    definitions = CLANG_DEFINITIONS.findall(program.source.read_text()) + (["-DORDERED"] if program.ordered else [])
    built = subprocess.run(["nvcc", "-g", "-std=c++17", "-arch=native", "-cudart", "shared", "-I", program.source.parent,
                            *definitions, program.source, "-o", program.command(work)[0], "-lcuda", "-lcublas"],
                           capture_output=True, text=True)
    return built.stderr if built.returncode else None


def record(program, arguments, work):
    """Whether recording left the program as it was: same, differs, or unsteady by itself."""
    command = program.command(work)
    plain = run(command)
    traced = run([arguments.build / "cudep", "trace", "-o", work / f"{program.name}.cudep", *program.trace_options,
                  *arguments.trace_options, "--", *command])
    outcome = lambda result: (result.returncode, result.stdout, result.stderr)
    if outcome(plain) == outcome(traced):
        return "same"
    return "differs" if outcome(plain) == outcome(run(command)) and not program.marks() else "unsteady"


def audit(program, arguments, work):
    command = [arguments.build / "cudep", "audit", work / f"{program.name}.cudep", "--format", "json"]
    for option, suffix in (("--static", ".json"), ("--kernels", ".kernels.json")):
        file = arguments.findings / (program.base + suffix)
        if file.exists():
            command += [option, file]
    result = run(command)
    try:
        return json.loads(result.stdout)["findings"]
    except ValueError:
        return None


def describe(finding):
    place = finding["primary"]
    return f"{finding['verdict']['kind']} {finding['rule']} {pathlib.Path(place['file']).name}:{place['line']}"


def faults_of(program, output, findings):
    if output == "differs":
        yield "output"
    if findings is None:
        yield "no audit"
        return
    shown = [f for f in findings if f["verdict"]["kind"] in SHOWN]
    unseen = [f for f in findings if EXPLAINED.search(f["verdict"]["reason"])]
    if program.ordered and shown:
        yield "unordered"
    elif program.marks() and not shown and not unseen:
        yield "missed"
    elif not program.marks() and not program.ordered and shown:
        yield "unexpected"


def keep(program, arguments, work, findings):
    target = arguments.keep / program.name
    shutil.copy(work / f"{program.name}.cudep", f"{target}.cudep")
    for suffix in (".json", ".kernels.json"):
        if (arguments.findings / (program.base + suffix)).exists():
            shutil.copy(arguments.findings / (program.base + suffix), f"{target}{suffix}")
    pathlib.Path(f"{target}.expected").write_text("".join(describe(f) + "\n" for f in findings or []))
    run([arguments.build / "cudep-trace-resolve", "--strip", f"{program.home}/", f"{target}.cudep"])


def row(program, arguments, work):
    """The row of the table, and whether it fails."""
    complaint = compile_program(program, work)
    if complaint is not None:
        return f"{program.name:44} not compiled: {complaint.splitlines()[0]}", True
    output = record(program, arguments, work)
    findings = audit(program, arguments, work)
    faults = list(faults_of(program, output, findings))
    if arguments.keep:
        keep(program, arguments, work, findings)
    verdicts = "; ".join(describe(f) for f in findings or []) or "clean"
    return f"{program.name:44} output={output:8} {verdicts} {'FAILED: ' + ', '.join(faults) if faults else 'ok'}", bool(faults)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--findings", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--lint-only", action="store_true")
    parser.add_argument("--trace-options", type=str.split, default=[])
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    for name in ("build", "findings", "keep"):
        if getattr(arguments, name):
            setattr(arguments, name, getattr(arguments, name).resolve())
    chosen = list(programs([ROOT / "testdata/reference", ROOT / "testdata/traces/programs", *(folder.resolve() for folder in arguments.folders)]))
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        work = pathlib.Path(scratch)
        arguments.findings = arguments.findings or work
        for folder in filter(None, (arguments.findings, arguments.keep)):
            folder.mkdir(parents=True, exist_ok=True)
        list(pool.map(lambda program: lint(program, arguments), chosen))
        if arguments.lint_only:
            return 0
        failed = 0
        for line, fails in pool.map(lambda program: row(program, arguments, work), chosen):
            print(line, flush=True)
            failed += fails
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
