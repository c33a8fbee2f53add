#!/usr/bin/env python3
"""Lets `cudep lint --fix` mend annotated programs and lints them again: what it says is fixed must be gone, nothing new
may be there, and all must parse.

usage: run_fixed.py [--cudep build/cudep] [--at-least N] FOLDER...

The programs are linted in one run, on copies; those with arguments or options of their own (CUDEP-...) are left out. Prints
how many findings were fixed, how many of these with the calls that the ordered form of the program has, and why the others
were left. Exits 1 when something is not as it says, or when fewer than N findings were fixed.
"""
import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CALL = re.compile(r"\b(?:cuda|cu)[A-Z]\w*(?=\()")
MAKING = {"cudaEventCreateWithFlags", "cudaEventDestroy"}


def lint(tool, folder, files, *options):
    done = subprocess.run([*tool, "--format=json", *options, *files], cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 1):
        sys.exit(f"run_fixed: {' '.join(options) or 'lint'} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout)


def keys(findings):
    return collections.Counter((f["primary"]["file"], f["primary"]["line"], f["rule"]) for f in findings)


def form(text, ordered):
    """The lines of one form of a program."""
    lines, kept = [], [True]
    for line in text.splitlines():
        if line.startswith("#if"):
            about = "ORDERED" in line
            kept.append(kept[-1] and (not about or ("ifdef" in line) == ordered))
        elif line.startswith("#else"):
            kept[-1] = kept[-2] and not kept[-1]
        elif line.startswith("#endif"):
            kept.pop()
        elif kept[-1]:
            lines.append(line)
    return lines


def calls_added(before, after):
    count = lambda lines: collections.Counter(call for line in lines for call in CALL.findall(line))
    return set(count(after) - count(before)) - MAKING


def like_twin(before, after):
    """The fix uses the calls that the ordered form has and the faulty one has not."""
    plain = form(before, False)
    return calls_added(plain, form(before, True)) == calls_added(plain, form(after, False))


def programs(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.cu")):
            if "CUDEP-" not in path.read_text():
                yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--at-least", type=int, default=0)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    tool = [str(pathlib.Path(options.cudep).resolve()), "lint", "--cuda-path=bundled"]
    files = [str(path) for path in programs(options.folders)]
    originals = {name: pathlib.Path(name).read_text() for name in files}
    with tempfile.TemporaryDirectory(prefix="cudep-") as scratch:
        for folder in {pathlib.Path(folder).parts[0] for folder in options.folders}:
            shutil.copytree(folder, pathlib.Path(scratch) / folder)
        fixed = lint(tool, scratch, files, "--fix")
        again = lint(tool, scratch, files)
        changed = [name for name in files if (pathlib.Path(scratch) / name).read_text() != originals[name]]
        like = sum(like_twin(originals[name], (pathlib.Path(scratch) / name).read_text()) for name in changed)
    failures = [f"{file}:{line}: {rule} is there after the fix" for file, line, rule in keys(again["findings"]) - keys(fixed["findings"])]
    failures += [f"{file}:{line}: {rule} was told and is not there" for file, line, rule in keys(fixed["findings"]) - keys(again["findings"])]
    for failure in failures:
        print(f"FAILED {failure}")
    for reason, count in collections.Counter(f["not_fixed"] for f in fixed["findings"]).most_common():
        print(f"{count:4} left: {reason}")
    print(f"{len(fixed['fixed'])} fixed in {len(changed)} programs, {like} with the calls of the ordered form; {len(fixed['findings'])} left")
    sys.exit(1 if failures or len(fixed["fixed"]) < options.at_least else 0)


if __name__ == "__main__":
    main()
