#!/usr/bin/env python3
"""Takes one ordering call at a time away from right multi-stream programs, and counts how often `cudep lint` notices.

usage: mutate.py [--build build] [--root DIR] [--sample N] [--jobs N] [--list] FILE_OR_FOLDER... [-- CLANG ARGS]

A mutant is the program with one call changed in its text: a wait or a synchronize that becomes cudaSuccess, or a record
that moves before the submission ahead of it. Many such calls are not needed: another one gives the same order. So each
change is first made to the operations of the right program (`lost_orders`): only mutants whose operations then race
count. That leaves open what the analyzer does not see of the right program at all: changes that lose no order by the
operations (kept), and calls that stand in the text and in no operation (unreached). --list names both, to be judged by
hand. A mutant is found when something is reported that is not reported of the program as it is.

Programs that mention ORDERED are run with -DORDERED; `// CUDEP-ARGS:` lines hold arguments for clang. The folder --root
(default: the common parent of the arguments) is copied, and changed in the copy.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FINDING = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: (?:error|warning): (?P<what>.*\[[a-z-]+\])\s*$")
CHANGE = re.compile(r"^(?P<kind>remove|move) (?P<site>\S+:\d+:\d+)(?: before (?P<before>\S+:\d+:\d+))? (?P<effect>loses|keeps)$")
ORDERING_CALL = re.compile(r"\bcu(?:da)?(?:StreamWaitEvent|StreamSynchronize|EventSynchronize|DeviceSynchronize|CtxSynchronize)\s*\(")
ARGUMENTS = re.compile(r"^//\s*CUDEP-ARGS:\s*(?P<words>.*)$", re.MULTILINE)


@dataclasses.dataclass
class Mutant:
    program: pathlib.Path  # in the root
    kind: str
    file: pathlib.Path  # in the root
    line: int
    column: int
    before: int  # line of the submission that a record moves before
    loses: bool

    def __str__(self):
        return f"{self.program}: {self.kind} {self.file}:{self.line}"


def arguments_of(path, extra):
    text = path.read_text()
    words = [word for match in ARGUMENTS.finditer(text) for word in shlex.split(match["words"])]
    includes_twin = "ORDERED" in text or any("ORDERED" in header.read_text() for header in path.parent.glob("*.h"))
    return words + (["-DORDERED"] if includes_twin else []) + extra


def place(site, root):
    file, line, column = site.rsplit(":", 2)
    return (root / file).resolve().relative_to(root), int(line), int(column)


def mutants_of(program, root, options):
    """The changes that lost_orders tries, and the ordering calls that it never met."""
    arguments = arguments_of(root / program, options.clang)
    operations = subprocess.run([f"{options.build}/cudep-operations", str(program), *arguments], cwd=root,
                                capture_output=True, text=True, timeout=options.timeout)
    judged = subprocess.run([f"{options.build}/lost_orders"], input=operations.stdout, capture_output=True, text=True,
                            timeout=options.timeout)
    if operations.returncode or judged.returncode:
        reason = (judged.stderr or operations.stderr).strip().splitlines()
        print(f"left out {program}: {reason[-1] if reason else 'no operations'}")
        return [], []
    mutants = []
    for line in judged.stdout.splitlines():
        change = CHANGE.match(line)
        file, number, column = place(change["site"], root)
        before = place(change["before"], root) if change["before"] else (file, 0, 0)
        if before[0] == file:
            mutants.append(Mutant(program, change["kind"], file, number, column, before[1], change["effect"] == "loses"))
    met = {(mutant.file, mutant.line) for mutant in mutants}
    unreached = [f"{program}:{number}" for number, line in active_lines((root / program).read_text())
                 if ORDERING_CALL.search(line) and (program, number) not in met]
    return mutants, unreached


def active_lines(text):
    """The numbered lines of the right form: without directives, comments, and what ORDERED leaves out."""
    skipped, conditional = [], []  # by open conditional: whether its lines are left out, whether it asks for ORDERED
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if line.startswith("#if"):
            skipped.append(words[:2] == ["#ifndef", "ORDERED"])
            conditional.append(words[1:2] == ["ORDERED"])
        elif line.startswith("#else"):
            skipped[-1] = conditional[-1] and not skipped[-1]
        elif line.startswith("#endif"):
            skipped.pop()
            conditional.pop()
        elif not any(skipped) and not line.lstrip().startswith(("#", "//")):
            yield number, line


def end_of_call(text, begin):
    """Behind the parenthesis that closes the call that begins at `begin`; None when it does not look like one."""
    opening = re.compile(r"[\w:]+\s*\(").match(text, begin)
    if not opening:
        return None
    depth = 0
    for position in range(opening.end() - 1, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    return None


def apply(mutant, text):
    """The changed text; None when the call cannot be changed there (it stands in a macro's body, say)."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    begin = starts[mutant.line - 1] + mutant.column - 1
    end = end_of_call(text, begin)
    call = text[begin:end] if end else ""
    if not re.match(r"(::)?cu(da)?[A-Z]", call):
        return None
    success = "cudaSuccess" if call.lstrip(":").startswith("cuda") else "CUDA_SUCCESS"
    changed = text[:begin] + success + text[end:]
    if mutant.kind == "remove":
        return changed
    target = starts[mutant.before - 1]
    indent = re.compile(r"\s*").match(text, target).end() - target
    own = starts[mutant.line - 1]
    if re.compile(r"\s*").match(text, own).end() - own != indent:
        return None
    return changed[:target] + " " * indent + call + "; " + changed[target + indent:]


def findings(program, root, options):
    done = subprocess.run([f"{options.build}/cudep", "lint", str(program), "--", *arguments_of(root / program, options.clang)],
                          cwd=root, capture_output=True, text=True, timeout=options.timeout)
    if done.returncode > 1:
        return None
    return collections.Counter(match["what"] for match in map(FINDING.match, done.stdout.splitlines()) if match)


def is_found(mutant, reported_before, root, options):
    """True, False, or None where there is no such mutant in the text."""
    text = apply(mutant, (root / mutant.file).read_text())
    if text is None:
        return None
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / "copy"
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "build*", "recorded"))
        (copy / mutant.file).write_text(text)
        reported = findings(mutant.program, copy, options)
    return None if reported is None else bool(reported - reported_before[mutant.program])


