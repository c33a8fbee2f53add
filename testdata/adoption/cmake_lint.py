#!/usr/bin/env python3
"""`cudep_add_lint` in a project of CMake and Ninja: what is read again, and when; and that an installed cudep works.

usage: cmake_lint.py CUDEP
"""
import pathlib
import re
import shutil
import sys

import scratch
from scratch import HAND_OVER, RULE

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = """cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(cudep REQUIRED)
set_source_files_properties(pipeline.cu plain.cu PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xcuda;--cuda-host-only")
add_executable(app pipeline.cu plain.cu)
option(OTHER "" OFF)
if(OTHER)
  target_compile_definitions(app PRIVATE OTHER)
endif()
cudep_add_lint(app)
"""
TARGETS = """cmake_minimum_required(VERSION 3.21)
project(apps LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(cudep REQUIRED)
file(GLOB sources *.cu)
set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xcuda;--cuda-host-only")
add_executable(app one.cu two.cu)
add_executable(other three.cu two.cu)
option(OTHER "" OFF)
if(OTHER)
  target_compile_definitions(other PRIVATE OTHER)
endif()
cudep_add_lint(app)
cudep_add_lint(other)
add_custom_target(both DEPENDS app_lint other_lint)
"""
PLAIN = "#include <cuda_runtime.h>\nint devices() { int count = 0; cudaGetDeviceCount(&count); return count; }\n"
COMPILER = shutil.which("clang++-22") or shutil.which("clang++")


def configure(project, *words):
    cudep = shutil.which("cudep", path=project.environment["PATH"])
    done = project.run("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-Dcudep_DIR={ROOT}/cmake/package",
                       f"-DCUDEP_EXECUTABLE={cudep}", f"-DCMAKE_CXX_COMPILER={COMPILER}", *words)
    assert done.returncode == 0, done.stdout


def start(project):
    project.write("CMakeLists.txt", LISTS)
    project.write("plain.cu", PLAIN)
    configure(project)


def build(project, target="app_lint"):
    return project.run("cmake", "--build", "build", "--target", target)


def check_only_what_changed_is_read_again(project):
    start(project)
    done = build(project)
    assert done.returncode == 0 and "Reading plain.cu" in done.stdout, done.stdout
    assert "no work to do" in build(project).stdout
    project.write("edges.h", scratch.EDGES.replace("  cudaStreamWaitEvent(to, done, 0);\n", ""))
    done = build(project)
    assert done.returncode != 0 and f"[{RULE}]" in done.stdout, done.stdout
    assert "Reading pipeline.cu" in done.stdout and "Reading plain.cu" not in done.stdout, done.stdout
    done = build(project)
    assert done.returncode != 0 and "Reading" not in done.stdout, "findings stay until they are mended"
    project.write("edges.h", scratch.EDGES)
    assert build(project).returncode == 0


def check_flags_count_and_configuring_anew_does_not(project):
    start(project)
    project.write("pipeline.cu", scratch.PIPELINE.replace(HAND_OVER, f"#ifndef OTHER\n{HAND_OVER}#endif\n"))
    assert build(project).returncode == 0
    configure(project)
    assert "Reading" not in build(project).stdout
    configure(project, "-DOTHER=ON")
    done = build(project)
    assert done.returncode != 0 and "Reading pipeline.cu" in done.stdout, done.stdout


def edges_of(done):
    """What the build did for the lint, in words."""
    return sorted(line.split("] ", 1)[1] for line in done.stdout.splitlines() if re.match(r"\[\d+/\d+\] (Reading|Checking)", line))


def check_an_edge_runs_when_its_own_command_changes(project):
    for name in ("one", "two", "three"):
        project.write(f"{name}.cu", PLAIN.replace("devices", name))
    project.write("shared.h", "")
    project.write("two.cu", '#include "shared.h"\n' + project.read("two.cu"))
    project.write("CMakeLists.txt", TARGETS)
    configure(project)
    reading = "Reading {} for cudep".format
    checking = "Checking the streams of {}".format
    done = build(project, "both")
    all_edges = [checking("app"), checking("other"), reading("one.cu"), reading("three.cu"), reading("two.cu"), reading("two.cu")]
    assert edges_of(done) == all_edges, done.stdout
    assert "no work to do" in build(project, "both").stdout
    configure(project)
    assert edges_of(build(project, "both")) == [], "configured anew"
    project.write("shared.h", "// other\n")
    assert edges_of(build(project, "both")) == [checking("app"), checking("other"), reading("two.cu"), reading("two.cu")], "a header"
    project.write("added.cu", PLAIN)
    project.write("CMakeLists.txt", TARGETS.replace("app one.cu", "app one.cu added.cu"))
    assert edges_of(build(project, "both")) == [checking("app"), reading("added.cu")], "a source more"
    configure(project, "-DOTHER=ON")
    done = build(project, "both")
    assert edges_of(done) == [checking("other"), reading("three.cu"), reading("two.cu")], f"one target's flags: {done.stdout}"


def check_sources_that_are_not_compiled_are_told(project):
    project.write("plain.cu", PLAIN)
    project.write("CMakeLists.txt", LISTS.replace("cudep_add_lint(app)", "set_source_files_properties(plain.cu PROPERTIES "
                                                  "HEADER_FILE_ONLY ON)\ncudep_add_lint(app)"))
    configure(project)
    done = build(project)
    assert done.returncode != 0 and "plain.cu for app" in " ".join(done.stdout.split()), done.stdout


def check_a_source_that_does_not_parse_fails(project):
    start(project)
    project.write("plain.cu", PLAIN + "int broken( {\n")
    done = build(project)
    assert done.returncode != 0 and "plain.cu:3:" in done.stdout, done.stdout


def check_targets_without_a_database_are_told(project):
    project.write("plain.cu", PLAIN)
    project.write("CMakeLists.txt", LISTS.replace("set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n", ""))
    done = project.run("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-Dcudep_DIR={ROOT}/cmake/package",
                       "-DCUDEP_EXECUTABLE=/bin/true", f"-DCMAKE_CXX_COMPILER={COMPILER}")
    assert done.returncode != 0 and "set(CMAKE_EXPORT_COMPILE_COMMANDS ON) before" in done.stdout, done.stdout


def check_an_installed_cudep_works(project):
    cudep = pathlib.Path(shutil.which("cudep", path=project.environment["PATH"]))
    prefix = project.folder / "prefix"
    done = project.run("cmake", "--install", str(cudep.parent), "--prefix", str(prefix))
    assert done.returncode == 0, done.stdout
    project.write("CMakeLists.txt", LISTS)
    project.write("plain.cu", PLAIN)
    done = project.run("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}",
                       f"-DCMAKE_CXX_COMPILER={COMPILER}")
    assert done.returncode == 0, done.stdout
    done = build(project)
    assert done.returncode == 0 and "Reading plain.cu" in done.stdout, done.stdout
    done = project.run(str(prefix / "bin" / "cudep"), "doctor")
    assert "FAULT" not in done.stdout, done.stdout


if __name__ == "__main__":
    scratch.need("cmake", "ninja", COMPILER or "clang++")
    scratch.main(sys.modules[__name__])
