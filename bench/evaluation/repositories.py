"""The public repositories of the evaluation, and how each is linted: its programs, their sources and their flags."""
import dataclasses
import pathlib
import re

USES_CUDA = re.compile(r"cudaStream|cudaMalloc|cuMemAlloc|<<<")
USES_STREAMS = re.compile(r"cudaStream|CUstream|stream_ref")
HELPER_FOLDERS = ("inc", "include", "common", "common/inc", "../inc", "../include")


@dataclasses.dataclass
class Program:
    """Sources that are checked together."""
    sources: list
    flags: list


def text(path):
    return path.read_text(errors="replace")


def sources(folder, suffixes=(".cu",)):
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file())


def by_folder(paths):
    folders = {}
    for path in paths:
        folders.setdefault(path.parent, []).append(path)
    return sorted(folders.items())


def units(folder, paths):
    """Without the sources that another file includes: they are no translation units."""
    included = {name for path in sources(folder, (".cu", ".cuh", ".cpp", ".cc", ".h", ".hpp"))
                for name in re.findall(r'#\s*include\s*"(?:[^"]*/)?([^"/]+)"', text(path))}
    return [path for path in paths if path.name not in included]


def includes(*folders):
    return [f"-I{folder}" for folder in folders]


def helper_includes(folder):
    return includes(folder, *(folder / name for name in HELPER_FOLDERS if (folder / name).is_dir()))


def makefile_flags(folder):
    """The include folders, macros and language standard that the Makefile names; the libraries of CUDA 13 need C++17."""
    makefile = folder / "Makefile"
    words = text(makefile).replace("\\\n", " ") if makefile.is_file() else ""
    flags = includes(folder)
    for name in re.findall(r"(?<![\w-])-I ?([^\s\"]+)", words):
        path = (folder / re.sub(r"\$\(|\)", "", name)).resolve()
        flags += includes(path) if path.is_dir() else []
    flags += re.findall(r"(?<![\w-])(-D[A-Za-z_]\w*(?:=[\w.]+)?)", words)
    standards = re.findall(r"-std=c\+\+(\d\d)", words) + ["17"]
    return flags + [f"-std=c++{max(standards[0], '17')}"]


def cuda_samples(root):
    for folder, found in by_folder(sources(root / "Samples", (".cu", ".cpp"))):
        used = [path for path in found if USES_CUDA.search(text(path))]
        if used:
            yield Program(used, helper_includes(folder) + includes(root / "Common") + ["-std=c++17"])


def hecbench(root):
    for folder in sorted((root / "src").glob("*-cuda")):
        found = units(folder, sources(folder))
        if any("cudaStream" in text(path) for path in found):
            yield Program(found, makefile_flags(folder))


def each_folder(root):
    for folder, found in by_folder(sources(root, (".cu", ".cpp"))):
        used = [path for path in found if path.suffix == ".cu" or USES_CUDA.search(text(path))]
        if used:
            yield Program(used, includes(folder) + ["-std=c++17"])


def llm_c(root):
    for path in sources(root):
        yield Program([path], includes(path.parent, root) + ["-std=c++17"])


def ggml_cuda(root):
    ggml = root / "ggml"
    found = [path for path in sources(ggml / "src/ggml-cuda") if "template-instances" not in path.parts]
    macros = ("GGML_CUDA_MAX_STREAMS=8", "GGML_CUDA_USE_GRAPHS", "GGML_SCHED_MAX_COPIES=4", "GGML_CUDA_PEER_MAX_BATCH_SIZE=128")
    flags = includes(ggml / "include", ggml / "src", ggml / "src/ggml-cuda") + [f"-D{macro}" for macro in macros]
    yield Program(found, flags + ["-std=c++17"])


def faiss(root):
    gpu = root / "faiss/gpu"
    found = [path for path in sources(gpu, (".cu", ".cpp")) if not {"test", "perf"} & set(path.parts)]
    yield Program([path for path in found if path.suffix == ".cu" or USES_CUDA.search(text(path))],
                  includes(root) + ["-std=c++17"])


def cccl(root):
    folders = ("thrust", "cub", "libcudacxx/include", "cudax/include", "c2h/include", "thrust/testing",
               "libcudacxx/test/support", "cub/test")
    parts = ("thrust/examples", "thrust/testing", "cub/examples", "cub/test", "cudax/examples", "examples")
    for part in parts:
        for path in sources(root / part) if (root / part).is_dir() else []:
            if USES_STREAMS.search(text(path)):
                flags = includes(path.parent, *(root / folder for folder in folders))
                yield Program([path], flags + ["-std=c++17"])


REPOSITORIES = {
    "NVIDIA/cuda-samples": cuda_samples,
    "zjin-lcf/HeCBench": hecbench,
    "NVIDIA/multi-gpu-programming-models": each_folder,
    "karpathy/llm.c": llm_c,
    "ggerganov/llama.cpp": ggml_cuda,
    "facebookresearch/faiss": faiss,
    "NVIDIA/cccl": cccl,
}
