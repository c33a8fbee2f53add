#!/usr/bin/env python3
"""What is kept of earlier runs is never used for a program that changed in a way that counts.

usage: run_edited.py [--cudep build/cudep] [--edits 40] [--seed 1] FILE_OR_FOLDER...

The programs are linted once for their facts. Then the facts are edited again and again, an instruction at a time; after
each edit `cudep link` must say the same with what it kept of the edits before as without. Edits that make the facts invalid
are taken back.

Prints a line for each failure and `N passed, N failed` at the end; exits 1 when something failed.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

UNUSABLE = 2


def has_effect(line):
    return line.startswith("  ") and re.search(r"\b(call|launch|store|branch) ", line) is not None


def edited(lines, choose):
    """The lines with one instruction taken out, exchanged with another, or with another number."""
    places = [n for n, line in enumerate(lines) if has_effect(line)]
    number, other = choose.choice(places), choose.choice(places)
    line = lines[number]
    more = list(lines)  # the facts say how many they are: an empty one stays
    match choose.choice(("remove", "exchange", "number")):
        case "remove":
            more[number] = ""
        case "exchange":
            more[number], more[other] = lines[other], line
        case "number":
            if numbers := list(re.finditer(r"(?<=[ (,])\d+(?=[ ,):]|$)", line)):
                found = choose.choice(numbers)
                more[number] = line[:found.start()] + str(int(found.group()) + 1) + line[found.end():]
    return more


def run(cudep, program, options, folder):
    """Edits that were tried, those that changed what is said, and the failures."""
    facts, cache = folder / f"{program.stem}.facts", folder / "cache"
    subprocess.run([cudep, "lint", "--no-cache", f"--facts-out={facts}", program], capture_output=True, check=False)
    choose = random.Random(f"{options.seed} {program.name}")

    def link(*where):
        done = subprocess.run([cudep, "link", "--format=json", "--show-possible", *where, facts], capture_output=True)
        return done.returncode, done.stdout, done.stderr

    lines, said = facts.read_bytes().decode().split("\n"), link(f"--cache-dir={cache}")
    tried = changed = 0
    for _ in range(options.edits):
        more = edited(lines, choose)
        facts.write_bytes("\n".join(more).encode())
        expected = link("--no-cache")
        if expected[0] == UNUSABLE:
            continue
        tried += 1
        changed += expected != said
        if link(f"--cache-dir={cache}") != expected:
            kept = pathlib.Path(tempfile.mkdtemp(prefix="edited_")) / facts.name
            kept.write_bytes("\n".join(more).encode())
            return tried, changed, f"FAILED {program}: after an edit, what was kept was used wrongly; the facts: {kept}"
        lines, said = more, expected
    return tried, changed, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", type=pathlib.Path, default=pathlib.Path("build/cudep"))
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    programs = [program for path in options.programs
                for program in (sorted(path.rglob("*.cu")) if path.is_dir() else [path])]
    tried = changed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            more_tried, more_changed, failure = run(options.cudep.resolve(), program, options, pathlib.Path(folder))
            tried, changed = tried + more_tried, changed + more_changed
            if failure:
                failed += 1
                print(failure, flush=True)
    print(f"{tried} edits, {changed} of them changed what is said")
    print(f"{len(programs) - failed} passed, {failed} failed")
    return 1 if failed or not changed else 0


if __name__ == "__main__":
    sys.exit(main())
