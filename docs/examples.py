#!/usr/bin/env python3
"""Keeps the example runs in the documentation true.

usage: docs/examples.py [--check] [--cudep build/cudep] FILE...

A block that opens with ```console and has `$ cudep ARGUMENTS` or `$ docs/demo/SCRIPT` as its first line is followed by what that
command prints. Without --check the output is written anew; with it, stale blocks are listed and the exit code is 1. Scripts need
nvcc: where there is none, what they print is not looked at.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

EXAMPLE = re.compile(r"^```console\n\$ (?P<command>(?:cudep|docs/demo/\S+\.sh)\b.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)


def run(cudep, command):
    words = shlex.split(command)
    path = f"{pathlib.Path(cudep).resolve().parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run([cudep if words[0] == "cudep" else words[0], *words[1:]], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path})
    return done.stdout


def can_run(command):
    return command.startswith("cudep") or shutil.which("nvcc") is not None


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
            return f"```console\n$ {example['command']}\n{run(options.cudep, example['command'])}```"

        for example in EXAMPLE.finditer(text):
            if not can_run(example["command"]):
                print(f"skipped {path}: no nvcc for `{example['command']}`")
                continue
            if example[0] == renewed(example):
                fresh += 1
                continue
            stale += 1
            if options.check:
                print(f"FAILED {path}: `{example['command']}` prints something else now: ./dev docs")
        if not options.check:
            path.write_text(EXAMPLE.sub(lambda example: renewed(example) if can_run(example["command"]) else example[0], text))
    if options.check:
        print(f"examples: {fresh} passed, {stale} failed")
        sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
