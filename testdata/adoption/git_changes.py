#!/usr/bin/env python3
"""`cudep lint` on the changes of a git repository: --since, --diff, and a baseline whose findings move.

usage: git_changes.py CUDEP
"""
import sys

import scratch
from scratch import HAND_OVER, RULE

OTHER = scratch.PIPELINE.replace(HAND_OVER, "").replace("main", "other")


def start(project):
    """A repository with a finding in other.cu and a right pipeline.cu."""
    project.write("other.cu", OTHER)
    project.git("init", "-q")
    project.commit()


def check_only_findings_of_the_change_are_shown(project):
    start(project)
    project.write("pipeline.cu", scratch.PIPELINE.replace(HAND_OVER, ""))
    done = project.lint("--since", "HEAD", "pipeline.cu", "other.cu")
    assert done.returncode == 1 and f"pipeline.cu:16:3: error" in done.stdout, done.stdout
    assert "other.cu:16:3: error" not in done.stdout, done.stdout


def check_nothing_changed_is_clean(project):
    start(project)
    done = project.lint("--since", "HEAD", "other.cu")
    assert done.returncode == 0 and done.stdout == "", done.stdout


def check_a_diff_from_standard_input_in_a_folder_below(project):
    start(project)
    (project.folder / "src").mkdir()
    project.git("mv", "other.cu", "edges.h", "src/")
    project.commit()
    project.write("src/other.cu", OTHER.replace("fill<<<1,", "fill<<<2,"))
    diff = project.git("-c", "diff.noprefix=true", "diff")
    project.folder /= "src"
    done = project.lint("--diff", "-", "other.cu", stdin=diff)
    assert done.returncode == 1 and "other.cu:16:3: error" in done.stdout, done.stdout
    assert project.lint("--diff", "-", "other.cu", stdin="").returncode == 0


def check_files_that_git_does_not_know_count_as_changed(project):
    start(project)
    project.write("new.cu", OTHER)
    assert project.lint("--since", "HEAD", "new.cu").returncode == 1


def check_only_what_the_branch_changed(project):
    start(project)
    project.git("checkout", "-q", "-b", "feature")
    project.write("pipeline.cu", scratch.PIPELINE.replace("<<<1,", "<<<2,"))
    project.commit()
    project.git("checkout", "-q", "-")
    project.write("other.cu", "// moved down\n" + OTHER)
    project.commit()
    trunk = project.git("rev-parse", "HEAD").strip()
    project.git("checkout", "-q", "feature")
    assert project.lint("--since", trunk, "other.cu", "pipeline.cu").returncode == 0


def check_a_revision_that_does_not_exist(project):
    start(project)
    done = project.lint("--since", "v99", "other.cu")
    assert done.returncode == 2 and done.stdout.startswith("cudep: error: --since: git knows no revision `v99`; "), done.stdout
    assert done.stdout.count("\n") == 1, done.stdout


def check_a_folder_without_a_repository_and_one_without_commits(project):
    project.write("other.cu", OTHER)
    done = project.lint("--since", "HEAD", "other.cu")
    assert done.returncode == 2 and "--since: git says: not a git repository" in done.stdout, done.stdout
    assert done.stdout.count("\n") == 1, done.stdout
    project.git("init", "-q")
    done = project.lint("--since", "HEAD", "other.cu")
    assert done.returncode == 2 and "--since: the repository has no commit yet" in done.stdout, done.stdout
    assert done.stdout.count("\n") == 1, done.stdout


def check_a_baseline_survives_moves_and_catches_what_is_new(project):
    start(project)
    assert project.lint("--write-baseline", "known.json", "other.cu").returncode == 0
    project.write("other.cu", "// one\n// two\n" + OTHER.replace("int main", "\nint main"))
    done = project.lint("--baseline", "known.json", "other.cu")
    assert done.returncode == 0 and done.stdout == "1 suppressed\n", done.stdout
    project.write("pipeline.cu", scratch.PIPELINE.replace(HAND_OVER, ""))
    done = project.lint("--baseline", "known.json", "other.cu", "pipeline.cu")
    assert done.returncode == 1 and "1 error, 1 suppressed" in done.stdout, done.stdout


def check_a_comment_accepts_and_an_idle_one_is_told(project):
    start(project)
    accepted = OTHER.replace("(data, sum);", f"(data, sum);  // cudep: allow({RULE}) sum is a hint")
    project.write("other.cu", accepted)
    done = project.lint("other.cu")
    assert done.returncode == 0 and done.stdout == "1 suppressed\n", done.stdout
    project.write("other.cu", accepted.replace("  use<<<", HAND_OVER + "  use<<<"))
    done = project.lint("other.cu")
    assert done.returncode == 0 and f"warning: `{RULE}` is not reported here; remove this comment" in done.stdout, done.stdout


if __name__ == "__main__":
    scratch.need("git")
    scratch.main(sys.modules[__name__])
