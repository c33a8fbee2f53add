#!/usr/bin/env python3
"""Lints public repositories and writes what came of it as a page.

usage: evaluate.py [--cudep build/cudep] [--jobs N] [--only NAME] [--mutants FILE] [--results FILE] [--page FILE] CHECKOUTS

CHECKOUTS holds a git checkout for each repository of repositories.py, in a folder of its name (`cuda-samples`); those that
are missing are left out. All rules are on. --results keeps all reports as JSON; a FILE that is there is used instead of
linting again those repositories that it has. --mutants are the counts of mutants.py. Without --page, the tables go to
standard output.

Findings are read by hand: every one of the rules that are on by default, twenty of each other rule, drawn at random. What
was found on reading stands in readings.json, by repository and fingerprint:
{"NVIDIA/cuda-samples": {"d41d…": {"right": true, "why": "the copy from pageable memory returns before …"}}}
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import repositories

HERE = pathlib.Path(__file__).parent
SECONDS_A_UNIT = 30
SAMPLE = 20


def lint(cudep, root, program):
    """The report of one program, its exit code, and how long it took; without a report when there was none in time."""
    started = time.monotonic()
    names = [str(source.relative_to(root)) for source in program.sources]
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [cudep, "lint", "--no-cache", "-j1", "--statistics", "--select=all", f"--format=json:{report.name}", *names, "--",
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


def rules_by_default(cudep):
    """All rules, and whether each is on by default."""
    lines = subprocess.run([cudep, "rules"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {words[0]: words[2] == "on" for words in map(str.split, lines)}


def summary(results, rules):
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
        for key in ("roots", "multi_stream_roots", "opaque_functions"):
            sums[key] += statistics[key]
        sums["seconds"] += result["seconds"]
    sums["findings"] = sum(rules[finding["rule"]] for finding in findings(results))
    return sums


def percent(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def row(name, commit, sums, mutants):
    ended = sums["multi_stream_roots"] - sums["cut"]
    cells = [name, f"`{commit}`" if commit else "", sums["units"], percent(sums["parsed"], sums["complete"]), sums["roots"],
             percent(ended, sums["multi_stream_roots"]), sums["sampled"], sums["opaque_functions"],
             sums["no answer"] + sums["internal errors"], sums["findings"],
             percent(mutants["found"], mutants["of"])]
    return "| " + " | ".join(map(str, cells)) + " |"


def findings(results):
    for result in results:
        yield from result["report"]["findings"] if result["report"] else ()


def finding_row(name, finding, reading):
    site = finding["primary"]
    verdict = "not read" if reading is None else ("right: " if reading["right"] else "**wrong**: ") + reading["why"]
    sides = (finding[side]["label"] for side in ("earlier", "later") if finding.get(side))
    return f"| {name} | {site['file']}:{site['line']} | `{finding['rule']}` | {' → '.join(sides)} | {verdict} |"


def table(*columns):
    return ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]


FINDING_COLUMNS = ("repository", "line", "rule", "operations", "on reading")


def repository_rows(all_results, commits, rules, mutants):
    none = {"found": 0, "of": 0}
    sums = {name: summary(results, rules) for name, results in all_results.items()}
    rows = [row(name, commits[name], sums[name], mutants.get(name, none)) for name in sums]
    changed = {key: sum(counts[key] for counts in mutants.values()) for key in none}
    return rows + [row("all", "", sum(sums.values(), collections.Counter()), changed)]


def sampled_rules(all_results, rules, reading):
    """For each rule that is off by default: how many findings there are, and what came of reading some of them."""
    counts, read = [], []
    for rule in sorted(rule for rule, is_on in rules.items() if not is_on):
        found = [(name, finding) for name, results in all_results.items() for finding in findings(results)
                 if finding["rule"] == rule]
        found.sort(key=lambda pair: (pair[0], pair[1]["primary"]["file"], pair[1]["primary"]["line"], pair[1]["fingerprint"]))
        sample = random.Random(rule).sample(found, min(SAMPLE, len(found)))
        verdicts = [verdict for verdict in map(lambda pair: reading(*pair), sample) if verdict]
        counts.append(f"| `{rule}` | {len(found)} | {len(verdicts)} of {len(sample)} | "
                      f"{percent(sum(verdict['right'] for verdict in verdicts), len(verdicts))} |")
        read += [finding_row(name, finding, reading(name, finding)) for name, finding in sample]
    return counts, read


def page(all_results, commits, rules, mutants):
    readings = json.loads((HERE / "readings.json").read_text())
    reading = lambda name, finding: readings.get(name, {}).get(finding["fingerprint"])
    every = [finding_row(name, finding, reading(name, finding)) for name, results in all_results.items()
             for finding in findings(results) if rules[finding["rule"]]]
    counts, sampled = sampled_rules(all_results, rules, reading)
    lines = [(HERE / "introduction.md").read_text().rstrip(), "",
             *table("repository", "commit", "units", "parsed, of those whose includes exist", "roots",
                    "two streams, to the end", "of these sampled", "opaque functions", "no answer", "findings", "mutants found"),
             *repository_rows(all_results, commits, rules, mutants),
             "", "## Every finding of the rules that are on by default", "", *table(*FINDING_COLUMNS), *every,
             "", "## Rules that are off by default", "",
             *table("rule", "findings", "read", "right"), *counts, "", *table(*FINDING_COLUMNS), *sampled]
    return "\n".join(lines) + "\n"


def evaluated(options, cudep, rules):
    """The results of all repositories, and their commits."""
    known = json.loads(options.results.read_text()) if options.results and options.results.is_file() else {}
    all_results, commits = {}, {}
    for name, programs in repositories.REPOSITORIES.items():
        root = (options.checkouts / name.split("/")[1]).resolve()
        if options.only not in name or not root.is_dir():
            print(f"evaluate: {name} is left out", file=sys.stderr)
            continue
        commits[name] = commit_of(root)
        if name in known:
            all_results[name] = known[name]
        else:
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                all_results[name] = list(pool.map(lambda program: lint(cudep, root, program), programs(root)))
            if options.results:
                options.results.write_text(json.dumps(known | all_results, indent=1))
        print(f"evaluate: {name}: {dict(summary(all_results[name], rules))}", file=sys.stderr)
    return all_results, commits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default="build/cudep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="repositories with this in their name")
    parser.add_argument("--mutants", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    options = parser.parse_args()
    cudep = str(pathlib.Path(options.cudep).resolve())
    rules = rules_by_default(cudep)
    all_results, commits = evaluated(options, cudep, rules)
    mutants = json.loads(options.mutants.read_text()) if options.mutants else {}
    text = page(all_results, commits, rules, mutants)
    options.page.write_text(text) if options.page else print(text, end="")


if __name__ == "__main__":
    main()
