"""Tries the Debian packages as an operator has them: lintian, and on a machine with a systemd of its own dpkg -i, start, remove and purge.
Nothing of the toolchain is there. Where this machine can boot no systemd, only lintian looks, unless CI_SYSTEMD=1.

usage: python3 Tests/Packages/debian.py FOLDER [--report FILE]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Systemd"))

from machine import CannotBoot, Failed, Machine, obstacle, wait_for  # noqa: E402

UNITS: str = "/usr/share/colonnade/systemd"


def has_no_errors(folder: pathlib.Path) -> None:
    """Warnings are printed by lintian itself, and do not fail."""
    packages = sorted(folder.glob("*.deb"))
    assert len(packages) == 2, f"{folder} has {packages}"
    said = subprocess.run(
        ["lintian", "--fail-on", "error", "--tag-display-limit", "0", *packages], capture_output=True, text=True, check=False)
    errors = [line for line in said.stdout.splitlines() if line.startswith("E:")]
    assert said.returncode == 0 and not errors, "\n".join(errors) or said.stdout + said.stderr


class Packages:
    """The packages on a machine that knows what else is installed on this one."""

    def __init__(self, machine: Machine) -> None:
        self.machine: Machine = machine

    def are_installed(self) -> None:
        # What other packages of this machine do when files come (man-db, runit) needs more of it than is here.
        self.machine.run("sh", "-c", "cp -a /root/dpkg /var/lib/dpkg && dpkg --no-triggers -i /root/packages/*.deb")
        state = self.machine.run("dpkg-query", "-W", "-f", "${Package} ${Status}\\n", "colonnade", "colonnade-clinic")
        assert state.count("install ok installed") == 2, state
        assert self.machine.attempt("svc-supervisor", "--version").returncode == 0
        size = int(self.machine.run("du", "-sbL", "/usr/lib/colonnade").split()[0])
        print(f"     programs and libraries: {size / 1e6:.0f} MB")

    def start(self) -> None:
        self.machine.run("systemctl", "enable", "--now", "clinic.service")
        calling = ["svc-supervisor", "call", "--home", "/var/lib/clinic", "maps", "searchPlaces", "text=hospital", "limit=1"]
        assert "ospital" in self.machine.run(*calling, user="clinic")
        kilobytes = 0
        for process in self.machine.processes("system.slice/clinic.service"):
            rollup = self.machine.run("cat", f"/proc/{process}/smaps_rollup")
            kilobytes += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        took = (int(self.machine.property("clinic.service", name)) for name in ("ActiveEnterTimestampMonotonic", "InactiveExitTimestampMonotonic"))
        up, begun = took
        print(f"     up after {(up - begun) / 1e3:.0f} ms; all processes hold {kilobytes / 1e3:.0f} MB (PSS)")

    def have_whole_units(self) -> None:
        """The other form stands beside, and names programs that are there."""
        copy = f"cp -r {UNITS}/verticals/etc/clinic /etc/ && mkdir -p /run/systemd/system && cp {UNITS}/verticals/system/* /run/systemd/system/"
        self.machine.run("sh", "-ec", f"{copy} && systemctl daemon-reload")
        units = self.machine.run("ls", f"{UNITS}/verticals/system").split()
        said = self.machine.attempt("systemd-analyze", "verify", *units)
        assert said.returncode == 0 and not said.stdout + said.stderr, said.stdout + said.stderr
        self.machine.run("sh", "-c", "rm -r /run/systemd/system/clinic* /etc/clinic && systemctl daemon-reload")

    def are_removed(self) -> None:
        self.machine.run("dpkg", "--no-triggers", "-r", "colonnade-clinic")
        wait_for("the suite is down", lambda: not self.machine.processes("system.slice/clinic.service"))
        self.machine.run("test", "-d", "/var/lib/clinic/state")
        self.machine.run("dpkg", "--no-triggers", "-P", "colonnade-clinic", "colonnade")
        left = self.machine.attempt("sh", "-c", "ls -d /usr/lib/colonnade /usr/share/colonnade /var/lib/clinic /usr/bin/svc-*").stdout
        assert not left, f"left behind: {left}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    counts = {"passed": 0, "failed": 0}
    missing = obstacle()
    _take(counts, "lintian finds no error", lambda: has_no_errors(options.folder))
    try:
        if missing is None:
            with Machine({"/root/packages": options.folder.resolve(), "/root/dpkg": "/var/lib/dpkg"}) as machine:
                packages = Packages(machine)
                _take(counts, "dpkg installs them, with what they depend on", packages.are_installed)
                _take(counts, "the unit starts the suite", packages.start)
                _take(counts, "the units of the other form are whole", packages.have_whole_units)
                _take(counts, "remove stops it, and purge leaves nothing", packages.are_removed)
    except CannotBoot as error:
        missing = str(error)
    if missing is not None:
        print(f"packages: no systemd boots here, so they were not installed: {missing}", file=sys.stderr)
        counts["failed"] += int(os.environ.get("CI_SYSTEMD") == "1")
    if options.report:
        options.report.write_text(json.dumps(counts))
    print(f"debian packages: {counts['passed']} of {counts['passed'] + counts['failed']} tests passed")
    return 1 if counts["failed"] else 0


def _take(counts: dict[str, int], name: str, test) -> None:
    try:
        test()
        counts["passed"] += 1
        print(f"ok   {name}", flush=True)
    except (AssertionError, Failed, OSError, subprocess.SubprocessError) as error:
        counts["failed"] += 1
        print(f"FAIL {name}: {error}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
