#!/usr/bin/python3
"""Opens pages of `cudep report` in Chromium without a window and uses them as a reader would: clicks, keys, search.

usage: page_test.py [--cudep build/cudep] [--screenshots FOLDER] [TEST...]

Needs Debian's chromium, chromium-driver and python3-selenium, which is why it runs under Debian's own Python. Where they are
missing it says so and exits with 77, which CTest counts as skipped. Prints a line for each failure and `N passed, N failed`.
"""
import argparse
import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = None

SKIPPED = 77
SIZE = (1280, 800)
MANY = 100_000
FRAME_LIMIT_MS = 50
ROOT = pathlib.Path(__file__).resolve().parents[3]
RECORDED = ROOT / "testdata/traces/recorded"
DATA = re.compile(r'(<script nonce="cudep" type="application/json" id="data">)(.*?)(</script>)', re.DOTALL)
HOSTILE = "</script><img src=x onerror=\"window.owned=1\"><script>window.owned=1</script>"


class Browser:
    """One page at a time, and what a test asks of it."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.resize(*SIZE)

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, page):
        self.driver.get(page.as_uri())
        self.settle()

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def ask(self, expression, *arguments):
        return self.driver.execute_script(f"return {expression}", *arguments)

    def text(self, selector):
        return self.ask("document.querySelector(arguments[0]).innerText", selector)

    def drawn(self, what):
        return int(self.ask("application.chart.canvas.dataset[arguments[0]]", what))

    def shows(self):
        return self.ask("document.getElementById('details').dataset.shows")

    def operation(self, words):
        """The first operation whose bar says that."""
        return self.ask("[...Array(application.timeline.count).keys()].find((op) => "
                        "application.timeline.shortText(op) === arguments[0])", words)

    def click_at(self, x, y):
        canvas = self.driver.find_element("id", "timeline")
        width, height = canvas.size["width"], canvas.size["height"]
        ActionChains(self.driver).move_to_element_with_offset(
            canvas, round(x - width / 2), round(y - height / 2)).click().perform()
        self.settle()

    def click_bar(self, op):
        box = self.ask("application.chart.box(arguments[0])", op)
        self.click_at(box["left"] + box["width"] / 2, box["top"] + box["height"] / 2)

    def click(self, selector):
        self.driver.find_element("css selector", selector).click()
        self.settle()

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


class Pages:
    """Pages made by cudep from recorded runs and findings."""

    def __init__(self, cudep, folder):
        self.cudep = cudep
        self.folder = folder

    def report(self, source, *arguments):
        page = self.folder / f"{pathlib.Path(source).name}.html"
        subprocess.run([self.cudep, "report", source, "-o", page, *arguments], check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
        return page

    def of_run(self, name):
        known = [("--static", RECORDED / f"{name}.json"), ("--kernels", RECORDED / f"{name}.kernels.json")]
        return self.report((RECORDED / f"{name}.cudep").relative_to(ROOT), *(word for pair in known if pair[1].exists() for word in pair))

    def of_findings(self, name, findings):
        document = json.loads((RECORDED / "record_early.json").read_text())
        document["findings"] = findings
        source = self.folder / f"{name}.json"
        source.write_text(json.dumps(document))
        return self.report(source)

    def changed(self, page, change):
        """A copy of a page with other data."""
        text = page.read_text()
        data = json.loads(DATA.search(text)[2])
        change(data)
        changed = page.with_suffix(".changed.html")
        changed.write_text(DATA.sub(lambda found: found[1] + json.dumps(data).replace("<", "\\u003c") + found[3], text))
        return changed


def findings_of(name):
    return json.loads((RECORDED / f"{name}.json").read_text())["findings"]


def page_data(page):
    return json.loads(DATA.search(page.read_text())[2])


def expect(actual, expected):
    if actual != expected:
        raise AssertionError(f"got {actual!r}, expected {expected!r}")


def expect_in(part, text):
    if part not in text:
        raise AssertionError(f"`{part}` is not in {text!r}")


def test_missing_edge_is_shown_at_once(browser, pages):
    browser.open(pages.of_run("wait_removed_timeline"))
    expect(browser.drawn("missing"), 1)
    expect_in("Nothing orders", browser.text("#headline"))
    details = browser.text("#details")
    for part in ("double_each<<<", "add_one<<<", "cudaStreamWaitEvent(consumer, filled)", "confirmed by the run"):
        expect_in(part, details)
    expect(browser.ask("application.chart.scale.name"), "time")


def test_all_edges_are_drawn(browser, pages):
    page = pages.of_run("every_call")
    browser.open(page)
    expect(browser.drawn("edges"), len(page_data(page)["timelines"][0]["edges"]))
    expect(browser.drawn("missing"), 0)
    page = pages.of_run("slot_refilled_early")
    browser.open(page)
    browser.press("0")
    expect(browser.drawn("missing"), len(page_data(page)["findings"][0]["pairs"]))


def test_order_of_the_run_is_told(browser, pages):
    browser.open(pages.of_run("wait_removed.ordered"))
    expect((browser.drawn("missing"), browser.drawn("ordered")), (0, 1))
    expect_in("In this run", browser.text("#headline"))
    expect_in("ordered once by the wait of stream consumer", browser.text("#details"))


def test_click_on_an_operation(browser, pages):
    browser.open(pages.of_run("record_early"))
    op = browser.operation("add_one")
    browser.click_bar(op)
    expect(browser.shows(), f"operation {op}")
    details = browser.text("#details")
    for part in ("add_one<<<", "stream consumer", "in main", "record_early.cu:65"):
        expect_in(part, details)
    browser.press(Keys.ESCAPE)
    expect(browser.shows(), "finding 1")


def test_click_on_the_missing_edge(browser, pages):
    browser.open(pages.of_run("record_early"))
    browser.click_bar(browser.operation("add_one"))
    x, y = browser.ask("pointOn(application.chart.drawnPairs[0].curve, 0.5)")
    browser.click_at(x, y)
    expect(browser.shows(), "finding 1")


def test_edges_lead_to_their_operations(browser, pages):
    browser.open(pages.of_run("record_early"))
    browser.click_bar(browser.operation("wait filled"))
    expect_in("by event filled", browser.text("#details"))
    browser.click("#details .link")
    expect(browser.shows(), f"operation {browser.operation('record filled')}")


def test_search(browser, pages):
    browser.open(pages.of_run("slot_refilled_early"))
    browser.press("/")
    browser.press(*"add_one")
    expect(browser.text("#matches"), "6")
    browser.press(Keys.ENTER)
    expect(browser.text("#matches"), "1/6")
    first = browser.operation("add_one")
    expect(browser.shows(), f"operation {first}")
    browser.press(Keys.ENTER)
    expect(browser.text("#matches"), "2/6")
    browser.press(Keys.ESCAPE)
    expect(browser.text("#matches"), "")
    for words, least in (("slot_refilled_early.cu:79", 6), ("producer", 6), ("slot.data", 6)):
        expect(len(browser.ask("application.timeline.search(arguments[0])", words)) >= least, True)


def test_keys(browser, pages):
    findings = findings_of("record_early") + findings_of("wait_removed")
    browser.open(pages.of_findings("two", findings))
    expect(browser.shows(), "finding 1")
    browser.press("n")
    expect(browser.shows(), "finding 2")
    expect(browser.ask("location.hash"), "#finding-2")
    browser.press("n")
    expect(browser.shows(), "finding 1")
    browser.press("p")
    expect(browser.shows(), "finding 2")
    browser.press("?")
    expect(browser.ask("document.getElementById('help').open"), True)


def test_keys_move_along_streams(browser, pages):
    browser.open(pages.of_run("record_early"))
    op = browser.operation("double_each")
    browser.click_bar(op)
    browser.press(Keys.ARROW_LEFT)
    expect(browser.shows(), f"operation {browser.operation('record filled')}")
    browser.press(Keys.ARROW_DOWN)
    expect(browser.ask("application.timeline.laneText(application.chart.selected)"), "stream consumer")


def test_operations_are_reached_without_a_pointer(browser, pages):
    browser.open(pages.of_run("record_early"))
    browser.press(Keys.ENTER)
    expect(browser.shows(), f"operation {browser.operation('double_each')}")
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    expect(browser.ask("application.timeline.laneText(application.chart.selected)"), "stream consumer")


def test_launch_of_a_graph_shows_the_memory_of_its_nodes(browser, pages):
    browser.open(pages.of_run("34-graph-static-input-overwrite-bug"))
    finding = "application.finding"
    expect(browser.ask(f"{finding}.useOf({finding}.pairs[0].earlier)"), "reads")
    expect(browser.ask(f"{finding}.useOf({finding}.pairs[0].later)"), "writes")
    expect_in("uses staticIn", browser.text("#legend"))


def test_operations_that_ran_at_once_are_shown_first(browser, pages):
    browser.open(pages.of_run("graph_branches_timeline"))
    pairs = browser.ask("application.finding.pairs.map(({earlier, later}) => application.timeline.overlapped(earlier, later))")
    expect(pairs, [True, True, False])


def test_operations_of_a_pair_do_what_the_finding_says(browser, pages):
    browser.open(pages.of_run("wait_removed_timeline"))  # a read before write by `add_one`, which writes, too
    finding = "application.finding"
    expect(browser.ask(f"{finding}.useOf({finding}.pairs[0].later)"), "reads")


def test_words_do_not_cover_each_other(browser, pages):
    for width, height in (SIZE, (800, 600)):
        browser.resize(width, height)
        for name in ("wait_removed_timeline", "record_early", "input_freed_early", "34-graph-static-input-overwrite-bug"):
            browser.open(pages.of_run(name))
            covers = browser.ask("(() => { const painting = new Painting(application.chart); painting.paint(); const boxes = "
                                 "painting.labels.taken; const label = boxes.pop(); "
                                 "return boxes.filter((box) => overlaps(label, box)).length; })()")
            expect((width, name, covers), (width, name, 0))
    browser.resize(*SIZE)


def test_narrow_windows_show_everything(browser, pages):
    browser.resize(800, 600)
    browser.open(pages.of_run("wait_removed_timeline"))
    out = browser.ask("[...document.querySelectorAll('header *, .column')].filter((node) => "
                      "node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.id || node.className)")
    expect(out, [])
    expect(browser.ask("document.querySelector('#details').scrollWidth <= document.querySelector('#details').clientWidth"), True)
    browser.resize(*SIZE)


def test_zoom_and_drag(browser, pages):
    browser.open(pages.of_run("slot_refilled_early"))
    length = "application.chart.view.right - application.chart.view.left"
    before = browser.ask(length)
    browser.press("+")
    expect(browser.ask(length) < before, True)
    browser.press("-", "-")
    expect(browser.ask(length) > before, True)
    left = browser.ask("application.chart.view.left")
    canvas = browser.driver.find_element("id", "timeline")
    ActionChains(browser.driver).move_to_element_with_offset(canvas, 200, 0).click_and_hold().move_by_offset(
        -120, 0).release().perform()
    browser.settle()
    expect(browser.ask("application.chart.view.left") > left, True)


def test_scales(browser, pages):
    browser.open(pages.of_run("wait_removed_timeline"))
    browser.press("t")
    expect(browser.ask("application.chart.scale.name"), "order")
    expect(browser.drawn("missing"), 1)
    browser.click("#by-time")
    expect(browser.ask("application.chart.scale.name"), "time")
    browser.open(pages.of_findings("no_times", findings_of("record_early")))
    expect(browser.ask("document.getElementById('scales').hidden"), True)


def test_light_and_dark(browser, pages):
    browser.open(pages.of_run("record_early"))
    background = "getComputedStyle(document.body).backgroundColor"
    expect(browser.ask(background), "rgb(255, 255, 255)")
    browser.press("d")
    expect(browser.ask(background), "rgb(13, 17, 23)")
    expect(browser.ask("application.chart.colors.paper"), "#0d1117")


def test_nothing_to_show(browser, pages):
    browser.open(pages.of_findings("none", []))
    expect(browser.text("#headline"), "No findings.")
    browser.press("0", "t", "l", "n", "f", "+", Keys.ARROW_LEFT, Keys.ESCAPE)
    browser.press("/", "x", Keys.ENTER)


def hostile(value):
    if isinstance(value, dict):
        kept = ("rule", "severity", "confidence", "hazard", "reason", "kind", "memory")
        return {key: item if key in kept else hostile(item) for key, item in value.items()}
    if isinstance(value, list):
        return [hostile(item) for item in value]
    return value + HOSTILE if isinstance(value, str) and value else value


def test_text_of_a_program_stays_text(browser, pages):
    browser.open(pages.of_findings("hostile", hostile(findings_of("record_early"))))
    for op in range(browser.ask("application.timeline.count")):
        browser.ask("application.selectOperation(arguments[0], true)", op)
    browser.press(Keys.ESCAPE)
    expect(browser.ask("window.owned === undefined"), True)
    expect(browser.ask("document.querySelectorAll('img').length"), 0)
    expect_in("onerror", browser.text("#headline"))


def fill(data):
    """A long run of sixteen streams, each of which hands its work on to the next."""
    timeline = data["timelines"][0]
    frames = timeline["stacks"][timeline["operations"]["stack"][0]]
    timeline["lanes"] = [{"name": "main thread", "host": True, "kind": "stream"}]
    timeline["lanes"] += [{"name": f"s{i}", "host": False, "kind": "stream"} for i in range(16)]
    timeline["texts"] = ["launch", "record", "wait", "kernel `step`", "cudaEventRecord", "cudaStreamWaitEvent", "ready", "data", "writes", ""]
    timeline["stacks"] = [frames]
    timeline["accesses"] = [[], [[0, 7, 8, 9]]]
    columns = {name: [] for name in ("lane", "verb", "label", "stack", "accesses", "event")}
    timeline["edges"] = []
    for i in range(MANY):
        step = i % 3
        stream = (i // 3 + (1 if step == 2 else 0)) % 16 + 1
        row = (stream, step, 3 + step, 0, 1 if step == 0 else 0, None if step == 0 else 6)
        for column, value in zip(columns.values(), row):
            column.append(value)
        if step == 2:
            timeline["edges"].append([i - 1, i, 0])
    timeline["operations"] = {**columns, "captured": []}
    begin = [i * 700 for i in range(MANY)]
    timeline["times"] = {"begin": begin, "length": [5000] * MANY, "ran": list(range(MANY))}
    data["findings"][0]["pairs"] = [[i, i + 3, False] for i in range(0, MANY - 3, 300)]
    data["findings"][0]["steps"] = []


def frames_of(browser, move):
    """How long each of sixty frames takes while something moves."""
    return browser.ask("""(() => {
      const times = [];
      for (let i = 0; i < 60; ++i) {
        %s;
        const start = performance.now();
        new Painting(application.chart).paint();
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b);
    })()""" % move)


def test_a_long_run_stays_smooth(browser, pages):
    page = pages.changed(pages.of_run("wait_removed_timeline"), fill)
    start = time.monotonic()
    browser.open(page)
    opened = time.monotonic() - start
    browser.press("0")
    results = []
    for name, move in (("all in view", "application.chart.pan(3)"), ("zooming", "application.chart.zoom(0.9)"),
                       ("close", "application.chart.pan(20)")):
        times = frames_of(browser, move)
        quick = times[len(times) // 4]  # the others may have waited for the machine
        results.append(f"{name} {quick:.1f} ms (median {times[len(times) // 2]:.1f})")
        expect(quick < FRAME_LIMIT_MS, True)
    found, took = browser.ask("(() => { const start = performance.now(); const found = application.timeline.search('ready');"
                              "return [found.length, performance.now() - start]; })()")
    results.append(f"search {took:.0f} ms")
    expect(found, MANY // 3 * 2)
    print(f"{MANY} operations: opened in {opened:.1f} s; frames: {', '.join(results)}")


def take_screenshots(browser, pages, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("wait_removed_timeline", "record_early", "slot_refilled_early", "input_overwritten"):
        browser.open(pages.of_run(name))
        for theme in ("light", "dark"):
            browser.driver.save_screenshot(str(folder / f"{name}-{theme}.png"))
            browser.press("d")


def what_is_missing():
    if webdriver is None:
        return "python3-selenium"
    return next((name for name in ("chromium", "chromedriver") if not shutil.which(name)), None)


def run(browser, pages, names):
    passed = failed = 0
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    for name in names or tests:
        try:
            tests[name](browser, pages)
            errors = browser.errors()
            expect(errors, [])
            passed += 1
        except Exception as error:  # a test that fails must not end the others
            failed += 1
            print(f"FAILED {name}: {error}")
    print(f"page: {passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cudep", default=ROOT / "build/cudep", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("tests", nargs="*", metavar="TEST")
    options = parser.parse_args()
    missing = what_is_missing()
    if missing:
        print(f"skipped: {missing} is not installed; ./dev setup optional installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(options.cudep.resolve(), pathlib.Path(folder))
        browser = Browser()
        try:
            if options.screenshots:
                take_screenshots(browser, pages, options.screenshots)
            return run(browser, pages, options.tests)
        finally:
            browser.driver.quit()


if __name__ == "__main__":
    sys.exit(main())
