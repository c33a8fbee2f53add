#!/usr/bin/env python3
"""Reports against what other tools and services ask of them: SARIF by its published schema, JUnit as XML, GitLab's fields, and
the templates for CI by running their commands.

usage: reports.py CUDEP

The schema comes from a package of npm; without npm that check is left out, and it is said why.
"""
import copy
import json
import pathlib
import sys
import xml.etree.ElementTree

import scratch
from scratch import HAND_OVER, RULE

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "testdata"))

import npm_package

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def start(project):
    """Findings in two files, one of them suppressed, and a file that does not parse."""
    racy = scratch.PIPELINE.replace(HAND_OVER, "")
    project.write("pipeline.cu", racy)
    project.write("accepted.cu", racy.replace("(data, sum);", f"(data, sum);  // cudep: allow({RULE}) a \"hint\" <1 & 2>")
                  .replace("main", "other"))
    project.write("broken.cu", "int broken( {\n")


def report(project, form):
    done = project.lint(f"--format={form}:out", "pipeline.cu", "accepted.cu", "broken.cu")
    assert done.returncode == 3, done.stdout
    return project.read("out")


def broken(log):
    """Copies of a log that each break one rule of the format."""
    def change(edit):
        other = copy.deepcopy(log)
        edit(other["runs"][0])
        return other
    yield change(lambda run: run.pop("tool"))
    yield change(lambda run: run["results"][0].pop("message"))
    yield change(lambda run: run["results"][0].update(level="fatal"))
    yield change(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0))
    yield change(lambda run: run["results"][0].update(rule="unknown property"))


def check_sarif_by_its_schema(project):
    try:
        (schema,) = npm_package.folder_of("@microsoft/jest-sarif").glob("sarif-2.1.0*.json")
    except npm_package.Missing as reason:
        print(f"skipped check_sarif_by_its_schema: {reason}")
        return
    import jsonschema
    schema = json.loads(schema.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    start(project)
    log = json.loads(report(project, "sarif"))
    texts = [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(log)]
    assert not texts, texts
    assert [validator.is_valid(other) for other in broken(log)] == [False] * 5, "the schema accepts what is broken"


def check_sarif_as_github_reads_it(project):
    start(project)
    (run,) = json.loads(report(project, "sarif"))["runs"]
    shown = [result for result in run["results"] if "suppressions" not in result]
    assert len(shown) == 1 and len(run["results"]) == 2, run["results"]
    for result in run["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region.get("endLine", region["startLine"]) == region["startLine"], region
        assert not result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith(("/", "file:"))
        for location in result["relatedLocations"]:
            assert f"]({location['id']})" in result["message"]["text"], result["message"]


def check_junit_is_xml_that_counts_right(project):
    start(project)
    suites = xml.etree.ElementTree.fromstring(report(project, "junit"))
    by_name = {suite.get("name"): suite for suite in suites}
    assert set(by_name) == {"pipeline.cu", "accepted.cu", "broken.cu"}, by_name
    assert by_name["pipeline.cu"].find("testcase/failure").get("type") == RULE
    assert 'a "hint" <1 & 2>' in by_name["accepted.cu"].find("testcase/skipped").get("message")
    assert by_name["broken.cu"].find("testcase/error") is not None
    for suite in suites:
        for count, tag in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error"),
                           ("skipped", "testcase/skipped")):
            assert int(suite.get(count)) == len(suite.findall(tag)), (suite.attrib, tag)


def check_gitlab_fields(project):
    start(project)
    project.write("second.cu", project.read("pipeline.cu"))
    done = project.lint("--format=gitlab", "./pipeline.cu", str(project.folder / "second.cu"))
    issues = json.loads(done.stdout)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 2, issues
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}, issue
        assert issue["severity"] in SEVERITIES and issue["location"]["lines"]["begin"] == 16, issue
    assert {issue["location"]["path"] for issue in issues} == {"pipeline.cu", "second.cu"}, issues


def check_the_action_of_github(project):
    import yaml
    start(project)
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    (step,) = action["runs"]["steps"]
    assert action["runs"]["using"] == "composite" and set(step["env"]) == {"CUDEP_ARGUMENTS", "CUDEP_SARIF"}, action
    project.environment |= {"CUDEP_ARGUMENTS": "--cuda-path bundled pipeline.cu", "CUDEP_SARIF": "cudep.sarif"}
    done = project.run("bash", "-e", "-c", step["run"])
    assert done.returncode == 1 and done.stdout.startswith("::error file=pipeline.cu,line=16,"), done.stdout
    assert json.loads(project.read("cudep.sarif"))["version"] == "2.1.0"


def check_the_template_of_gitlab(project):
    import yaml
    start(project)
    job = yaml.safe_load((ROOT / "ci" / "gitlab.yml").read_text())[".cudep"]
    project.environment["CUDEP_ARGUMENTS"] = "--cuda-path bundled pipeline.cu"
    done = project.run("bash", "-e", "-c", "\n".join(job["script"]))
    assert done.returncode == 1 and f"[{RULE}]" in done.stdout, done.stdout
    for file in job["artifacts"]["reports"].values():
        assert project.read(file), file


if __name__ == "__main__":
    scratch.main(sys.modules[__name__])