def programs(root, options):
    for argument in options.programs:
        path = pathlib.Path(argument).resolve()
        found = sorted(path.rglob("*.cu")) if path.is_dir() else [path]
        yield from (file.relative_to(root) for file in found)


def share(found, of):
    return f"{found} of {of} ({100 * found / of:.1f}%)" if of else "none"


def report(mutants, results, kept, unreached, options):
    by_kind = collections.defaultdict(collections.Counter)
    for mutant, found in zip(mutants, results):
        by_kind[mutant.kind]["not applied" if found is None else "found" if found else "missed"] += 1
    total = sum((by_kind[kind] for kind in by_kind), collections.Counter())
    for kind in sorted(by_kind):
        counts = by_kind[kind]
        print(f"{kind}: found {share(counts['found'], counts['found'] + counts['missed'])}, "
              f"{counts['not applied']} cannot be made in the text")
    print(f"found {share(total['found'], total['found'] + total['missed'])}; {len(kept)} changes lose no order by the "
          f"operations, {len(unreached)} calls unreached")
    if options.list:
        for mutant, found in zip(mutants, results):
            if found is False:
                print(f"missed {mutant}")
        for mutant in kept:
            print(f"kept {mutant}")
        for site in unreached:
            print(f"unreached {site}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the folder with cudep, cudep-operations and lost_orders")
    parser.add_argument("--root", help="the folder to copy")
    parser.add_argument("--sample", type=int, help="run this many mutants, always the same ones")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=120, metavar="SECONDS")
    parser.add_argument("--list", action="store_true", help="name the mutants that were missed, and the unreached calls")
    parser.add_argument("programs", nargs="+", metavar="FILE_OR_FOLDER")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.clang = words[end + 1:]
    options.build = pathlib.Path(options.build).resolve()
    return options


def main():
    options = parse()
    paths = [pathlib.Path(argument).resolve() for argument in options.programs]
    common = pathlib.Path(os.path.commonpath(paths))
    root = pathlib.Path(options.root).resolve() if options.root else common if common.is_dir() else common.parent
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        planned = list(pool.map(lambda program: mutants_of(program, root, options), programs(root, options)))
        mutants = [mutant for made, _ in planned for mutant in made]
        unreached = [site for _, sites in planned for site in sites]
        losing = [mutant for mutant in mutants if mutant.loses]
        print(f"{len(planned)} programs, {len(mutants)} changes, {len(losing)} lose an order")
        if options.sample and options.sample < len(losing):
            losing = random.Random(1).sample(losing, options.sample)
        mutated = sorted({mutant.program for mutant in losing})
        reports = pool.map(lambda program: findings(program, root, options) or collections.Counter(), mutated)
        reported_before = dict(zip(mutated, reports))
        results = list(pool.map(lambda mutant: is_found(mutant, reported_before, root, options), losing))
    report(losing, results, [mutant for mutant in mutants if not mutant.loses], unreached, options)


if __name__ == "__main__":
    main()
