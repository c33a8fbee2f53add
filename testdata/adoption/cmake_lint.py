#!/usr/bin/env python3
"""`cudep_add_lint` in a project of CMake and Ninja: what is read again, and when; and that an installed cudep works.

usage: cmake_lint.py CUDEP
"""
import pathlib
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


def build(project):
    return project.run("cmake", "--build", "build", "--target", "app_lint")


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
