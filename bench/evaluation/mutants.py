#!/usr/bin/env python3
"""Takes ordering calls away from the programs of public repositories that use several streams, and counts the findings.

usage: mutants.py [--build build] [--jobs N] [--only NAME] [--counts FILE] RESULTS CHECKOUTS

RESULTS is what `evaluate.py --results` kept: the programs of one source with a function that gives work to two streams are
handed to bench/mutation/mutate.py. Prints what that prints; --counts keeps the sums as JSON, for `evaluate.py --mutants`.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import repositories

MUTATE = pathlib.Path(__file__).parent.parent / "mutation/mutate.py"
SUMMARY = re.compile(r"^found (?:(?P<found>\d+) of (?P<applied>\d+) .*|none);", re.MULTILINE)


def programs(name, results, root):
    """Those of one source that use several streams."""
    several = {result["sources"][0] for result in results
               if result["report"] and len(result["sources"]) == 1 and result["report"]["statistics"]["multi_stream_roots"]}
    for program in repositories.REPOSITORIES[name](root):
        if len(program.sources) == 1 and str(program.sources[0].relative_to(root)) in several:
            yield program


def mutate(program, options):
    source = program.sources[0]
    command = [sys.executable, MUTATE, "--build", options.build, "--jobs", str(options.jobs), "--list", "--root", source.parent,
               source, "--", *program.flags]
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"{source}\n{done.stdout}{done.stderr}", flush=True)
    summary = SUMMARY.search(done.stdout)
    return (int(summary["found"]), int(summary["applied"])) if summary and summary["found"] else (0, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="repositories with this in their name")
    parser.add_argument("--counts", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    options = parser.parse_args()
    counts = {}
    for name, results in json.loads(options.results.read_text()).items():
        root = (options.checkouts / name.split("/")[1]).resolve()
        if options.only in name and root.is_dir():
            outcomes = [mutate(program, options) for program in programs(name, results, root)]
            counts[name] = {"found": sum(found for found, _ in outcomes), "of": sum(applied for _, applied in outcomes)}
            print(f"{name}: {counts[name]}")
    if options.counts:
        options.counts.write_text(json.dumps(counts, indent=1))


if __name__ == "__main__":
    main()
