"""Takes the walk of the documentation through the suite, every command as it is written there."""
import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
PAGE: pathlib.Path = ROOT / "Shared/Colonnade/Colonnade.docc/AWalkThroughTheClinic.md"
SECTION: str = "In a second terminal"
BLOCK: re.Pattern[str] = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What a comment behind a command says that it fails with; every other one succeeds.
REFUSED: re.Pattern[str] = re.compile(r"  # .*\b(notAllowed|barrierRefused|taken)\b")
# Stands alone before the number of a command and its status.
MARK: str = "\x1e"
# In its own terminal, a shell has jobs; a pipe fails with any of its commands, so that nothing hides behind `| tee`. A job that was told
# to end still removes its sockets: it is waited for, or the folder could not be removed.
BEFORE: str = "set -m -o pipefail\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n"


@dataclasses.dataclass(frozen=True)
class Step:
    command: str
    status: int
    output: str

    def fault(self) -> str | None:
        refused = REFUSED.search(self.command)
        if refused is None:
            return None if self.status == 0 else f"ended with {self.status}"
        if self.status == 0 or refused[1] not in self.output:
            return f"should have been refused: {refused[1]}; it ended with {self.status}"
        return None


def commands(page: str) -> list[str]:
    """The section's commands, each with all its lines."""
    section = page.partition(f"\n### {SECTION}\n")[2].partition("\n### ")[0]
    found: list[str] = []
    for block in BLOCK.findall(section):
        part = ""
        for line in block.splitlines():
            part += line + "\n"
            if part.strip() and _is_whole(part):
                found.append(part.strip())
                part = ""
        if part.strip():
            raise ValueError(f"no shell reads this to its end: {part}")
    return found


def _is_whole(part: str) -> bool:
    return subprocess.run(["bash", "-n", "-c", part], stderr=subprocess.DEVNULL, check=False).returncode == 0


def take(walk: list[str], folder: pathlib.Path, seconds: float) -> list[Step]:
    """Runs the commands in one shell; what it was given no time for is not among the steps."""
    script = BEFORE + "".join(f"{command}\nprintf '\\n{MARK}%d %d\\n' {at} $?\n" for at, command in enumerate(walk))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COLONNADE_")} | {"HOME": str(folder)}
    with open(folder / "output", "w+") as output:
        try:
            subprocess.run(
                ["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            print(f"error: the walk took more than {seconds:.0f} s", file=sys.stderr)
    parts = re.split(rf"^{MARK}(\d+) (\d+)\n", (folder / "output").read_text(), flags=re.MULTILINE)
    return [Step(walk[int(at)], int(status), said) for said, at, status in zip(parts[::3], parts[1::3], parts[2::3])]


def main() -> int:
    options = _options()
    walk = commands(PAGE.read_text())
    with tempfile.TemporaryDirectory(prefix="walk-") as name:
        folder = pathlib.Path(name)
        # What the walk finds in the repository's folder after `make run`.
        (folder / ".build").mkdir()
        (folder / ".build/release").symlink_to(options.binaries.resolve())
        (folder / "deploy").symlink_to(ROOT / "deploy")
        supervisor = [folder / ".build/release/svc-supervisor"]
        subprocess.run([*supervisor, "up", "--detach", "--launcher", "deploy/launchers/clinic.yml"], cwd=folder, check=True)
        try:
            steps = take(walk, folder, options.seconds)
        finally:
            for run in [*folder.glob(".colonnade/run"), *folder.glob(".clinic/*/run")]:
                subprocess.run([*supervisor, "down", "--home", run.parent], cwd=folder, capture_output=True, check=False)
    failed = _report(steps, options.verbose) + len(walk) - len(steps)
    print(f"{PAGE.name}: {len(steps)} of the walk's {len(walk)} commands were run, {failed} failed")
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": len(walk) - failed, "failed": failed}) + "\n")
    return 1 if failed else 0


def _report(steps: list[Step], verbose: bool) -> int:
    """Shows what did not go as it is written, and counts it."""
    failed = 0
    for step in steps:
        fault = step.fault()
        failed += fault is not None
        if fault or verbose:
            print(f"$ {step.command}\n{step.output.strip()}", file=sys.stderr)
        if fault:
            print(f"{PAGE.name}: error: {fault}", file=sys.stderr)
    return failed


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--seconds", type=float, default=300, help="how long the walk may take")
    parser.add_argument("--verbose", action="store_true", help="show what every command prints")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
