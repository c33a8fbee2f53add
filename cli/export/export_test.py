#!/usr/bin/env python3
"""Exports recorded runs and reads them with what they are meant for: sqlite3, Graphviz, the rules of trace events.

usage: export_test.py [--cudep build/cudep]

Prints a line for each failure and `N passed, N failed`. Without Graphviz the graph is only looked at as text, which is said.
"""
import argparse
import collections
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "testdata/traces/recorded"


class Exports:
    def __init__(self, cudep):
        self.cudep = cudep

    def run(self, *arguments):
        return subprocess.run([self.cudep, "export", *arguments], capture_output=True, cwd=ROOT)

    def of(self, name, form):
        known = [("--static", RECORDED / f"{name}.json"), ("--kernels", RECORDED / f"{name}.kernels.json")]
        words = [word for option, file in known if file.exists() for word in (option, file)]
        done = self.run(RECORDED / f"{name}.cudep", "--to", form, *words)
        if done.returncode != 0:
            raise AssertionError(done.stderr.decode())
        return done.stdout

    def events(self, name):
        document = json.loads(self.of(name, "chrome"))
        expect(document["displayTimeUnit"], "ns")
        return document["traceEvents"]

    def database(self, name, folder):
        file = pathlib.Path(folder) / f"{name}.sqlite"
        file.write_bytes(self.of(name, "sqlite"))
        return sqlite3.connect(file)


def expect(actual, expected):
    if actual != expected:
        raise AssertionError(f"got {actual!r}, expected {expected!r}")


def some_traces():
    return [*sorted(path.stem for path in RECORDED.glob("*.cudep"))[::8], "every_call", "torch_no_wait"]


def test_trace_events_keep_their_rules(exports):
    for name in ("wait_removed_timeline", "every_call", "slot_refilled_early"):
        events = exports.events(name)
        names = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
        slices = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                expect(event["dur"] > 0, True)
                slices[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
        expect(set(slices), names)
        flows = collections.defaultdict(list)
        for event in events:
            if event["ph"] not in ("s", "f", "i"):
                continue
            inside = [begin <= event["ts"] < end for begin, end in slices[event["pid"], event["tid"]]]
            expect(any(inside), True)
            if event["ph"] != "i":
                flows[event["id"]].append(event)
        for begin, end in flows.values():
            expect((begin["ph"], end["ph"], end["bp"], begin["name"]), ("s", "f", "e", end["name"]))


def test_trace_events_have_the_missing_edge(exports):
    events = exports.events("wait_removed_timeline")
    missing = [event for event in events if event.get("cat") == "missing order"]
    expect([event["name"] for event in missing], ["unordered-stream-access"] * 2)
    by_kernel = {event["name"]: event for event in events if event["ph"] == "X"}
    earlier = by_kernel["kernel `double_each`"]
    expect(earlier["ts"] <= missing[0]["ts"] < earlier["ts"] + earlier["dur"], True)
    expect(missing[1]["ts"], by_kernel["kernel `add_one`"]["ts"])
    expect(by_kernel["kernel `add_one`"]["args"]["line"], 64)


def test_tables_are_whole(exports):
    with tempfile.TemporaryDirectory() as folder:
        for name in some_traces():
            database = exports.database(name, folder)
            expect(database.execute("pragma integrity_check").fetchall(), [("ok",)])
            expect(database.execute("pragma foreign_key_check").fetchall(), [])
            database.close()


def test_tables_answer_questions(exports):
    with tempfile.TemporaryDirectory() as folder:
        database = exports.database("wait_removed_timeline", folder)
        expect(database.execute("select name, kind from streams").fetchall(),
               [("producer", "nonblocking"), ("consumer", "nonblocking")])
        query = """
            select rule, verdict, earlier.label, earlier.agent, later.label, later.line, earlier.end_ns < later.begin_ns
            from missing_edges join findings on findings.id = finding
            join operations as earlier on earlier.id = missing_edges.earlier
            join operations as later on later.id = missing_edges.later"""
        expect(database.execute(query).fetchall(),
               [("unordered-stream-access", "confirmed", "kernel `double_each`", "producer", "kernel `add_one`", 64, 1)])
        query = """
            select verb, low, high from accesses join operations on operations.id = operation
            join buffers on buffers.id = buffer where buffers.name = 'device' and accesses.kind = 'writes'
            order by operation"""
        expect(database.execute(query).fetchall(), [("copy", 0, 16384), ("launch", 0, 16384), ("launch", 0, 16384)])
        database.close()
        database = exports.database("wait_removed.ordered", folder)
        expect(database.execute("select count(*) from missing_edges").fetchone(), (0,))
        query = "select kind, earlier.event from edges join operations as earlier on earlier.id = earlier where kind = 'event'"
        expect(database.execute(query).fetchall(), [("event", "filled")])
        database.close()


def test_graphviz_draws_the_graph(exports):
    graph = exports.of("wait_removed.ordered", "dot").decode()
    expect("color=red" in graph, False)
    graph = exports.of("wait_removed", "dot").decode()
    expect(graph.count("color=red"), 1)
    if not shutil.which("dot"):
        print("skipped: the graph was not drawn, because dot is not installed; ./dev setup optional installs it")
        return
    for name in some_traces():
        done = subprocess.run(["dot", "-Tsvg"], input=exports.of(name, "dot"), capture_output=True)
        expect((done.returncode, done.stderr), (0, b""))
        expect(b"<svg" in done.stdout, True)


def test_output_is_the_same_each_time(exports):
    for form in ("chrome", "sqlite", "dot"):
        expect(exports.of("every_call", form), exports.of("every_call", form))


def test_mistakes_are_told(exports):
    trace = RECORDED / "wait_removed.cudep"
    for arguments, said in (([trace], "no --to is given"), ([trace, "--to", "dto"], "did you mean `dot`?"),
                            (["nothing.cudep", "--to", "dot"], "nothing.cudep: cannot be opened"),
                            ([ROOT / "README.md", "--to", "dot"], "not a cudep trace"),
                            ([trace, "--to", "dot", "-o", "/nowhere/x.dot"], "cudep: error: /nowhere/x.dot: cannot be written")):
        done = exports.run(*arguments)
        expect((done.returncode, done.stdout), (2, b""))
        expect(said in done.stderr.decode(), True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default=ROOT / "build/cudep", type=pathlib.Path)
    exports = Exports(parser.parse_args().cudep.resolve())
    passed = failed = 0
    for name, test in [item for item in globals().items() if item[0].startswith("test_")]:
        try:
            test(exports)
            passed += 1
        except AssertionError as error:
            failed += 1
            print(f"FAILED {name}: {error}")
    print(f"exports: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
