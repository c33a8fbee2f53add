#!/usr/bin/env python3
"""pre-commit stops a commit that removes a wait, also when only a header changes, and lets right ones pass.

usage: pre_commit.py CUDEP
"""
import pathlib
import shutil
import sys

import scratch
from scratch import HAND_OVER, RULE

HOOKS = pathlib.Path(__file__).resolve().parents[2] / ".pre-commit-hooks.yaml"
CONFIGURATION = """repos:
- repo: {repository}
  rev: {revision}
  hooks:
  - id: {hook}
    args: [--cuda-path, bundled{arguments}]
"""


def start(project, hook="cudep", arguments=""):
    """A repository that uses the hook, with one commit."""
    here, hooks = project.folder, project.folder.parent / "hooks"
    hooks.mkdir()
    shutil.copy(HOOKS, hooks)
    project.folder = hooks
    project.git("init", "-q")
    project.commit()
    revision = project.git("rev-parse", "HEAD").strip()
    project.folder = here
    project.write(".pre-commit-config.yaml",
                  CONFIGURATION.format(repository=hooks, revision=revision, hook=hook, arguments=arguments))
    project.database("pipeline.cu")
    project.git("init", "-q")
    project.commit()
    done = project.run("pre-commit", "install")
    assert done.returncode == 0, done.stdout
    done = project.run("pre-commit", "run", "--all-files")
    assert done.returncode == 0 and "Passed" in done.stdout, done.stdout


def check_a_commit_that_removes_a_wait_is_stopped(project):
    start(project)
    project.write("pipeline.cu", scratch.PIPELINE.replace(HAND_OVER, ""))
    done = project.commit()
    assert done.returncode != 0 and f"[{RULE}]" in done.stdout, done.stdout
    assert "nothing orders the two" in done.stdout, done.stdout
    project.write("pipeline.cu", scratch.PIPELINE.replace("256", "128"))
    done = project.commit()
    assert done.returncode == 0, done.stdout


def check_a_header_lints_the_units_that_include_it(project):
    start(project)
    project.write("edges.h", scratch.EDGES.replace("  cudaStreamWaitEvent(to, done, 0);\n", ""))
    done = project.commit()
    assert done.returncode != 0 and "pipeline.cu:17:3: error" in done.stdout, done.stdout


def check_files_without_cuda_are_passed_over(project):
    start(project)
    project.write("window.cpp", "#include <no_such_toolkit.h>\nint width() { return 3; }\n")
    done = project.commit()
    assert done.returncode == 0 and "Passed" in done.stdout, done.stdout


def check_the_whole_project_fails_for_the_change_only(project):
    project.write("old.cu", scratch.PIPELINE.replace(HAND_OVER, "").replace("main", "old"))
    start(project, "cudep-project", ", -p, .")
    project.database("pipeline.cu", "old.cu")
    project.write("edges.h", "// ordered\n" + scratch.EDGES)
    done = project.commit()
    assert done.returncode == 0, done.stdout
    project.write("pipeline.cu", scratch.PIPELINE.replace(HAND_OVER, ""))
    done = project.commit()
    assert done.returncode != 0 and "pipeline.cu:16:3: error" in done.stdout, done.stdout
    assert "old.cu:16:3: error" not in done.stdout, done.stdout


if __name__ == "__main__":
    scratch.need("git", "pre-commit")
    scratch.main(sys.modules[__name__])
