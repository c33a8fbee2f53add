#!/usr/bin/env python3
"""Lints public repositories and writes what came of it as a page.

usage: evaluate.py [--cudep build/cudep] [--jobs N] [--only NAME] [--select RULES] [--results FILE] [--page FILE] CHECKOUTS

CHECKOUTS holds a git checkout for each repository of repositories.py, in a folder of its name (`cuda-samples`); those that
are missing are left out. --results keeps all reports as JSON. Without --page, the tables go to standard output.

Findings are read by hand. What was found on reading stands in readings.json, by repository and fingerprint:
{"NVIDIA/cuda-samples": {"d41d…": {"right": true, "why": "the copy from pageable memory returns before …"}}}
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import repositories

HERE = pathlib.Path(__file__).parent
SECONDS_A_UNIT = 30


def lint(cudep, select, root, program):
    """The report of one program, its exit code, and how long it took; without a report when there was none in time."""
    started = time.monotonic()
    names = [str(source.relative_to(root)) for source in program.sources]
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [cudep, "lint", "-j1", "--statistics", f"--select={select}", f"--format=json:{report.name}", *names, "--",
                   *program.flags]
        try:
            done = subprocess.run(command, cwd=root, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                  timeout=SECONDS_A_UNIT * len(names))
            code, content = done.returncode, pathlib.Path(report.name).read_text()
        except subprocess.TimeoutExpired:
            code, content = "timeout", ""
    return {"sources": names, "code": code, "seconds": time.monotonic() - started,
            "report": json.loads(content) if content else None}


def commit_of(root):
    return subprocess.run(["git", "-C", root, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()


def is_sampled(root):
    """All of its paths ended, but there were more."""
    return all("not all combinations" in reason for reason in root["reasons"])


def is_missing_include(problem):
    return "file not found" in problem["message"]


def summary(results):
    """Counts over the programs of one repository."""
    sums = collections.Counter()
    for result in results:
        sums["units"] += len(result["sources"])
        if result["report"] is None:
            sums["no answer"] += len(result["sources"])
            sums["complete"] += len(result["sources"])
            continue
        for unit in result["report"]["units"]:
            kinds = {problem["kind"] for problem in unit["problems"]}
            if not any(map(is_missing_include, unit["problems"])):
                sums["complete"] += 1
                sums["parsed"] += not kinds & {"not-parsed", "parse-error", "internal"}
            sums["internal errors"] += "internal" in kinds
            cut = [root for root in unit["cut_roots"] if root["multi_stream"]]
            sums["sampled"] += sum(map(is_sampled, cut))
            sums["cut"] += sum(not is_sampled(root) for root in cut)
        statistics = result["report"]["statistics"]
        for key in ("roots", "multi_stream_roots", "opaque_functions", "findings"):
            sums[key] += statistics[key]
        sums["seconds"] += result["seconds"]
    return sums


def percent(part, whole):
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "0"


def row(name, commit, sums):
    ended = sums["multi_stream_roots"] - sums["cut"]
    cells = [name, f"`{commit}`", sums["units"], sums["complete"], percent(sums["parsed"], sums["complete"]), sums["roots"],
             percent(ended, sums["multi_stream_roots"]), sums["sampled"], sums["cut"], sums["opaque_functions"],
             sums["no answer"] + sums["internal errors"], sums["findings"]]
    return "| " + " | ".join(map(str, cells)) + " |"


def findings(results):
    for result in results:
        yield from result["report"]["findings"] if result["report"] else ()


def finding_row(name, finding, readings):
    site = finding["primary"]
    reading = readings.get(name, {}).get(finding["fingerprint"])
    verdict = "not read" if reading is None else ("right: " if reading["right"] else "**wrong**: ") + reading["why"]
    pair = " → ".join(finding[side]["operation"] for side in ("earlier", "later") if "operation" in finding.get(side, {}))
    return f"| {name} | {site['file']}:{site['line']} | `{finding['rule']}` | {pair} | {verdict} |"


def page(all_results, commits):
    readings = json.loads((HERE / "readings.json").read_text())
    lines = [(HERE / "introduction.md").read_text().rstrip(), "",
             "| repository | commit | units | includes exist | parsed | roots | two streams, to the end | of these sampled | cut | opaque functions "
             "| no answer | findings |", "|---|---|---|---|---|---|---|---|---|---|---|---|"]
    lines += [row(name, commits[name], summary(results)) for name, results in all_results.items()]
    total = sum((summary(results) for results in all_results.values()), collections.Counter())
    lines += [row("all", "", total), "", "## Every finding", "",
              "| repository | line | rule | operations | on reading |", "|---|---|---|---|---|"]
    lines += [finding_row(name, finding, readings) for name, results in all_results.items() for finding in findings(results)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="repositories with this in their name")
    parser.add_argument("--select", default="default", help="rules, as of `cudep lint`")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    options = parser.parse_args()
    cudep = str(pathlib.Path(options.cudep).resolve())
    all_results, commits = {}, {}
    for name, programs in repositories.REPOSITORIES.items():
        root = (options.checkouts / name.split("/")[1]).resolve()
        if options.only not in name or not root.is_dir():
            print(f"evaluate: {name} is left out", file=sys.stderr)
            continue
        commits[name] = commit_of(root)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            all_results[name] = list(pool.map(lambda program: lint(cudep, options.select, root, program), programs(root)))
        print(f"evaluate: {name}: {dict(summary(all_results[name]))}", file=sys.stderr)
    if options.results:
        options.results.write_text(json.dumps(all_results, indent=1))
    text = page(all_results, commits)
    options.page.write_text(text) if options.page else print(text, end="")


if __name__ == "__main__":
    main()
