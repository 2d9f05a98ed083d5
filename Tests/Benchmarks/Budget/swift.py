"""What Swift's own tools know: their version, and the names of functions."""
import os
import subprocess

SWIFT: str = os.environ.get("SWIFT", "swift")


def output(arguments: list[str], text: str = "") -> str:
    """Empty where the tool is not there."""
    try:
        return subprocess.run([SWIFT] + arguments, input=text, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def demangled(names: list[str]) -> dict[str, str]:
    """As people read them; as they are where the tool is not there."""
    lines: list[str] = output(["demangle", "--simplified", "--compact"], "\n".join(names)).splitlines()
    return dict(zip(names, lines if len(lines) == len(names) else names))
