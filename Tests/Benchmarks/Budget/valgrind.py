"""Whether this machine can measure, and with what."""
import pathlib
import platform
import shutil
import subprocess

import swift
from echo_pair import CannotMeasure


def what_is_missing() -> str | None:
    """A sentence with the next step; None where nothing is missing."""
    if platform.machine() != "x86_64":
        return f"the ceilings hold for x86_64, and this machine is {platform.machine()}; measure on an x86_64 machine"
    for tool, package in (("valgrind", "valgrind"), ("strip", "binutils")):
        if not shutil.which(tool):
            return f"{tool} is not installed; run .ci/setup test, or: apt-get install {package}"
    return None


def without_debug_information(program: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A copy of `program`, since Valgrind 3.19 cannot read the debug information that Swift writes; names of functions stay."""
    if not program.exists():
        raise CannotMeasure(f"{program} is not there; build it: make release-echo")
    copy: pathlib.Path = folder / program.name
    done = subprocess.run(["strip", "--strip-debug", "-o", str(copy), str(program)], capture_output=True, text=True)
    if done.returncode != 0:
        raise CannotMeasure(f"{program} could not be copied without debug information: {done.stderr.strip()}")
    return copy


def tools() -> dict[str, str]:
    """The versions on which the counts depend."""
    valgrind: str = subprocess.run(["valgrind", "--version"], capture_output=True, text=True).stdout
    return {"Valgrind": version(valgrind), "Swift": version(swift.output(["--version"]))}


def version(text: str) -> str:
    words: list[str] = text.replace("-", " ").split()
    return next((word for word in words if word[0].isdigit()), "unknown")
