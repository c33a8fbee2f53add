#!/usr/bin/env python3
"""Keeps the example runs in the documentation true.

usage: docs/examples.py [--check] [--cudep build/cudep] FILE...

A block that opens with ```console and has `$ cudep ARGUMENTS` as its first line is followed by what that command prints. Without
--check the output is written anew; with it, stale blocks are listed and the exit code is 1.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys

EXAMPLE = re.compile(r"^```console\n\$ cudep (?P<arguments>.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)


def run(cudep, arguments):
    done = subprocess.run([cudep, *shlex.split(arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    fresh = stale = 0
    for path in options.files:
        text = path.read_text()

        def renewed(example):
            return f"```console\n$ cudep {example['arguments']}\n{run(options.cudep, example['arguments'])}```"

        for example in EXAMPLE.finditer(text):
            if example[0] == renewed(example):
                fresh += 1
                continue
            stale += 1
            if options.check:
                print(f"FAILED {path}: `cudep {example['arguments']}` prints something else now: ./dev docs")
        if not options.check:
            path.write_text(EXAMPLE.sub(renewed, text))
    if options.check:
        print(f"examples: {fresh} passed, {stale} failed")
        sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
