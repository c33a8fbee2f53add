"""Makes programs of annotated sources for simulated runs: by nvcc as users do, or by clang, of the host's code alone.

No kernel runs, so a program without device code shows the same. Clang makes one in a sixth of nvcc's time, because what
most programs include is parsed once.
"""
import os
import pathlib
import shutil

CLANG = ("clang++-22", "clang++")
COMMON_HEADERS = ("cuda_runtime.h", "cstdio", "cstdlib", "memory", "stdexcept", "vector")
LANGUAGE = "-std=c++17"


def toolkit():
    """The folder of the CUDA toolkit; None when there is none."""
    named = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    if nvcc := shutil.which("nvcc"):
        named.append(pathlib.Path(nvcc).resolve().parent.parent)
    folders = (pathlib.Path(folder) for folder in named if folder)
    return next((folder for folder in folders if (folder / "include" / "cuda_runtime.h").is_file()), None)


class Nvcc:
    name = "nvcc"

    def __init__(self, nvcc):
        self.nvcc = nvcc

    def prepare(self, _folder):
        """The commands that come before all others."""
        return []

    def commands(self, source, words, folder):
        """The commands that make `folder`/program of `source`."""
        for_nvcc = [part for word in words for part in (["-Xcompiler", word] if word.startswith("-f") else [word])]
        return [[self.nvcc, "-g", LANGUAGE, "-cudart", "shared", "-arch=sm_90", *for_nvcc, source, "-o", folder / "program"]]


class HostOnly:
    """An empty file takes the place of the device code: without one, clang leaves out what registers the kernels."""

    name = "clang"

    def __init__(self, clang, cuda, nvcc):
        self.clang, self.cuda, self.nvcc = clang, cuda, nvcc
        self.common = None

    def compile(self, *words):
        return [self.clang, "-x", "cuda", "--cuda-host-only", f"--cuda-path={self.cuda}", "-Wno-unknown-cuda-version",
                "-Xclang", "-fcuda-include-gpubinary", "-Xclang", self.common / "empty.fatbin", "-g1", LANGUAGE, *words]

    def prepare(self, folder):
        self.common = folder
        (folder / "empty.fatbin").touch()
        (folder / "common.h").write_text("".join(f"#include <{name}>\n" for name in COMMON_HEADERS))
        return [self.compile("-Xclang", "-emit-pch", "-c", folder / "common.h", "-o", folder / "common.pch")]

    def commands(self, source, words, folder):
        """The parsed headers are of no use to a program with flags of its own: that one is nvcc's."""
        if set(words) - {"-DORDERED"}:
            return self.nvcc.commands(source, words, folder)
        unit = folder / "program.o"
        parsed = ["-Xclang", "-include-pch", "-Xclang", self.common / "common.pch"]
        # g++ links in half the time that clang takes with lld.
        return [self.compile(*parsed, *words, "-c", source, "-o", unit),
                ["g++", unit, self.cuda / "lib64" / "libcudart.so", "-o", folder / "program"]]


def compiler(name):
    """None when what it needs is not here."""
    nvcc = shutil.which("nvcc")
    if nvcc is None or name == "nvcc":
        return nvcc and Nvcc(nvcc)
    clang, cuda = next(filter(None, map(shutil.which, CLANG)), None), toolkit()
    return HostOnly(clang, cuda, Nvcc(nvcc)) if clang and cuda else None
